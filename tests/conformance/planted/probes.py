"""Free looks and tell-tale undos, planted in the example game: what trying, asking and going back must not show."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import pytest
from msgspec import field
from msgspec.structs import replace

from sandtable.games.patrols import Patrols, rules
from sandtable.games.patrols.state import PG, Island, Phase, Play
from sandtable.kernel import flow, sight, table
from sandtable.kernel.flow import STAY
from sandtable.kernel.game import Setup
from sandtable.kernel.options import Ask, Group, Option, Refusal, Refused, Seat, Verb
from sandtable.kernel.state import OWN, State
from tests.conformance.planted.planting import Plant, with_procedures, with_step


def quiet_where_there_is_no_mine(patch: pytest.MonkeyPatch) -> type[Patrols]:
    """Only who finds the mine has seen something: who finds none may go back and try elsewhere."""

    def take(g: PG, f: Phase, seat: Seat, option: Option) -> bool:
        shown, fresh = g.s.shown, option[0] == "step" and not g.s.trodden >> int(option[2]) & 1
        stays = rules.take_step(g, f, seat, option)
        if fresh and option[2] != g.s.mine and f.steps < 2:
            g.s.shown = shown
        return stays

    return with_procedures(with_step("phase", "step", take=take))


def die_taken_back(patch: pytest.MonkeyPatch) -> type[Patrols]:
    """An answer with a part that is refused is taken back whole, whatever was shown by the parts before."""

    def apply(self: PG, seat: Seat, options: list[Option], why: object = None) -> None:
        trial = self.clone()
        for option in options:
            if (refusal := trial.why_not(seat, option)) is not None:
                there = trial.s.mine in trial.kit.wild and trial.s.trodden >> trial.s.mine & 1
                raise Refused(Refusal(refusal.key, refusal.text + (" Mind the mine." if there else "")))
            trial.take(seat, option)
        for option in options:
            self.take(seat, option)

    patch.setattr(flow.G, "apply", apply)
    return Patrols


def reason_from_the_truth(patch: pytest.MonkeyPatch) -> type[Patrols]:
    """Why not is worked out from what the seat may not know, in a world that is as the true one."""

    def refuse(g: PG, f: Phase, seat: Seat, option: Option) -> Refusal:
        return Refusal("move.step", f"Not while there is a mine in {g.kit.names[g.s.mine]}.")

    class Planted(with_procedures(with_step("phase", "step", refuse=refuse))):  # type: ignore[misc]
        def determinise(self, s: Island, seat: Seat, key: bytes) -> Island:
            world: Island = super().determinise(s, seat, key)
            if key == sight.world_key(s, seat):
                world.mine = s.mine
            return world

    return Planted


# ---- what passes unseen ---------------------------------------------------------------------------


class Whispers(Island, kw_only=True):
    heard: Annotated[list[int], OWN] = field(default_factory=lambda: [0, 0])


class Whispering(Patrols):
    """Patrols in which each side may whisper up to three times a game: nobody else can tell."""

    state = Whispers
    verbs = {**Patrols.verbs, "whisper": Verb("whisper", standing=True)}  # noqa: RUF012

    def new(self, setup: Setup) -> Whispers:
        old = super().new(setup)
        return Whispers(at=old.at, trodden=old.trodden, edition=old.edition, stack=old.stack)

    def standing(self, g: PG, seat: Seat) -> list[Group]:
        assert isinstance(g.s, Whispers)
        return super().standing(g, seat) + ([Group(seat, "whisper")] if g.s.turn and g.s.heard[seat] < 3 else [])

    def take_standing(self, g: PG, seat: Seat, option: Option) -> None:
        if option[0] != "whisper":
            return super().take_standing(g, seat, option)
        assert isinstance(g.s, Whispers)
        g.s.heard[seat] += 1
        g.tell("case.hand", "", private={seat: "You whisper."})
        return None

    def determinise(self, s: Island, seat: Seat, key: bytes) -> Island:
        world = super().determinise(s, seat, key)
        assert isinstance(world, Whispers)
        for side in {0, 1} - {seat} if s.turn else ():  # before the first turn nobody has
            world.heard[side] = key[side] % 4
        return world


def whispers(patch: pytest.MonkeyPatch) -> type[Patrols]:
    """Without a fault."""
    return Whispering


def undo_gone_by_a_whisper(patch: pytest.MonkeyPatch) -> type[Patrols]:
    """Whatever another seat does ends one's undo."""
    honest = table.Table._remember

    def remember(self: table.Table, before: State, seat: Seat, told: int, noticed: Sequence[Seat]) -> None:
        honest(self, before, seat, told, [*noticed, *range(self.seats())])

    patch.setattr(table.Table, "_remember", remember)
    return Whispering


