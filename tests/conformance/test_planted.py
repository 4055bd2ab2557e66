"""Bugs planted in the example game: the conformance suite must catch each one and name what is wrong.

The first ten are those that the design asks for; the others see to it that no check of the suite is one that
cannot fail.
"""

from __future__ import annotations

import copy
import itertools
import random
from collections.abc import Callable, Sequence
from typing import Annotated, Any, ClassVar

import msgspec
import pytest

from sandtable.boards.hexes import HexGrid
from sandtable.games.patrols import Patrols, rules
from sandtable.games.patrols.state import GONE, HOLD, MEN, PG, Ambush, Island, Phase, Play
from sandtable.kernel import chance, flow, sight, state, table
from sandtable.kernel.cases import Referee
from sandtable.kernel.flow import Procedure, Step
from sandtable.kernel.game import Setup
from sandtable.kernel.options import Ask, Group, Option, Refusal, Refused, Seat, Verb
from sandtable.kernel.state import OWN, State
from sandtable.kernel.view import Board, Card, Facts, Hexside, Look, Mark, Odds, Outcome, Token, Trace, Track, View
from sandtable.lab.conformance import WALK_CHECKS, Finding, conform
from sandtable.lab.conformance.walks import Effort
from tests.conformance.planted_probes import PROBES, whispers
from tests.conformance.planted_shared import SHARED, shuffles
from tests.conformance.planted_truths import TRUTHS, honest_weather
from tests.conformance.planting import changed, install, with_procedures, with_step

Plant = Callable[[pytest.MonkeyPatch], type[Patrols]]
QUICK = Effort(games=3, longest=2_000, interruptions=400, samples=10, truths=40, starts=200, decisions=2_500)
MANY = Effort(games=0, starts=0, decisions=0)
"""Nothing but many true games."""


# ---- the ten --------------------------------------------------------------------------------------


def shallow_copy(patch: pytest.MonkeyPatch) -> type[Patrols]:
    """A copy of the state shares its lists."""
    patch.setitem(state._cloners, Island, copy.copy)
    return Patrols


def impure_ask(patch: pytest.MonkeyPatch) -> type[Patrols]:
    """Asking for a step already counts as one."""

    def ask(g: PG, f: Phase) -> Ask:
        asked = rules.ask_step(g, f)
        f.steps += 1
        return asked

    return with_procedures(with_step("phase", "step", ask=ask))


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


def lost_piece(patch: pytest.MonkeyPatch) -> type[Patrols]:
    """A fallen scout is taken off the roll as well as off the map."""
    honest = rules.fall

    def fall(g: PG, man: int, key: str) -> None:
        g.s.kind[man] = 1
        honest(g, man, key)

    patch.setattr(rules, "fall", fall)
    return Patrols


def biased_draw(patch: pytest.MonkeyPatch) -> type[Patrols]:
    """The last piece of a pool is never drawn."""

    def draw(self: chance.Dealer, s: State, pool: list[int], purpose: str) -> int:
        s.drawn += 1
        return chance.take_out(pool, self.number(s, max(1, len(pool) - 1)))

    patch.setattr(chance.Dealer, "draw", draw)
    return Patrols


def stale_step_name(patch: pytest.MonkeyPatch) -> type[Patrols]:
    """A step was renamed, and a jump still names the old one."""
    steps = changed("ambush", lambda _, old: [old[0], flow.deed(rules.exchange_fire, "fire")])
    return with_procedures(steps)


def offered_but_refused(patch: pytest.MonkeyPatch) -> type[Patrols]:
    """Taking an offered answer finds that it is not allowed after all."""

    def take(g: PG, f: Phase, seat: Seat, option: Option) -> bool:
        if option[0] == "halt" and f.steps == 0:
            raise Refused(Refusal("move.step", "Step at least once."))
        return rules.take_step(g, f, seat, option)

    return with_procedures(with_step("phase", "step", take=take))


