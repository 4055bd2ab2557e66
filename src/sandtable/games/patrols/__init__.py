"""Patrols, the example game: content, what seats see, words for cases, and a player."""

import random
from collections.abc import Iterator, Sequence
from typing import Annotated

from msgspec import Meta as Range
from msgspec import Struct

from sandtable.boards.hexes import HexGrid
from sandtable.games.patrols.rules import GONE, MEN, PG, PROCEDURES, Island, Kit, Phase, Play, Turn, fulfilled
from sandtable.kernel.cases import Noun, Referee
from sandtable.kernel.cases.nouns import enter, figure, result
from sandtable.kernel.content import Misfit, Rows, Tables
from sandtable.kernel.game import Game, Meta, Setup
from sandtable.kernel.options import Group, Option, Seat, Verb
from sandtable.kernel.view import Board, Look, Odds, Side, Token, Track, View


class Named(Struct):
    name: Annotated[str, Range(min_length=1)]
    reach: Annotated[int, Range(ge=0, le=9)] = 0
    role: Annotated[str, Range(pattern="^(beach|hill|wild)?$")] = ""


HEXES = ("0102", "0103", "0201", "0202", "0203", "0302", "0303")


def misfits(tables: Rows) -> Iterator[Misfit]:
    """Two beaches, one hill, a place for the mine; and no place off the island."""
    for place in sorted(set(tables["places"]) - set(HEXES)):
        yield Misfit("places", place, "name", f"the place {place!r}", f"hexes of the island: {', '.join(HEXES)}")
    for role, least, most in (("beach", 2, 2), ("hill", 1, 1), ("wild", 1, 7)):
        if not least <= (found := sum(row.role == role for row in tables["places"].values())) <= most:
            yield Misfit("places", HEXES[0], "role", f"{found} places that are {role}", f"{least} to {most}")


def plain(seed: int):  # type: ignore[no-untyped-def]
    """Keeps moving towards what its order wants; fires when ambushed."""
    rng = random.Random(seed)

    def answer(g: PG, seat: Seat) -> Option:
        s, kit, ask = g.s, g.kit, g.ask
        goal = kit.beaches[1 - seat] if s.orders[seat] == 0 else kit.hill if s.orders[seat] == 2 else GONE
        options = list(ask.options(seat)) if ask else []
        steps = [o for o in options if o[0] == "step" and (s.orders[seat] or o[1] == s.case[seat])]
        foes = [s.at[t] for t in MEN[1 - seat] if s.at[t] != GONE]
        far = [min(kit.grid.distance[int(o[2])][h] for h in (foes if goal == GONE else [goal])) for o in steps]
        closer = [o for o, d in zip(steps, far, strict=True) if s.at[int(o[1])] != goal and d == min(far)]
        return rng.choice(closer or [o for o in options if o[0] in ("halt", "fire", "go", "order")])

    return answer


def place(g: PG, value: dict[str, str]) -> None:
    for man, name in value.items():
        g.s.at[int(man)] = g.kit.names.index(name) if name else GONE


REFEREE: Referee[Island, Kit] = Referee(
    blank=lambda game, setup: game.new(setup),
    entries={
        "start": (enter(Play("lay-the-mine")), "before the mine is laid"),
        "turn": (enter(Play("each-turn"), Turn("first")), "who goes first?"),
        "red-phase": (enter(Play("each-turn"), Turn(), Phase("step")), "Red is to step"),
    },
    nouns={
        "turn": figure("turn"),
        "place": Noun(place, lambda g, v: {m: g.kit.names[g.s.at[int(m)]] if g.s.at[int(m)] >= 0 else "" for m in v}),
        "mine": Noun(lambda g, v: setattr(g.s, "mine", g.kit.names.index(v)), lambda g, v: g.kit.names[g.s.mine]),
        "order": Noun(lambda g, v: setattr(g.s, "orders", list(map(int, v))), lambda g, v: g.s.orders),
        "case": Noun(None, lambda g, v: g.s.case),
        "result": result(),
    },
    compounds={"move": lambda g, seat, v: [("step", int(v["man"]), g.kit.names.index(h)) for h in v["path"]]},
    draws={"mine-hex": "space"},
)