def undo_of_a_whisper(patch: pytest.MonkeyPatch) -> type[Patrols]:
    """An undo takes back whatever anybody did since."""
    patch.setattr(table.Table, "_take_back", table.Table.go_back)
    return Whispering


def nothing_falls(patch: pytest.MonkeyPatch) -> None:
    """An undo is refused where an unseen answer of others could not stand after it."""
    honest = table.Table._given_again

    def given_again(self: table.Table, *args: Any) -> bool:
        if not honest(self, *args):
            raise Refused(Refusal("kernel.word", "That can no longer be taken back."))
        return True

    patch.setattr(table.Table, "_given_again", given_again)


def undo_refused_for_a_whisper(patch: pytest.MonkeyPatch) -> type[Patrols]:
    """A step of one side lets the other whisper once more, and cannot be taken back once the other did."""
    nothing_falls(patch)

    class Freeing(Whispering):
        def standing(self, g: PG, seat: Seat) -> list[Group]:
            phase = g.s.stack[-1]
            assert isinstance(g.s, Whispers)
            freed = isinstance(phase, Phase) and (phase.steps + g.s.heard[seat]) % 2 == 0
            return Patrols.standing(self, g, seat) + ([Group(seat, "whisper")] if freed else [])

    return Freeing


def whisper_that_counts(patch: pytest.MonkeyPatch) -> type[Patrols]:
    """The name of the ask counts everybody's deeds."""
    honest = table.Table.answer

    def answer(self: table.Table, seat: Seat, *options: Option) -> flow.Cut | None:
        cut = honest(self, seat, *options)
        self.deeds.update(range(self.seats()))
        return cut

    patch.setattr(table.Table, "answer", answer)
    return Whispering


def undo_gone_by_an_order(patch: pytest.MonkeyPatch) -> type[Patrols]:
    """An order is chosen, unseen, and then said once more; and the ask does not say that it is secret."""
    nothing_falls(patch)

    def ask(g: PG, f: Play) -> Ask:
        return replace(rules.ask_order(g, f), secret=False)

    def take(g: PG, f: Play, seat: Seat, option: Option) -> bool:
        if g.s.orders[seat] == option[1]:
            return rules.take_order(g, f, seat, option)
        g.s.orders[seat] = int(option[1])
        return STAY

    return with_procedures(with_step("play", "order", ask=ask, take=take))


PROBES: list[tuple[Plant, str, str]] = [
    (quiet_where_there_is_no_mine, "probes", "can probe with [('step', "),
    (die_taken_back, "probes", "Mind the mine."),
    (reason_from_the_truth, "probes", "is told otherwise in another world"),
    (undo_gone_by_a_whisper, "unseen", "can tell by the undo"),
    (undo_of_a_whisper, "unseen", "takes back by the undo of the answer what was not its own"),
    (undo_gone_by_an_order, "unseen", "can tell by the undo of the answer"),
    (undo_refused_for_a_whisper, "unseen", "'done' and 'That can no longer be taken back.'"),
    (whisper_that_counts, "unseen", "can tell by the name of the ask"),
]