def forgotten_deck(patch: pytest.MonkeyPatch) -> type[Patrols]:
    """Worlds are dealt without hiding the mine anew."""

    class Planted(Patrols):
        def determinise(self, s: Island, seat: Seat, key: bytes) -> Island:
            world = super().determinise(s, seat, key)
            world.mine = s.mine
            return world

    return Planted


TEN: list[tuple[Plant, str, str]] = [
    (shallow_copy, "copies", "changed while play went on from a copy of it"),
    (impure_ask, "pure asks", "ask is not pure: it changes stack"),
    (leak_through_options, "worlds", "the options differ"),
    (leak_through_the_breadcrumb, "worlds", "the breadcrumb reads"),
    (leak_through_a_revision, "secrets", "can tell the secret ('order', 2) from ('order', 0) by the revision"),
    (lost_piece, "census", "the census is {'men': 4, 'scouts': 1}; it was {'men': 4, 'scouts': 2}"),
    (biased_draw, "fair chance", "a draw is not fair"),
    (stale_step_name, "plays", "procedure 'ambush' has no step 'exchange-fire'"),
    (offered_but_refused, "accepted", "('halt',) is offered to Red and yet refused: Step at least once."),
    (forgotten_deck, "hidden varies", "Island.mine is not known to all, but over 20 keys it never varied"),
]


# ---- the others -----------------------------------------------------------------------------------


def ask_rolls(patch: pytest.MonkeyPatch) -> type[Patrols]:
    def ask(g: PG, f: Ambush) -> Ask:
        g.roll(6, "nerve", "contact.react")
        return rules.ask_react(g, f)

    return with_procedures(with_step("ambush", "react", ask=ask))


def no_night(patch: pytest.MonkeyPatch) -> type[Patrols]:
    def each_turn(g: PG, f: Play) -> bool:
        g.s.turn = 1
        return rules.each_turn(g, f)

    def nobody_falls(g: PG, man: int, key: str) -> None:
        g.tell(key, "{0:token} ducks.", man)

    patch.setattr(rules, "fall", nobody_falls)
    patch.setattr(rules, "fulfilled", lambda *_: False)
    return with_procedures(with_step("play", "each-turn", do=each_turn))


def handing_on_for_ever(patch: pytest.MonkeyPatch) -> type[Patrols]:
    class Planted(Patrols):
        def take_standing(self, g: PG, seat: Seat, option: Option) -> None:
            super().take_standing(g, seat, option)
            g.s.handed = 0

    return Planted


def shared_world(patch: pytest.MonkeyPatch) -> type[Patrols]:
    class Planted(Patrols):
        def determinise(self, s: Island, seat: Seat, key: bytes) -> Island:
            world = super().determinise(s, seat, key)
            world.at = s.at
            return world

    return Planted


def dice_of_its_own(patch: pytest.MonkeyPatch) -> type[Patrols]:
    rng = random.Random(1)

    def lay(g: PG, f: Play) -> None:
        g.s.mine = rng.choice(g.kit.wild)

    return with_procedures(with_step("play", "lay-the-mine", do=lay))


def forgetful_load(patch: pytest.MonkeyPatch) -> type[Patrols]:
    class Planted(Patrols):
        def load(self, data: bytes) -> Island:
            loaded = super().load(data)
            loaded.handed = 0
            return loaded

    return Planted


def unknown_rule(patch: pytest.MonkeyPatch) -> type[Patrols]:
    honest = rules.show

    def show(g: PG, man: int) -> None:
        g.tell("move.show", "{0:token} waves.", man)
        honest(g, man)

    patch.setattr(rules, "show", show)
    return Patrols


def outcome_without_rule(patch: pytest.MonkeyPatch) -> type[Patrols]:
    def each_turn(g: PG, f: Play) -> bool:
        if g.s.turn == 2:
            g.end(Outcome("Lunch", [0, 0]))
        return rules.each_turn(g, f)

    return with_procedures(with_step("play", "each-turn", do=each_turn))


