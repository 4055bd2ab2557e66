"""What is seen of the game: the map, the view of a seat, and odds before a risk."""

from sandtable.kernel.odds import percent, risk
from sandtable.kernel.options import Option, Seat
from sandtable.kernel.view import Board, Look, Odds, Token, Track, View
from sandtable.lab.starter.pieces import Kit
from sandtable.lab.starter.rules import FIGHTS_THROUGH
from sandtable.lab.starter.state import CG, COURIER, Ambush, Courier, last_hour

LOOKS = {
    "fields": Look("fields", "rows", "."),
    "forest": Look("forest", "dots", "f"),
    "hills": Look("hills", "hills", "^"),
    "road": Look("road", letter="-", line="road"),
    "trail": Look("trail", letter=".", line="track"),
}


RISKS = {"trail": risk("ambush"), "fight": risk("lost")}
"""For each die, by its purpose: the chance that was told before it fell."""


def board(kit: Kit) -> Board:
    points = [(place.x, place.y) for place in kit.places]
    extent = (max(place.x for place in kit.places) + 1, max(place.y for place in kit.places) + 1)
    terrain = [[place.country] for place in kit.places]
    names = {town: place.name for town, place in enumerate(kit.places)}
    return kit.map.board("valley", "The valley", extent, points, terrain=terrain, looks=LOOKS, names=names)


def seen(s: Courier, kit: Kit, seat: Seat) -> View:
    courier = Token(COURIER, "Courier", s.at, letter="C", badges=["spurred"] if s.spurred else [])
    tracks = [Track("hour", s.hour, 0, last_hour(s, kit)), Track("letters", s.letters, 0, kit.letters)]
    return View("valley", seat, [courier], tracks=tracks)


def chances(g: CG, option: Option) -> Odds | None:
    if option[0] == "fight":
        lost = (FIGHTS_THROUGH - 1) / 6
        return Odds(f"a letter is lost {percent(lost)}", {"lost": lost})
    ambush = g.kit.danger[g.s.at, int(option[1])] / 6
    return Odds(f"ambush {percent(ambush)}", {"ambush": ambush})


def tried(g: CG, option: Option) -> set[str]:
    """Plays a risky option: which of its chances have come true."""
    letters = g.s.letters
    g.take(0, option)
    if option[0] == "fight":
        return {"lost"} if g.s.letters < letters else set()
    return {"ambush"} if not g.over and isinstance(g.s.stack[-1], Ambush) else set()
