"""The words that cases are written in: points of play, and what can be given and asked."""

from sandtable.kernel.cases import Noun, Referee
from sandtable.kernel.game import Game, Setup
from sandtable.lab.starter.pieces import Kit
from sandtable.lab.starter.state import CG, Courier, Hour, Ride


def blank(game: Game[Courier, Kit], setup: Setup) -> Courier:
    """The position into which a case puts what it gives."""
    s = game.new(setup)
    s.hour, s.letters = 1, game.kit.letters
    return s


def start(g: CG) -> None:
    g.s.hour, g.s.letters, g.s.stack = 0, 0, [Ride("pack-the-letters")]


def first_hour(g: CG) -> None:
    g.s.stack = [Ride("each-hour"), Hour("way")]


def put_hour(g: CG, value: str) -> None:
    g.s.hour = int(value)


def put_letters(g: CG, value: str) -> None:
    g.s.letters = int(value)


def put_town(g: CG, value: str) -> None:
    g.s.at = g.kit.map.at(value)


REFEREE: Referee[Courier, Kit] = Referee(
    blank=blank,
    entries={
        "start": (start, "before the letters are packed"),
        "first-hour": (first_hour, "the courier chooses his way in the first hour"),
    },
    nouns={
        "town": Noun(put_town, lambda g, asked: g.kit.map.label(g.s.at)),
        "hour": Noun(put_hour, lambda g, asked: g.s.hour),
        "letters": Noun(put_letters, lambda g, asked: g.s.letters),
        "result": Noun(None, lambda g, asked: g.s.outcome.label if g.s.outcome else "none"),
    },
)