def passed_in_silence(patch: pytest.MonkeyPatch) -> type[Patrols]:
    """Two men have met and could hand over the map case; but they rest at once, by an ask that is not put."""

    def ask(g: PG, f: Phase) -> Ask:
        return Ask("Rest.", "move.step", [Group(f.side, "halt")])

    def rest(g: PG, f: Phase, seat: Seat, option: Option) -> bool:
        g.roll(6, "mine", "move.step")
        return False

    def one_step(g: PG, f: Phase, seat: Seat, option: Option) -> bool:
        rules.take_step(g, f, seat, option)
        return False

    def change(_: Procedure, steps: list[Step]) -> list[Step]:
        step, *others = steps
        return [Step("step", ask=step.ask, take=one_step), Step("rest", ask=ask, take=rest), *others]

    return with_procedures(changed("phase", change))


def nameless_space(patch: pytest.MonkeyPatch) -> type[Patrols]:
    class Planted(Patrols):
        def name(self, s: Island, seat: Seat, domain: str, value: int) -> str:
            return str(value) if domain == "space" and value == self.kit.hill else super().name(s, seat, domain, value)

    return Planted


def standing_verb_not_said(patch: pytest.MonkeyPatch) -> type[Patrols]:
    class Planted(Patrols):
        verbs = {**Patrols.verbs, "hand": Verb("hand the map case to {0:token}", ("token",))}  # noqa: RUF012

    return Planted


def token_of_no_side(patch: pytest.MonkeyPatch) -> type[Patrols]:
    class Planted(Patrols):
        def view(self, s: Island, seat: Seat) -> View:
            seen = super().view(s, seat)
            seen.tokens[0].side = "Rde"
            return seen

    return Planted


def read_alike(patch: pytest.MonkeyPatch) -> type[Patrols]:
    class Planted(Patrols):
        verbs = {**Patrols.verbs, "step": Verb("{0:token} goes", ("token", "space"))}  # noqa: RUF012

    return Planted


def offered_twice(patch: pytest.MonkeyPatch) -> type[Patrols]:
    def ask(g: PG, f: Ambush) -> Ask:
        asked = rules.ask_react(g, f)
        return Ask(asked.prompt, asked.key, asked.groups + asked.groups)

    return with_procedures(with_step("ambush", "react", ask=ask))


def empty_group(patch: pytest.MonkeyPatch) -> type[Patrols]:
    def ask(g: PG, f: Phase) -> Ask:
        asked = rules.ask_step(g, f)
        asked.groups.append(Group(f.side, "step", (0,), []))
        return asked

    return with_procedures(with_step("phase", "step", ask=ask))


def standing_verb_in_an_ask(patch: pytest.MonkeyPatch) -> type[Patrols]:
    def ask(g: PG, f: Phase) -> Ask:
        asked = rules.ask_step(g, f)
        asked.groups.append(Group(f.side, "hand", (), [3 * f.side]))
        return asked

    return with_procedures(with_step("phase", "step", ask=ask))


def crash_in_take(patch: pytest.MonkeyPatch) -> type[Patrols]:
    def take(g: PG, f: Phase, seat: Seat, option: Option) -> bool:
        if option[0] == "step" and option[2] == g.kit.hill:
            raise ZeroDivisionError("uphill")
        return rules.take_step(g, f, seat, option)

    return with_procedures(with_step("phase", "step", take=take))


def refusal_without_rule(patch: pytest.MonkeyPatch) -> type[Patrols]:
    def refuse(g: PG, f: Phase, seat: Seat, option: Option) -> Refusal:
        return Refusal("move.nonsense", "No")

    return with_procedures(with_step("phase", "step", refuse=refuse))


def refusal_that_acts(patch: pytest.MonkeyPatch) -> type[Patrols]:
    def refuse(g: PG, f: Phase, seat: Seat, option: Option) -> Refusal:
        g.s.handed = 3
        return Refusal("move.step", "You have wasted your map case.")

    return with_procedures(with_step("phase", "step", refuse=refuse))


def refusal_that_crashes(patch: pytest.MonkeyPatch) -> type[Patrols]:
    def refuse(g: PG, f: Phase, seat: Seat, option: Option) -> Refusal:
        return Refusal("move.step", f"Not to {g.kit.names[99]}.")

    return with_procedures(with_step("phase", "step", refuse=refuse))