class Patrols(Game[Island, Kit]):
    package, state, procedures, referee, players = __name__, Island, PROCEDURES, REFEREE, {"plain": plain}
    tables = Tables(
        {"men": Named, "places": Named, "orders": Named},
        needs={"men": ("scout", "rifleman"), "places": HEXES, "orders": ("carry", "hunt", "hold")},
        misfits=misfits,
    )
    about = (
        "Two patrols, seven hexes, secret orders and one mine.",
        "the Sandtable authors",
        "Sandtable",
        "our own, MIT",
    )
    scenarios = {"island": "Two men against two; alone, the enemy stands still and fires."}  # noqa: RUF012
    edition = 2  # men are mixed
    meta = Meta("patrols", "Patrols", *about, ("Red", "Blue"), 1, 5, scenarios)
    verbs = {  # noqa: RUF012
        "order": Verb("{0:order}", ("order",)),
        "go": Verb("go first"),
        "step": Verb("{0:token} to {1:space}", ("token", "space")),
        "halt": Verb("halt"),
        "fire": Verb("fire"),
        "fall-back": Verb("fall back"),
        "hand": Verb("hand the map case to {0:token}", ("token",), standing=True),
    }

    def build(self) -> Kit:
        men, places, orders = (self.content.table(name, Named) for name in ("men", "places", "orders"))
        grid = HexGrid(3, 3, holes=frozenset({101, 301}))
        names = [places[grid.label(h)].name for h in range(grid.size)]
        beaches, hill, wild = ([grid.at(h) for h in places if places[h].role == r] for r in ("beach", "hill", "wild"))
        kinds, reach = [m.name for m in men.values()], [m.reach for m in men.values()]
        return Kit(grid, names, kinds, reach, beaches, hill[0], wild, [o.name for o in orders.values()])

    def new(self, setup: Setup) -> Island:
        red, blue = self.kit.beaches
        men = [red, red, blue, blue]
        return Island(at=men, trodden=1 << red | 1 << blue, edition=self.edition, stack=[Play()])

    def standing(self, g: PG, seat: Seat) -> list[Group]:
        holder = g.s.case[seat]  # rule: case.hand: once a turn, to the comrade in the same hex
        mates = [t for t in MEN[seat] if t != holder and holder != GONE and g.s.at[t] == g.s.at[holder]]
        return [Group(seat, "hand", (), mates)] if mates and not g.s.handed >> seat & 1 else []

    def take_standing(self, g: PG, seat: Seat, option: Option) -> None:
        g.s.case[seat], g.s.handed = int(option[1]), g.s.handed | 1 << seat
        g.tell("case.hand", "{0:token} takes the map case.", int(option[1]))

    def determinise(self, s: Island, seat: Seat, key: bytes) -> Island:
        w, rng, top = super().determinise(s, seat, key), random.Random(key), s.stack[-1]
        ordered = top.sealing if isinstance(top, Play) else s.seats  # so many sides have chosen their orders
        if not s.trodden >> s.mine & 1:
            w.mine = rng.choice([h for h in self.kit.wild if not s.trodden >> h & 1])
        for side in {0, 1} - {seat}:
            a, b = MEN[side]
            if not s.known[a] & (1 << max(seat, 0)) * (seat >= 0) and s.known[a] != 3:
                w.kind[a], w.kind[b] = rng.sample(sorted((s.kind[a], s.kind[b])), 2)  # dealt, not exchanged
            if side < ordered:
                w.orders[side] = rng.choice([o for o in range(3) if not fulfilled(s, self.kit, side, o)])
        return w

    def odds(self, g: PG, seat: Seat, option: Option) -> Odds:
        if option[0] == "fire":
            return Odds("falls 42 %, wins 42 %", {"falls": 15 / 36, "wins": 15 / 36})
        fresh = [h for h in self.kit.wild if not g.s.trodden >> h & 1]
        lost = 0.5 / len(fresh) if option[2] in fresh and g.s.mine in fresh else 0.0
        return Odds(f"lost to the mine {lost:.0%}", {"lost": lost})

    def name(self, s: Island, seat: Seat, domain: str, value: int) -> str:
        if domain == "token":
            seen = s.known[value] == 3 or (seat >= 0 and s.known[value] >> seat & 1)
            return f"{self.meta.seats[value // 2]} {self.kit.kinds[s.kind[value]] if seen else 'man'} {value + 1}"
        return self.kit.orders[value] if domain == "order" else self.kit.names[value]

    def candidates(self, s: Island, domain: str) -> Sequence[int]:
        return range({"token": 4, "order": 3}.get(domain, self.kit.grid.size))

    def boards(self) -> dict[str, Board]:
        looks = {"beach": Look("beach", "sand", "~"), "hill": Look("hill", "hills", "^"), "wild": Look("scrub", "dots")}
        terrain = [[row.role] for row in self.content.table("places", Named).values()]
        names = dict(enumerate(self.kit.names))
        return {"island": self.kit.grid.board("island", "The island", terrain, looks, [], names)}

    def view(self, s: Island, seat: Seat) -> View:
        case, sides, name = [["map case"] if t in s.case else [] for t in range(4)], self.meta.seats, self.name
        men = [(t, name(s, seat, "token", t), s.at[t]) for t in range(4) if s.at[t] != GONE]
        named = [Token(*man, side=sides[man[0] // 2], badges=case[man[0]]) for man in men]
        order = self.kit.orders[s.orders[seat]] if seat >= 0 else "secret"
        looks = {sides[0]: Side(sides[0], 1), sides[1]: Side(sides[1], 3, "stripes")}
        tracks = [Track("turn", s.turn, 0, 8), *([Track("order", 0, text=order)] if s.turn else [])]
        return View("island", seat, named, tracks=tracks, sides=looks)

    def census(self, s: Island) -> dict[str, int]:
        return {"men": len(s.at), "scouts": s.kind.count(0)}

    def sound(self, s: Island) -> list[str]:
        carried = [(side, man) for side, man in enumerate(s.case) if man != GONE]
        astray = [man for side, man in carried if man not in MEN[side] or s.at[man] == GONE]
        unmarked = [man for man, h in enumerate(s.at) if h != GONE and not s.trodden >> h & 1]
        return [f"Man {man + 1} has a map case, but is gone or of the other side." for man in astray] + [
            f"Man {man + 1} stands where nobody has trodden." for man in unmarked
        ]


GAME = Patrols
