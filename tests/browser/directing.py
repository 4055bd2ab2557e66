"""A campaign of BCT Command played so that everything secret comes to pass in it: the plain players, with a nudge."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import msgspec

from sandtable.games.bct.frames import Battle
from sandtable.games.bct.pieces import COALITION, INSURGENT
from sandtable.games.bct.sight.hidden import DEFENDER_SCOUTS
from sandtable.games.bct.state import BG, foe, here, is_covert
from sandtable.kernel import records, sight
from sandtable.kernel.chance import seed_key
from sandtable.kernel.game import Setup, open_game
from sandtable.kernel.options import Option, Seat
from sandtable.kernel.records import Record
from sandtable.kernel.table import Table
from sandtable.players import make_player

SCENARIO, SALT = "jihad", "secrets 15"
"""Where Assets lie under Covert Units from the beginning, and the Insurgent can attack soon."""
LONGEST = 120
HANDS = {COALITION: (2, 3, 6, 4), INSURGENT: (3, 2, 6, 4)}
"""Joint Ops Cards that each side wants first, one of each."""
Said = tuple[Seat, Option]


def covert_deployment(g: BG, seat: Seat, option: Option) -> bool:
    return option[0] == "deploy-covert"


def chosen_card(g: BG, seat: Seat, option: Option) -> bool:
    wanted = [number for number in HANDS[seat] if not g.s.hand[seat][number]]
    offered = [number for number in wanted if g.ask is not None and ("select", number) in set(g.ask.options(seat))]
    return option == ("select", offered[0]) if offered else False


def covert_move(g: BG, seat: Seat, option: Option) -> bool:
    return option[0] == "move" and is_covert(g.s, int(option[2]))


def assault(g: BG, seat: Seat, option: Option) -> bool:
    """A move to where the other side lies open: an attack may follow it."""
    if option[0] != "move" or is_covert(g.s, int(option[2])):
        return False
    return any(not is_covert(g.s, token) for token in here(g.s, g.kit, foe(seat), int(option[3])))


def intelligence(g: BG, seat: Seat, option: Option) -> bool:
    return option[:2] == ("roll", 2)


def a_verb(*verbs: str) -> Callable[[BG, Seat, Option], bool]:
    return lambda g, seat, option: option[0] in verbs


WISHES: dict[str, tuple[int, Callable[[BG, Seat, Option], bool]]] = {
    "Covert set-up": (2, covert_deployment),
    "card chosen": (99, chosen_card),
    "look": (2, a_verb("look")),
    "attack": (2, a_verb("attack", "strike")),
    "committed": (9, a_verb("commit")),
    "sealed": (9, a_verb("seal")),
    "stand": (9, a_verb("stand")),
    "assault": (2, assault),
    "J-2": (3, intelligence),
    "Covert move": (2, covert_move),
}
"""What each side does, so many times, as soon as it can; of equal options the last: commitments are then not empty."""


class Director:
    def __init__(self) -> None:
        game = open_game("bct")
        self.players = [make_player(game, "plain", seat + 1) for seat in (COALITION, INSURGENT)]
        self.done: dict[tuple[Seat, str], int] = {}

    def next(self, g: BG) -> Said:
        """Who answers, and what."""
        if unseen := self.unseen_exchange(g):
            return INSURGENT, unseen
        assert g.ask is not None
        seat = g.ask.seats()[0]
        options = list(g.ask.options(seat))
        for name, (times, wished) in WISHES.items():
            found = [option for option in options if wished(g, seat, option)]
            if found and self.done.get((seat, name), 0) < times:
                self.note(seat, name)
                return seat, found[-1]
        if g.ask.key == "chaos.target":
            self.note(seat, "chaos")
        return seat, self.players[seat](sight.world(g, seat), seat)

    def unseen_exchange(self, g: BG) -> Option | None:
        """The Insurgent hands an Asset from a Covert Unit to another: once in his phase, once in the other's."""
        asked = g.ask.seats()[0] if g.ask is not None else INSURGENT
        name = f"unseen exchange while {asked} is asked"
        if self.done.get((INSURGENT, name), 0):
            return None
        found = unseen_exchanges(g)
        if found:
            self.note(INSURGENT, name)
        return found[0] if found else None

    def note(self, seat: Seat, name: str) -> None:
        self.done[seat, name] = self.done.get((seat, name), 0) + 1


def unseen_exchanges(g: BG) -> list[Option]:
    """Assets that the Insurgent may hand from one Covert Unit to another."""
    options = [option for group in g.standing(INSURGENT) if group.verb == "hand" for option in group]
    return [o for o in options if is_covert(g.s, g.s.on[int(o[1])]) and is_covert(g.s, int(o[2]))]


class Campaign:
    """One such campaign, played as far as anybody wants it."""

    def __init__(self) -> None:
        self.table = Table(open_game("bct"), Setup(SCENARIO), seed_key(SALT))
        self.director = Director()
        self.positions = [self.table.g.clone()]

    def until(self, wanted: Callable[[BG], bool]) -> Record:
        """Its record where this first holds."""
        for number in range(LONGEST):
            if number == len(self.positions):
                self.table.answer(*self.director.next(self.table.g))
                self.positions.append(self.table.g.clone())
            if wanted(self.positions[number]):
                whole = records.record_of(self.table)
                marks = [mark for mark in whole.checkpoints if mark.entries <= number]
                return msgspec.structs.replace(whole, journal=whole.journal[:number], checkpoints=marks)
        raise AssertionError("the campaign never came to that")


@cache
def campaign() -> Campaign:
    return Campaign()


def committed(g: BG) -> bool:
    """The Insurgent attacks and has committed J-2 Cards; the Coalition is asked."""
    battle = g.s.stack[-1]
    return isinstance(battle, Battle) and battle.step == DEFENDER_SCOUTS and battle.scouts[INSURGENT] > 0