def door_left_open(patch: pytest.MonkeyPatch) -> type[Patrols]:
    honest = flow.G.offers

    def offers(self: PG, seat: Seat, option: Option) -> bool:
        return honest(self, seat, option) or option[:1] == ("halt",)

    patch.setattr(flow.G, "offers", offers)
    return Patrols


def half_an_answer(patch: pytest.MonkeyPatch) -> type[Patrols]:
    def apply(self: PG, seat: Seat, options: Sequence[Option]) -> None:
        for option in options:
            if (refusal := self.why_not(seat, option)) is not None:
                raise Refused(refusal)
            self.take(seat, option)

    patch.setattr(flow.G, "apply", apply)
    return Patrols


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


def journal_without_undo(patch: pytest.MonkeyPatch) -> type[Patrols]:
    honest = table.Table.go_back

    def go_back(self: table.Table, point: int, journalled: table.Undone | None = None) -> None:
        honest(self, point, journalled)
        self.journal.pop()

    patch.setattr(table.Table, "go_back", go_back)
    return Patrols


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


def entry_to_nowhere(patch: pytest.MonkeyPatch) -> type[Patrols]:
    honest = Patrols.referee
    nowhere = (lambda g: setattr(g.s, "stack", [Phase("march")]), "nowhere")

    class Planted(Patrols):
        referee: ClassVar[Any] = Referee(honest.blank, {**honest.entries, "march": nowhere}, honest.nouns)

    return Planted


def loaded_die(patch: pytest.MonkeyPatch) -> type[Patrols]:
    honest = chance.Dealer.roll

    def roll(self: chance.Dealer, s: State, sides: int, purpose: str) -> int:
        return max(2, honest(self, s, sides, purpose))

    patch.setattr(chance.Dealer, "roll", roll)
    return Patrols


def case_of_the_fallen(patch: pytest.MonkeyPatch) -> type[Patrols]:
    """Who falls keeps the map case."""
    honest = rules.fall

    def fall(g: PG, man: int, key: str) -> None:
        case = g.s.case[:]
        try:
            honest(g, man, key)
        finally:
            g.s.case = case

    patch.setattr(rules, "fall", fall)
    return Patrols


def world_of_thieves(patch: pytest.MonkeyPatch) -> type[Patrols]:
    """In dealt worlds the enemy has our map case."""

    class Planted(Patrols):
        def determinise(self, s: Island, seat: Seat, key: bytes) -> Island:
            world = super().determinise(s, seat, key)
            world.case = world.case[::-1]
            return world

    return Planted


def entry_without_ground(patch: pytest.MonkeyPatch) -> type[Patrols]:
    """An entry point puts the men where nobody can have come."""
    honest = Patrols.referee
    enter, about = honest.entries["turn"]

    def astray(g: PG) -> None:
        enter(g)
        g.s.trodden = 0

    class Planted(Patrols):
        referee: ClassVar[Any] = Referee(honest.blank, {**honest.entries, "turn": (astray, about)}, honest.nouns)

    return Planted


def signal_twice(patch: pytest.MonkeyPatch) -> type[Patrols]:
    """Who has stepped once and then signals to the hill for the second time in a turn loses his map case."""

    class Planted(Patrols):
        verbs = {**Patrols.verbs, "signal": Verb("signal to {0:space}", ("space",), standing=True)}  # noqa: RUF012

        def standing(self, g: PG, seat: Seat) -> list[Group]:
            hexes = [h for h in self.candidates(g.s, "space") if not g.s.handed >> 20 + 8 * seat + h & 1]
            return super().standing(g, seat) + ([Group(seat, "signal", (), hexes)] if hexes else [])

        def take_standing(self, g: PG, seat: Seat, option: Option) -> None:
            if option[0] != "signal":
                return super().take_standing(g, seat, option)
            first, top = 1 << 2 + 8 * seat + int(option[1]), g.s.stack[-1]
            stepping = isinstance(top, Phase) and top.side == seat and top.steps == 1
            if g.s.handed & first and stepping and option[1] == g.kit.hill:
                g.s.case[seat] = MEN[1 - seat][0]
            g.s.handed |= first << 18 if g.s.handed & first else first
            return None

        def refuse_standing(self, g: PG, seat: Seat, option: Option) -> Refusal:
            return Refusal("case.hand", "That hex has had its signals.")

    return Planted


