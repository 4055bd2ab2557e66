"""The words that cases of Patrols are written in."""

from sandtable.games.patrols.pieces import Hex, Kit
from sandtable.games.patrols.state import GONE, PG, Island, Phase, Play, Turn
from sandtable.kernel.cases import Noun, Referee
from sandtable.kernel.cases.nouns import enter, figure, result
from sandtable.kernel.options import Option, Seat


def hex_called(g: PG, name: str) -> Hex:
    return g.kit.names.index(name) if name else GONE


def name_of(g: PG, place: Hex) -> str:
    return g.kit.names[place] if place != GONE else ""


def put_places(g: PG, value: dict[str, str]) -> None:
    for man, name in value.items():
        g.s.at[int(man)] = hex_called(g, name)


def get_places(g: PG, asked: dict[str, str]) -> dict[str, str]:
    return {man: name_of(g, g.s.at[int(man)]) for man in asked}


def walk(g: PG, seat: Seat, value: dict[str, list[str]]) -> list[Option]:
    """`move: {man: 0, path: [Quarry, East Beach]}`, in steps."""
    return [("step", int(str(value["man"])), hex_called(g, name)) for name in value["path"]]


REFEREE: Referee[Island, Kit] = Referee(
    blank=lambda game, setup: game.new(setup),
    entries={
        "start": (enter(Play("lay-the-mine")), "before the mine is laid"),
        "turn": (enter(Play("each-turn"), Turn("first")), "who goes first?"),
        "red-phase": (enter(Play("each-turn"), Turn(), Phase("step")), "Red is to step"),
    },
    nouns={
        "turn": figure("turn"),
        "place": Noun(put_places, get_places),
        "mine": Noun(
            lambda g, value: setattr(g.s, "mine", hex_called(g, value)), lambda g, asked: name_of(g, g.s.mine)
        ),
        "order": Noun(
            lambda g, value: setattr(g.s, "orders", [int(each) for each in value]), lambda g, asked: g.s.orders
        ),
        "case": Noun(None, lambda g, asked: g.s.case),
        "result": result(),
    },
    compounds={"move": walk},
    draws={"mine-hex": "space"},
)
