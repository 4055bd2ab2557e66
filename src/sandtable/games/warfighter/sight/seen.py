"""The view: the path with its cards, Soldiers and Hostiles in its spaces, hands, decks and tracks."""

from __future__ import annotations

from sandtable.games.warfighter.pieces import HELD, TARGETS, CardId, Kit
from sandtable.games.warfighter.rows import Action, AttackChart, Event, Hostile, Location
from sandtable.games.warfighter.rules.attacks import all_targets
from sandtable.games.warfighter.rules.dangers import of_soldier
from sandtable.games.warfighter.rules.gear import empties, jams
from sandtable.games.warfighter.rules.team import resources, worth
from sandtable.games.warfighter.sight.names import target_name
from sandtable.games.warfighter.state import (
    GONE,
    NOBODY,
    NOTHING,
    OBJECTIVE_CARD,
    Sortie,
    active,
    card_in,
    health,
    hostiles,
    is_player,
    items_of,
    items_on,
    knows_hand,
    living,
)
from sandtable.kernel.content import wording
from sandtable.kernel.odds import percent
from sandtable.kernel.options import Seat
from sandtable.kernel.sharing import tabled
from sandtable.kernel.view import Board, Card, Chart, Check, Deck, Mark, Ref, Side, Space, Token, Track, Value, View

BOARD = "path"
TEAM, FOE = "team", "hostiles"
LOOKS = {TEAM: Side("Team", 1), FOE: Side("Hostiles", 4, "stripes")}
WIDTH, HEIGHT, GAP = 120.0, 160.0, 20.0


def board(kit: Kit) -> Board:
    """The Mission path: one space after the other."""
    spaces = []
    for number in range(kit.spaces):
        x = GAP + WIDTH / 2 + number * (WIDTH + GAP)
        spaces.append(Space(number, str(number + 1), x, HEIGHT / 2 + GAP))
    return Board(BOARD, "Mission path", "cards", GAP + kit.spaces * (WIDTH + GAP), HEIGHT + 2 * GAP, spaces)


# ---- cards ------------------------------------------------------------------------------------------


@tabled
def action_card(kit: Kit, card: CardId) -> Card:
    """An Action card or Location as it is printed."""
    row = kit.cards[card]
    if isinstance(row, Location):
        price = [f"{row.actions} Action" if row.actions else "", f"{row.xp} XP" if row.xp else ""]
        told = Card(card, row.title, location_text(row), " and ".join(p for p in price if p) or "free", kind="Location")
        told.values = [Value("Entrance", str(row.entrance), "tr")]
        return told
    assert isinstance(row, Action)
    costs = [f"discard {row.discard}" if row.discard else "", f"{row.xp} XP" if row.xp else ""]
    told = Card(card, row.title, wording(row.text, row.effects), ", ".join(c for c in costs if c))
    told.kind = row.trait.capitalize() if row.trait else "Action"
    if row.retain >= 0:
        told.values = [Value("Retain", str(row.retain), "br")]
    return told


def location_text(row: Location) -> str:
    draws = "-".join(str(value) for value in sorted({min(row.reinforce), max(row.reinforce)})) if row.reinforce else ""
    told = f"Reinforce {'Always ' if row.always else ''}{draws or 'None'}. Hostiles: {row.chart}."
    return f"{told} {wording(row.text, row.effects)}".strip()


def hand(kit: Kit, s: Sortie, seat: Seat) -> list[Card]:
    """The cards of all hands that this seat sees, its own first; each lies on its Soldier."""
    found = []
    for slot in sorted(living(s), key=lambda slot: s.owner[slot] != seat):
        if not knows_hand(s, seat, slot):
            continue
        for card in sorted(set(s.hand[slot])):
            printed = action_card(kit, card)
            seen = Card(slot * HELD + card, printed.title, printed.text, printed.cost, kind=printed.kind, domain="held")
            seen.values = printed.values
            seen.on, seen.seat, seen.count = Ref(slot, "soldier"), s.owner[slot], s.hand[slot].count(card)
            found.append(seen)
    return found