def hands_at_night(patch: pytest.MonkeyPatch) -> type[Patrols]:
    """Who hands the map case over in the last turn, beside nobody but his own comrade, hands it to the other side."""

    class Planted(Patrols):
        def take_standing(self, g: PG, seat: Seat, option: Option) -> None:
            super().take_standing(g, seat, option)
            if g.s.turn == 8 and len(g.s.stack) > 1:
                g.s.case[seat] = MEN[1 - seat][0]

    return Planted


def player_of_his_own_mind(patch: pytest.MonkeyPatch) -> type[Patrols]:
    """A player that always halts, whatever he is asked."""

    class Planted(Patrols):
        players = {"stubborn": lambda seed: lambda g, seat: ("halt",)}  # noqa: RUF012

    return Planted


def candidates_without_the_hill(patch: pytest.MonkeyPatch) -> type[Patrols]:
    class Planted(Patrols):
        def candidates(self, s: Island, domain: str) -> Sequence[int]:
            return [c for c in super().candidates(s, domain) if domain != "space" or c != self.kit.hill]

    return Planted


def men_off_the_board(patch: pytest.MonkeyPatch) -> type[Patrols]:
    """The fallen are shown in a space of their own."""

    class Planted(Patrols):
        def view(self, s: Island, seat: Seat) -> View:
            seen = super().view(s, seat)
            seen.tokens += [Token(man, "fallen", 99) for man, at in enumerate(s.at) if at == GONE]
            return seen

    return Planted


def mark_off_the_board(patch: pytest.MonkeyPatch) -> type[Patrols]:
    class Planted(Patrols):
        def view(self, s: Island, seat: Seat) -> View:
            seen = super().view(s, seat)
            seen.marks.append(Mark(self.kit.grid.size, "buoy"))
            return seen

    return Planted


def way_off_the_board(patch: pytest.MonkeyPatch) -> type[Patrols]:
    """Every step is drawn from the boat."""

    class Planted(Patrols):
        def traces(self, s: Island, seat: Seat, moves: Sequence[Trace]) -> list[Trace]:
            return [Trace(move.token, [-1, *move.path]) for move in super().traces(s, seat, moves)]

    return Planted


def men_out_of_sight(patch: pytest.MonkeyPatch) -> type[Patrols]:
    """The first man of each side may step, and is not drawn."""

    class Planted(Patrols):
        def view(self, s: Island, seat: Seat) -> View:
            seen = super().view(s, seat)
            seen.tokens = [token for token in seen.tokens if token.id not in (0, 2)]
            return seen

    return Planted


def two_of_one_name(patch: pytest.MonkeyPatch) -> type[Patrols]:
    """A card has the name of a man."""

    class Planted(Patrols):
        def view(self, s: Island, seat: Seat) -> View:
            seen = super().view(s, seat)
            seen.hand += [Card(token.id, "papers", domain=token.domain) for token in seen.tokens]
            return seen

    return Planted


def figures_behind_the_words(patch: pytest.MonkeyPatch) -> type[Patrols]:
    """Who takes the map case is told with the number of his order."""

    class Planted(Patrols):
        def take_standing(self, g: Any, seat: Seat, option: Option) -> None:
            g.tell("case.hand", "Somebody counts.", counts={"order": 70 + g.s.orders[seat]})
            super().take_standing(g, seat, option)

    return Planted


def terrain_without_a_look(patch: pytest.MonkeyPatch) -> type[Patrols]:
    class Planted(Patrols):
        def boards(self) -> dict[str, Board]:
            boards = super().boards()
            del boards["island"].looks["hill"]
            return boards

    return Planted


