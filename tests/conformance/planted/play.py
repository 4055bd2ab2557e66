"""Faults in the course of play: copies, chance, ends, players, positions that cannot be."""

from __future__ import annotations

import copy
import random
from typing import Any, ClassVar

import pytest

from sandtable.games.patrols import Patrols, rules
from sandtable.games.patrols.state import MEN, PG, Island, Phase, Play
from sandtable.kernel import chance, flow, state, table
from sandtable.kernel.cases import Referee
from sandtable.kernel.options import Group, Option, Refusal, Seat, Verb
from sandtable.kernel.state import State
from tests.conformance.planted.planting import Planted, changed, with_procedures, with_step


def shallow_copy(patch: pytest.MonkeyPatch) -> type[Patrols]:
    """A copy of the state shares its lists."""
    patch.setitem(state._cloners, Island, copy.copy)
    return Patrols


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


def journal_without_undo(patch: pytest.MonkeyPatch) -> type[Patrols]:
    honest = table.Table.go_back

    def go_back(self: table.Table, point: int, journalled: table.Undone | None = None) -> None:
        honest(self, point, journalled)
        self.journal.pop()

    patch.setattr(table.Table, "go_back", go_back)
    return Patrols


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


PLAY: list[Planted] = [
    (shallow_copy, "copies", "changed while play went on from a copy of it"),
    (lost_piece, "census", "the census is {'men': 4, 'scouts': 1}; it was {'men': 4, 'scouts': 2}"),
    (biased_draw, "fair chance", "a draw is not fair"),
    (stale_step_name, "plays", "procedure 'ambush' has no step 'exchange-fire'"),
    (no_night, "ends", "random play has not ended after 2000 decisions"),
    (handing_on_for_ever, "ends", "standing options can be taken without end"),
    (shared_world, "copies", "while a world dealt from it was played: at"),
    (dice_of_its_own, "same key", "the same key and answers lead elsewhere after 0 answers: mine"),
    (forgetful_load, "saves", "a loaded position differs: handed"),
    (case_of_the_fallen, "sound", "has a map case, but is gone"),
    (world_of_thieves, "sound", "a world dealt for Red is not sound: Man"),
    (entry_without_ground, "entry points", "at the entry point 'turn' the position is not sound: Man 1 stands where"),
    (signal_twice, "interrupted", "has a map case, but is gone or of the other side"),
    (hands_at_night, "from cases", "from night, step 0, then ('hand', "),
    (player_of_his_own_mind, "players", "the player 'stubborn' fails after 0 answers: PlayerError"),
    (journal_without_undo, "journals", "does not verify"),
    (entry_to_nowhere, "entry points", "the entry point 'march' does not start: FlowError"),
    (loaded_die, "fair chance", "a roll is not fair"),
]