def path_cards(kit: Kit, s: Sortie) -> list[Card]:
    """What lies in the spaces of the path: the Mission, Locations, the Objective, and Hostile cards beside them."""
    found = []
    for space in range(len(s.path)):
        card = card_in(s, kit, space)
        if card is None:
            continue
        lying = Card(space, card.title, wording(card.text, card.effects), domain="space", space=space)
        lying.kind = "Objective" if s.path[space] == OBJECTIVE_CARD else "Location" if s.path[space] >= 0 else "Mission"
        lying.values = [Value("Entrance", str(card.entrance), "tr")]
        if lying.kind == "Objective" and s.inactive:
            lying.use = "inactive"
        found.append(lying)
    found += [hostile_card(kit, s, hostile) for hostile in hostiles(s)]
    for target in all_targets(s, kit):
        if target >= TARGETS:
            row = kit.objectives[s.objective].targets[target - TARGETS]
            seen = Card(target, row.name, f"Cover {row.cover}, {row.kills} Kills.", domain="target", side=FOE)
            seen.space = s.path.index(OBJECTIVE_CARD)
            seen.values = [Value("kills", f"{s.kills[target - TARGETS]} of {row.kills}", "br")]
            found.append(seen)
    return found


def hostile_card(kit: Kit, s: Sortie, hostile: int) -> Card:
    row = kit.hostile(s.hostile[hostile])
    seen = Card(hostile, target_name(kit, s, hostile), hostile_text(row), domain="target", side=FOE)
    seen.space, seen.kind = s.at[hostile], "Hostile"
    seen.values = [
        Value("value", str(row.value), "tr"),
        Value("Cover", str(row.cover), "tl"),
        Value("active", f"{active(s, kit, hostile)} of {row.reticles}", "br"),
    ]
    if s.target[hostile] != NOBODY:
        seen.wanted = kit.soldiers[s.soldier[s.target[hostile]]].name
    return seen


def hostile_text(row: Hostile) -> str:
    told = [f"Range 0-{row.reach}." if row.reach else "Range 0."]
    if row.chart is not None:
        told.append(chart_text(row.chart))
    if row.entrance:
        told.append("Entrance " + "/".join(f"+{value}" for value in row.entrance) + ".")
    if row.screened:
        told.append(f"Screened by {' or '.join(row.screened)}.")
    told += [word for word, holds in (("Inspire.", row.inspire), ("Fearless.", row.fearless)) if holds]
    if row.reinforce:
        told.append("Reinforce " + ", ".join(map(str, row.reinforce)) + ".")
    return " ".join([*told, row.text]).strip()


def chart_text(chart: AttackChart) -> str:
    return "; ".join(line.strip() for line in chart.splitlines() if line.strip()) + "."


# ---- Soldiers ---------------------------------------------------------------------------------------


def soldiers(kit: Kit, s: Sortie) -> list[Token]:
    found = []
    for slot in range(len(s.soldier)):
        row = kit.soldiers[s.soldier[slot]]
        token = Token(slot, row.name, s.place[slot], side=TEAM, letter=row.name[0], domain="soldier")
        if s.place[slot] == GONE:
            token.space, token.box = -1, "out of the mission"
        else:
            token.values = [
                Value("Health", str(health(s, kit, slot)), "br"),
                Value("Actions", str(s.actions[slot]), "tl"),
                Value("XP", str(s.xp[slot]), "tr"),
                Value("Cover", str(row.cover), "bl"),
            ]
            if danger := of_soldier(s, kit, slot):
                token.values.append(Value("danger", percent(danger), note="to be wounded, if nothing else comes"))
        token.badges = ["suppressed" + (f" {s.suppress[slot]}" if s.suppress[slot] > 1 else "")] * (
            s.suppress[slot] > 0
        )
        token.badges += [f"wound {w.points}{' treated' if w.treated else ''}" for w in s.wounds[slot]]
        found.append(token)
    return found


def gear(kit: Kit, s: Sortie) -> list[Card]:
    """Weapons and equipment, on their Soldier or on the ground."""
    found = []
    for slot in living(s):
        found += [item_card(kit, s, item) for item in items_of(s, slot)]
    for space in range(len(s.path)):
        found += [item_card(kit, s, item) for item in items_on(s, space)]
    return found


def item_card(kit: Kit, s: Sortie, item: int) -> Card:
    now = s.items[item]
    row = kit.gear[now.kind]
    text = wording(row.text, row.effects)
    seen = Card(item, kit.gear_names[now.kind], text, domain="item", side=TEAM)
    if now.slot != NOBODY:
        seen.on, seen.seat = Ref(now.slot, "soldier"), s.owner[now.slot]
        if kit.is_weapon(now.kind):
            seen.values = [
                Value(kit.ammunition[kit.ammo_of(part)].name, str(s.ammo[now.slot][kit.ammo_of(part)]), "br")
                for part in kit.weapon(now.kind).parts
                if part.ammo
            ]
        states = [("empty", 2 * item in empties(s, kit, now.slot)), ("jammed", 2 * item in jams(s, kit, now.slot))]
        seen.use = ", ".join(word for word, holds in states if holds)
    else:
        seen.space = now.space
    return seen