def side_without_a_look(patch: pytest.MonkeyPatch) -> type[Patrols]:
    class Planted(Patrols):
        def boards(self) -> dict[str, Board]:
            boards = super().boards()
            boards["island"].hexsides.append(Hexside(0, 3, "bluff"))
            return boards

    return Planted


def way_on_the_wrong_board(patch: pytest.MonkeyPatch) -> type[Patrols]:
    """Every step is drawn on a map of one hex that lies beside the island."""

    class Planted(Patrols):
        def boards(self) -> dict[str, Board]:
            rock = HexGrid(1, 1).board("rock", "The rock", [["hill"]], {"hill": Look("hill")})
            return super().boards() | {"rock": rock}

        def traces(self, s: Island, seat: Seat, moves: Sequence[Trace]) -> list[Trace]:
            return [Trace(move.token, move.path, "rock") for move in super().traces(s, seat, moves)]

    return Planted


OTHERS: list[tuple[Plant, str, str]] = [
    (ask_rolls, "pure asks", "it rolls a die for 'nerve'"),
    (no_night, "ends", "random play has not ended after 2000 decisions"),
    (handing_on_for_ever, "ends", "standing options can be taken without end"),
    (shared_world, "copies", "while a world dealt from it was played: at"),
    (dice_of_its_own, "same key", "the same key and answers lead elsewhere after 0 answers: mine"),
    (forgetful_load, "saves", "a loaded position differs: handed"),
    (unknown_rule, "cites", "cites 'move.show', which the ledger does not have"),
    (outcome_without_rule, "cites", "the outcome 'Lunch' cites ''"),
    (outcome_without_rule, "ends", "a game ended by '', which ends.yaml does not list"),
    (passed_in_silence, "passed over", "move.step is answered by itself, and a die falls before 'hand the map case"),
    (passed_in_silence, "passed over", "is offered: ask it with pause=True"),
    (nameless_space, "options", "is called by its number, others of its kind by a name"),
    (read_alike, "options", "read alike: "),
    (standing_verb_not_said, "options", "but none of its verbs has standing=True"),
    (token_of_no_side, "drawn", "of the side 'Rde'; the view has 'Red', 'Blue'"),
    (offered_twice, "options", "is offered twice to"),
    (empty_group, "options", "holds no option"),
    (standing_verb_in_an_ask, "accepted", "is offered to Red and yet refused"),
    (crash_in_take, "accepted", "breaks the game: ZeroDivisionError: uphill"),
    (refusal_without_rule, "refused", "cites 'move.nonsense', which the ledger does not have"),
    (refusal_without_rule, "refused", "is not a sentence: 'No'"),
    (refusal_that_acts, "refused", "changes the position: handed"),
    (refusal_that_crashes, "refused", "breaks the rules: IndexError"),
    (door_left_open, "refused", "('halt',) is not offered to"),
    (half_an_answer, "refused", "is refused, but its first part stays"),
    (leak_through_the_view, "worlds", "the view differs in its tracks"),
    (leak_through_the_odds, "worlds", "the odds differ"),
    (leak_through_inspection, "worlds", "inspecting space"),
    (leak_through_the_log, "worlds", "with nothing revealed, the log says"),
    (leak_through_an_answer_that_gives_itself, "worlds", "with nothing revealed, other seats are asked"),
    (world_by_exchange, "dealt alike", "gives the truth away, since kind depends on it"),
    (case_of_the_fallen, "sound", "has a map case, but is gone"),
    (world_of_thieves, "sound", "a world dealt for Red is not sound: Man"),
    (entry_without_ground, "entry points", "at the entry point 'turn' the position is not sound: Man 1 stands where"),
    (signal_twice, "interrupted", "has a map case, but is gone or of the other side"),
    (hands_at_night, "from cases", "from night, step 0, then ('hand', "),
    (player_of_his_own_mind, "players", "the player 'stubborn' fails after 0 answers: PlayerError"),
    (candidates_without_the_hill, "options", "is not a candidate of space"),
    (men_off_the_board, "drawn", "(fallen) in space 99, which is not on the board"),
    (mark_off_the_board, "drawn", "a mark (buoy) in space"),
    (way_off_the_board, "drawn", "leads over [-1, "),
    (men_out_of_sight, "drawn", "it is not in the view"),
    (two_of_one_name, "drawn", "two things of one name: token"),
    (figures_behind_the_words, "drawn", "which it does not tell"),
    (terrain_without_a_look, "looks", "the terrain 'hill' of the board 'island' has no look"),
    (side_without_a_look, "looks", "the hexside 'bluff' of the board 'island' has no look"),
    (way_on_the_wrong_board, "drawn", "which is not on the board 'rock'"),
    (sealed_order_shown, "secrets", "by the log"),
    (revision_that_stays, "revisions", "the revision of a spectator stays"),
    (view_of_what_nobody_knows, "revisions", "stays at the answer"),
    (journal_without_undo, "journals", "does not verify"),
    (undeclared_field, "declared", "Shadow.shadow does not say who knows it"),
    (world_that_moves_men, "known stays", "changes Island.trodden, which is public"),
    (world_that_forgets_own_orders, "known stays", "changes in Island.orders what this seat knows"),
    (entry_to_nowhere, "entry points", "the entry point 'march' does not start: FlowError"),
    (loaded_die, "fair chance", "a roll is not fair"),
]


