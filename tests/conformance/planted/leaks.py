"""Secrets that get out, and worlds that are dealt as nobody could have dealt them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
import pytest

from sandtable.games.patrols import Patrols, rules
from sandtable.games.patrols.state import HOLD, PG, Island, Phase, Play
from sandtable.kernel import flow, sight, state, table
from sandtable.kernel.game import Setup
from sandtable.kernel.options import Ask, Group, Option, Seat
from sandtable.kernel.state import OWN
from sandtable.kernel.view import Facts, Odds, Track, View
from tests.conformance.planted.planting import Planted, changed, with_procedures, with_step


def leak_through_options(patch: pytest.MonkeyPatch) -> type[Patrols]:
    """Nobody is offered the mined hex."""

    def ask(g: PG, f: Phase) -> Ask:
        asked = rules.ask_step(g, f)
        safe = [Group(o.seat, o.verb, o.head, o.last and [h for h in o.last if h != g.s.mine]) for o in asked.groups]
        return Ask(asked.prompt, asked.key, [group for group in safe if len(group)], secret=asked.secret)

    return with_procedures(with_step("phase", "step", ask=ask))


def leak_through_the_breadcrumb(patch: pytest.MonkeyPatch) -> type[Patrols]:
    """The breadcrumb calls a phase by the kind of its first man, for all to read."""

    def crumb(g: PG, f: Phase, seat: Seat) -> str:
        return f"phase of the {g.kit.kinds[g.s.kind[2 * f.side]]}"

    return with_procedures(changed("phase", lambda _, steps: steps, crumb=crumb))


def remarks(g: PG, f: Play, seat: Seat, option: Option) -> bool:
    """Who chooses to hold the hill hears a remark that the others do not."""
    if option[1] == HOLD:
        g.tell("setup.order", "", private={seat: "You will need both men for it."})
    return rules.take_order(g, f, seat, option)


def leak_through_a_revision(patch: pytest.MonkeyPatch) -> type[Patrols]:
    """Revisions count what was said, also what was said to others: one more or less tells them the order."""
    honest = table.Table._revise

    def count_events(
        self: table.Table, noticed: Sequence[Seat], gone: Sequence[flow.Event], lines: Sequence[flow.Event]
    ) -> None:
        honest(self, noticed, gone, lines)
        for seat in self.revisions:
            self.revisions[seat] += len(lines)

    patch.setattr(table.Table, "_revise", count_events)
    return with_procedures(with_step("play", "order", take=remarks))


def forgotten_deck(patch: pytest.MonkeyPatch) -> type[Patrols]:
    """Worlds are dealt without hiding the mine anew."""

    class Planted(Patrols):
        def determinise(self, s: Island, seat: Seat, key: bytes) -> Island:
            world = super().determinise(s, seat, key)
            world.mine = s.mine
            return world

    return Planted


def leak_through_the_view(patch: pytest.MonkeyPatch) -> type[Patrols]:
    class Planted(Patrols):
        def view(self, s: Island, seat: Seat) -> View:
            seen = super().view(s, seat)
            seen.tracks.append(Track("mine", s.mine))
            return seen

    return Planted


def leak_through_the_odds(patch: pytest.MonkeyPatch) -> type[Patrols]:
    class Planted(Patrols):
        def odds(self, g: PG, seat: Seat, option: Option) -> Odds:
            return Odds("certain", {"mine": float(g.s.mine == option[-1])})

        def determinise(self, s: Island, seat: Seat, key: bytes) -> Island:
            if seat < 0 or key != sight.world_key(s, seat):
                return super().determinise(s, seat, key)
            return state.clone(s)  # players' odds are worked out in the true world

    return Planted


def leak_through_inspection(patch: pytest.MonkeyPatch) -> type[Patrols]:
    class Planted(Patrols):
        def inspect(self, s: Island, seat: Seat, domain: str, value: int) -> Facts:
            return Facts("mined" if domain == "space" and value == s.mine else "quiet")

    return Planted


def leak_through_the_log(patch: pytest.MonkeyPatch) -> type[Patrols]:
    def take(g: PG, f: Phase, seat: Seat, option: Option) -> bool:
        if option[0] == "halt":
            g.tell("move.step", f"A {g.kit.kinds[g.s.kind[2 * f.side]]} stays behind.")
        return rules.take_step(g, f, seat, option)

    return with_procedures(with_step("phase", "step", take=take))


def leak_through_an_answer_that_gives_itself(patch: pytest.MonkeyPatch) -> type[Patrols]:
    """A rifleman has no second step, so the kernel halts him, and all see that he is no scout."""

    def ask(g: PG, f: Phase) -> Ask:
        asked = rules.ask_step(g, f)
        return Ask(asked.prompt, asked.key, asked.groups)

    return with_procedures(with_step("phase", "step", ask=ask))


def world_by_exchange(patch: pytest.MonkeyPatch) -> type[Patrols]:
    class Planted(Patrols):
        def determinise(self, s: Island, seat: Seat, key: bytes) -> Island:
            world = super().determinise(s, seat, key)
            if random.Random(key).random() < 0.5:
                world.kind = s.kind[:]
            return world

    return Planted


def sealed_order_shown(patch: pytest.MonkeyPatch) -> type[Patrols]:
    def take(g: PG, f: Play, seat: Seat, option: Option) -> bool:
        g.tell("setup.order", f"Somebody will {g.kit.orders[int(option[1])]}.")
        return rules.take_order(g, f, seat, option)

    return with_procedures(with_step("play", "order", take=take))


def revision_that_stays(patch: pytest.MonkeyPatch) -> type[Patrols]:
    honest = table.Table._revise

    def revise(
        self: table.Table, noticed: Sequence[Seat], gone: Sequence[flow.Event], came: Sequence[flow.Event]
    ) -> None:
        before = self.revisions.get(-1)
        honest(self, noticed, gone, came)
        if before is not None:
            self.revisions[-1] = before

    patch.setattr(table.Table, "_revise", revise)
    return Patrols


def view_of_what_nobody_knows(patch: pytest.MonkeyPatch) -> type[Patrols]:
    """The view shows a field of which nobody is declared to see a change: then nobody notices it."""

    class Shadow(Island, kw_only=True):
        shadow: Annotated[list[int], OWN] = msgspec.field(default_factory=lambda: [0, 0])

    class Planted(Patrols):
        state = Shadow

        def new(self, setup: Setup) -> Island:
            return Shadow(**msgspec.structs.asdict(super().new(setup)))

        def view(self, s: Any, seat: Seat) -> View:
            seen: View = super().view(s, seat)
            seen.tracks = [*seen.tracks, Track("orders given", sum(s.shadow))]
            return seen

        def take_standing(self, g: PG, seat: Seat, option: Option) -> None:
            g.s.shadow[seat] += 1  # type: ignore[attr-defined]

    return Planted


def undeclared_field(patch: pytest.MonkeyPatch) -> type[Patrols]:
    class Shadow(Island, kw_only=True):
        shadow: int = 0

    class Planted(Patrols):
        state = Shadow

    return Planted


def world_that_moves_men(patch: pytest.MonkeyPatch) -> type[Patrols]:
    class Planted(Patrols):
        def determinise(self, s: Island, seat: Seat, key: bytes) -> Island:
            world = super().determinise(s, seat, key)
            world.trodden = 0
            return world

    return Planted


def world_that_forgets_own_orders(patch: pytest.MonkeyPatch) -> type[Patrols]:
    class Planted(Patrols):
        def determinise(self, s: Island, seat: Seat, key: bytes) -> Island:
            world = super().determinise(s, seat, key)
            world.orders = [order % 3 for order in key[:2]]
            return world

    return Planted


LEAKS: list[Planted] = [
    (leak_through_options, "worlds", "the options differ"),
    (leak_through_the_breadcrumb, "worlds", "the breadcrumb reads"),
    (leak_through_a_revision, "secrets", "can tell the secret ('order', 2) from ('order', 0) by the revision"),
    (forgotten_deck, "hidden varies", "Island.mine is not known to all, but over 20 keys it never varied"),
    (leak_through_the_view, "worlds", "the view differs in its tracks"),
    (leak_through_the_odds, "worlds", "the odds differ"),
    (leak_through_inspection, "worlds", "inspecting space"),
    (leak_through_the_log, "worlds", "with nothing revealed, the log says"),
    (leak_through_an_answer_that_gives_itself, "worlds", "with nothing revealed, other seats are asked"),
    (world_by_exchange, "dealt alike", "gives the truth away, since kind depends on it"),
    (sealed_order_shown, "secrets", "by the log"),
    (revision_that_stays, "revisions", "the revision of a spectator stays"),
    (view_of_what_nobody_knows, "revisions", "stays at the answer"),
    (undeclared_field, "declared", "Shadow.shadow does not say who knows it"),
    (world_that_moves_men, "known stays", "changes Island.trodden, which is public"),
    (world_that_forgets_own_orders, "known stays", "changes in Island.orders what this seat knows"),
]