# ---- beside the path --------------------------------------------------------------------------------


def decks(kit: Kit, s: Sortie, seat: Seat) -> list[Deck]:
    found = [Deck("Action deck", sum(s.deck[0]))]
    if (seat >= 0 and s.deck_shown[0] >> seat & 1) or not (any(s.hand) or any(s.saved)):  # what nobody holds is in it
        found[0].cards = counted(kit, tuple(s.deck[0]), "deck-card")
    found.append(Deck("Action discards", sum(s.discards), counted(kit, tuple(s.discards), "discard")))
    found.append(
        Deck("Hostile deck", sum(s.threats) + len(s.top) + len(s.bottom), threats(kit, tuple(s.threats), "threat"))
    )
    found.append(Deck("Hostile discards", sum(s.spent), threats(kit, tuple(s.spent), "spent")))
    lying = gear(kit, s)
    found.append(Deck("gear", len(lying), lying))
    play = [
        Card(n, kit.cards[one.card].title, domain="support", seat=s.owner[one.slot]) for n, one in enumerate(s.support)
    ]
    found.append(Deck("Support in play", len(play), play))
    for slot in living(s):
        if is_player(s, kit, slot):
            name = kit.soldiers[s.soldier[slot]].name
            found.append(Deck(f"hand of {name}", len(s.hand[slot])))
    return found


@tabled
def counted(kit: Kit, counts: tuple[int, ...], domain: str) -> list[Card]:
    found = []
    for card, copies in enumerate(counts):
        if copies:
            printed = action_card(kit, card)
            seen = Card(card, printed.title, printed.text, printed.cost, kind=printed.kind, count=copies)
            seen.domain = domain
            found.append(seen)
    return found


@tabled
def threats(kit: Kit, counts: tuple[int, ...], domain: str) -> list[Card]:
    found = []
    for threat, copies in enumerate(counts):
        if copies:
            row = kit.threats[threat]
            text = wording(row.text, row.effects) if isinstance(row, Event) else hostile_text(row)
            kind = "Event" if isinstance(row, Event) else "Hostile"
            seen = Card(threat, row.title, text, str(row.value), kind=kind, domain=domain, count=copies, side=FOE)
            found.append(seen)
    return found


def tracks(kit: Kit, s: Sortie) -> list[Track]:
    found = [Track("clock", s.clock, 0, kit.n.time), Track("turn", s.turn)]
    if not s.turn:
        limit = resources(s, kit)
        found.append(Track("Resources left", limit - worth(s, kit), 0, limit))
    found.append(Track("team value", s.value if s.turn else worth(s, kit)))
    for slot in living(s):
        found.append(Track("cup", s.cup[slot], 0, kit.n.targeting, kit.soldiers[s.soldier[slot]].name))
    return found


def marks(kit: Kit, s: Sortie) -> list[Mark]:
    found = [Mark(marker.space, "note", f"{kit.named[marker.effect]} {marker.plus:+}") for marker in s.markers]
    for space, held in enumerate(s.dropped):
        lying = [f"{number} {kit.ammunition[ammo].name}" for ammo, number in enumerate(held) if number]
        if lying:
            found.append(Mark(space, "note", ", ".join(lying)))
    return found


def checks(kit: Kit, s: Sortie) -> list[Check]:
    if s.objective == NOTHING:
        return []
    objective = kit.objectives[s.objective]
    if objective.rescue:
        return [Check(objective.text, False, "objective.rescue")]
    return [
        Check(f"{target.name}: {done} of {target.kills} Kills", done >= target.kills, "objective.target")
        for target, done in zip(objective.targets, s.kills, strict=False)
    ]


def view(kit: Kit, s: Sortie, seat: Seat) -> View:
    seen = View(BOARD, seat, sides=LOOKS)
    seen.tokens = soldiers(kit, s)
    seen.marks = marks(kit, s)
    seen.tracks = tracks(kit, s)
    seen.checks = checks(kit, s)
    seen.hand = hand(kit, s, seat)
    seen.cards = path_cards(kit, s)
    seen.decks = decks(kit, s, seat)
    return seen


def charts(kit: Kit) -> list[Chart]:
    """Hostile values by the team's value."""
    columns = ["Chart", *(band.title for band in kit.bands)]
    rows = [[chart.title, *map(str, chart.values)] for chart in kit.charts.values()]
    return [Chart("Hostile values", columns, rows, "location.hostiles")]