def caught(
    plant: Plant, patch: pytest.MonkeyPatch, *seats: int, effort: Effort = QUICK, only: Sequence[str] = ()
) -> list[Finding]:
    install(patch, plant(patch))
    setups = [Setup(seats=count) for count in seats]
    return [finding for setup in setups for finding in conform("patrols", setup=setup, effort=effort, only=only)]


def name(planted: tuple[Plant, str, str]) -> str:
    return f"{planted[0].__name__.replace('_', ' ')} ({planted[1]})"


@pytest.mark.parametrize("planted", TEN + OTHERS + PROBES + SHARED, ids=name)
def test_the_suite_catches_it_and_says_what_it_is(
    planted: tuple[Plant, str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    plant, check, words = planted
    findings = caught(plant, monkeypatch, 1, 2, only=[check, "known stays"])
    named = [finding.text for finding in findings if finding.check == check]
    assert any(words in text for text in named), "\n".join(map(str, findings)) or "nothing found"


@pytest.mark.parametrize("leak", TRUTHS)
def test_many_true_games_give_it_away(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plant, words = TRUTHS[leak]
    findings = caught(plant, monkeypatch, 2, effort=MANY)
    assert {finding.check for finding in findings} == {"true games"}
    assert any(words in finding.text for finding in findings), "\n".join(map(str, findings)) or "nothing found"


def test_without_a_bug_nothing_is_found() -> None:
    assert conform("patrols", effort=QUICK) == []


def test_a_whisper_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    assert caught(whispers, monkeypatch, 2) == []


def test_what_another_has_mixed_unseen_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    assert caught(shuffles, monkeypatch, 2) == []


def test_a_deck_that_is_shuffled_tells_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert caught(honest_weather, monkeypatch, 1, 2) == []
    assert caught(honest_weather, monkeypatch, 1, 2, effort=MANY) == []


def test_only_an_interrupting_walk_finds_what_two_interruptions_of_one_procedure_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert {finding.check for finding in caught(signal_twice, monkeypatch, 1, 2)} == {"interrupted"}


def test_a_private_remark_alone_is_no_leak(monkeypatch: pytest.MonkeyPatch) -> None:
    """What leaks in the planted revision is the counting, not the remark."""
    assert caught(lambda _: with_procedures(with_step("play", "order", take=remarks)), monkeypatch, 2) == []


def test_every_check_has_caught_something() -> None:
    shown = {check for _, check, _ in itertools.chain(TEN, OTHERS, PROBES, SHARED)}
    shown |= {"true games"} if TRUTHS else set()
    by_setup = {"declared", "known stays", "hidden varies", "entry points", "fair chance", "from cases", "true games"}
    by_setup |= {"players", "looks"}
    assert shown == WALK_CHECKS.keys() | by_setup
