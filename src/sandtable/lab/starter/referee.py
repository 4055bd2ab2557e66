"""The words that cases are written in: points of play, and what can be given and asked."""

from sandtable.kernel.cases import Noun, Referee
from sandtable.kernel.cases.nouns import enter, figure, result
from sandtable.kernel.game import Game, Setup
from sandtable.lab.starter.pieces import Kit
from sandtable.lab.starter.state import CG, Courier, Hour, Ride


def blank(game: Game[Courier, Kit], setup: Setup) -> Courier:
    """The position into which a case puts what it gives."""
    s = game.new(setup)
    s.hour, s.letters = 1, game.kit.letters
    return s


def unpacked(g: CG) -> None:
    g.s.hour = g.s.letters = 0


def put_town(g: CG, value: str) -> None:
    g.s.at = g.kit.map.at(value)


REFEREE: Referee[Courier, Kit] = Referee(
    blank=blank,
    entries={
        "start": (enter(Ride("pack-the-letters"), first=unpacked), "before the letters are packed"),
        "first-hour": (enter(Ride("each-hour"), Hour("way")), "the courier chooses his way in the first hour"),
    },
    nouns={
        "town": Noun(put_town, lambda g, asked: g.kit.map.label(g.s.at)),
        "hour": figure("hour"),
        "letters": figure("letters"),
        "result": result(),
    },
)
