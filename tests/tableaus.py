"""A tableau that no game has yet: a path with its cards, Hostiles and Soldiers in rows, and two open hands."""

from __future__ import annotations

from sandtable.kernel.options import Option
from sandtable.kernel.view import (
    CARD,
    Asked,
    Board,
    Card,
    Chart,
    Choice,
    Choices,
    Deck,
    Hand,
    Mark,
    Odds,
    Pips,
    PipState,
    Ref,
    Side,
    Space,
    Token,
    Track,
    Value,
    View,
)

SIDES = {"friend": Side("Soldiers", 0), "foe": Side("Hostiles", 1, "stripes")}
PLACES = ["Night Drop", "Narrow Lane", "Old Kiln", "Market Roofs", "Customs Yard", "Wire Fence", "Radio Mast", "", ""]
HOSTILES, SOLDIERS, MARKERS = "hostiles", "soldiers", "markers"
GUNMEN, SNIPER, TECHNICAL = 201, 202, 203
GIACOMELLI, DIAZ, RIFLE, GRENADES, RADIO, SUPPORT = 301, 302, 311, 312, 313, 314
FLANK, RUSH, AID, SMOKE = 401, 402, 403, 404


def board(places: int = 6) -> Board:
    spaces = [Space(n, f"Place {n + 1}", 100.0 * n, 0, name=f"Place {n + 1}") for n in range(places)]
    return Board("path", "The mission", "tableau", 100.0 * places, 100, spaces, rows=[HOSTILES, SOLDIERS, MARKERS])


def states(drawn: str) -> list[PipState]:
    names: dict[str, PipState] = {"o": "open", "m": "marked", "x": "gone"}
    return [names[letter] for letter in drawn]


def hostile(id: int, title: str, space: int, alive: str, note: str, text: str = "") -> Card:
    chart = Chart("Attack", ["Range", "0", "1", "2"], [["Hit", "7", "8", "10"], ["Stray", "4", "5", "6"]])
    values = [Value("cover", "6"), Value("range", "0-2")]
    pips = [Pips("men", states(alive))]
    return Card(
        id, title, text, "3", space=space, row=HOSTILES, side="foe", values=values, pips=pips, chart=chart, note=note
    )


def soldier(id: int, name: str, space: int, health: str) -> Card:
    pips = [Pips("Health", states(health)), Pips("Actions", states("oo"))]
    return Card(id, name, kind="Player Soldier", space=space, row=SOLDIERS, side="friend", pips=pips, seat=0)


def gear(id: int, title: str, on: int, text: str, kind: str = "weapon") -> Card:
    return Card(id, title, text, kind=kind, on=Ref(on, CARD), values=[Value("range", "0-3")])


def table_cards() -> list[Card]:
    kinds = ["mission", *["location"] * 9]
    sites = [
        Card(100 + n, title, "Everybody who enters discards a card." if n % 2 else "", str(1 + n % 3), space=n)
        for n, title in enumerate(PLACES[:4])
    ]
    for site, kind in zip(sites, kinds, strict=False):
        site.kind = kind
    sites.append(Card(105, PLACES[6], "Blow it up: two targets.", "4", space=5, kind="objective"))
    return [
        *sites,
        hostile(
            GUNMEN, "Gunmen", 1, "oomx", "aims at Giacomelli: hurt 42 %", "If it is suppressed it does not close in."
        ),
        hostile(SNIPER, "Sniper", 2, "o", "aims at Diaz: hurt 17 %"),
        hostile(TECHNICAL, "Technical", 2, "oo", "aims at nobody"),
        soldier(GIACOMELLI, "Giacomelli", 1, "oomx"),
        gear(RIFLE, "Carbine", GIACOMELLI, "Single shots or a burst. A natural 1 or 2 empties it."),
        gear(GRENADES, "Fragmentation Grenades", GIACOMELLI, "Each Hostile of a group is rolled for.", "explosive"),
        soldier(DIAZ, "Diaz", 0, "ooo"),
        gear(RADIO, "Radio", DIAZ, "Support costs one less.", "equipment"),
        gear(SUPPORT, "Light Machine Gun", DIAZ, "Bursts only."),
    ]


def hands() -> list[Hand]:
    words = {"Suppress": "suppress"}
    own = [
        Card(FLANK, "Flank", "Attack a Hostile at your place; its Cover counts for nothing.", "1", kind="action"),
        Card(RUSH, "Rush", "Move one place forward without discarding.", kind="move"),
        Card(
            AID,
            "First Aid",
            "Take one Wound from a Soldier at your place.",
            kind="action",
            barred="Nobody here is hurt.",
        ),
        Card(SMOKE, "Smoke", "Suppress every Hostile at a place in range.", "1", kind="action", keywords=words),
        Card(405, "Steady", "One die of an attack is rolled again.", kind="reaction", barred="Only in an attack."),
        Card(
            406,
            "Draw Fire",
            "A Hostile at your place aims at you instead.",
            kind="reaction",
            barred="Only in their turn.",
        ),
    ]
    other = [Card(410 + n, f"Plan {n + 1}", "Draw two cards.", kind="action", seat=1) for n in range(5)]
    return [
        Hand("Giacomelli", 6, 0, own, Ref(GIACOMELLI, CARD)),
        Hand("Diaz", 5, 1, other, Ref(DIAZ, CARD)),
    ]


def choice(verb: str, *args: int, text: str, share: float | None = None) -> Choice:
    option: Option = (verb, *args)
    if share is None:
        return Choice(option, text)
    told = f"kill {share:.0%}, suppress {1 - share - 0.2:.0%}, miss 20 %"
    return Choice(option, text, odds=Odds(told, {"kill": share}, ["reloads on 1 or 2"]))


def asked() -> Asked:
    attacks = [
        choice("attack", RIFLE, GUNMEN, text="attack Gunmen with Carbine", share=0.42),
        choice("attack", RIFLE, SNIPER, text="attack Sniper with Carbine", share=0.17),
        choice("attack", FLANK, GUNMEN, text="attack Gunmen with Flank", share=0.6),
        choice("attack", FLANK, SNIPER, text="attack Sniper with Flank", share=0.25),
    ]
    moves = [choice("move", RUSH, place, text=f"move to {PLACES[place]}") for place in (0, 2)]
    groups = [
        Choices("attack", "attack", attacks, args=["card", "card"]),
        Choices("move", "move", moves, args=["card", "space"]),
        Choices("done", "end the turn", [Choice(("done",), "end the turn")], place="end"),
    ]
    return Asked("What does Giacomelli do?", "soldiers.turn", "7.2", "pick", [0], groups=groups)


def view() -> View:
    tokens = [
        Token(1, "2 magazines", on=Ref(RIFLE, CARD), letter="2", side="friend", shape="round"),
        Token(2, "1 grenade", on=Ref(GRENADES, CARD), letter="1", side="friend", shape="round"),
        Token(3, "Suppressed", on=Ref(TECHNICAL, CARD), letter="S", side="foe"),
        Token(4, "Dropped rifle", 3, letter="R", side="friend"),
    ]
    return View(
        "path",
        0,
        tokens,
        marks=[Mark(5, "target", "Target 1")],
        tracks=[Track("time", 7, 0, 10), Track("resources", 2), Track("experience", 3)],
        decks=[Deck("action cards", 31), Deck("hostiles", 22)],
        cards=table_cards(),
        hands=hands(),
        sides=SIDES,
        crumbs=["turn 3", "Soldiers' turn"],
        ask=asked(),
    )
