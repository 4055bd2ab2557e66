"""The words that cases of Invasion Afghanistan are written in: entry points, nouns, compound verbs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandtable.games.invasion import setup
from sandtable.games.invasion.frames import (
    Admin,
    Battle,
    Campaign,
    Counteroffensive,
    Draws,
    Operations,
    PolWar,
    Recruit,
    Uprising,
    Year,
)
from sandtable.games.invasion.pieces import COMMUNIST, RESISTANCE, Kit
from sandtable.games.invasion.referee import words
from sandtable.games.invasion.sight import names
from sandtable.games.invasion.state import WG, War
from sandtable.kernel.cases import CaseError, Noun, Referee, forms
from sandtable.kernel.cases.nouns import asks, enter, figure, frame_of, result
from sandtable.kernel.game import Game, Setup
from sandtable.kernel.options import Option, Seat
from sandtable.kernel.state import Frame

# ---- entry points -----------------------------------------------------------------------------------


def at(year_step: str, *frames: Frame) -> Callable[[WG], None]:
    """Puts the sequence of play somewhere; `year_step` is the deed of the year that comes next."""
    return enter(Campaign("each-year"), Year(year_step), *frames)


def at_set_up(g: WG) -> None:
    """The very beginning: nothing lies anywhere, and no year has begun."""
    g.s.year = g.s.enlisted = 0
    g.s.stack = [Campaign()]
    g.s.stack[0].step = g.game.procedures.first(g.s.stack[0])


def at_battle(step: str) -> Callable[[WG], None]:
    """Puts the sequence of play into the battle that `given` describes."""

    def fighting(g: WG) -> None:
        fought = frame_of(g, Battle)
        if fought is None:
            raise CaseError("say who fights: battle: {space: kabul, attacker: communist}")
        fought.step = step
        if fought.attacker == COMMUNIST:
            at("dra-morale", Operations("operations"), fought)(g)
        else:
            at("admin", Counteroffensive("next-attack"), fought)(g)

    return fighting


ENTRIES: dict[str, tuple[Callable[[WG], None], str]] = {
    "set-up": (at_set_up, "the beginning: both sides are set up"),
    "control-check": (at("control-check"), "a year begins"),
    "communist-markers": (
        at("communist-recruits", Draws("begin-draws", side=COMMUNIST)),
        "Communist markers are drawn",
    ),
    "recruits": (at("resistance-markers", Recruit("recruit")), "the Communist Recruit Sub-Phase"),
    "resistance-markers": (
        at("resistance-recruits", Draws("begin-draws", side=RESISTANCE)),
        "Resistance markers are drawn",
    ),
    "resistance-recruits": (at("political-warfare", Uprising("uprise")), "Resistance recruits are drawn and placed"),
    "polwar": (at("operations", PolWar("polwar")), "Political Warfare"),
    "operations": (at("dra-morale", Operations("operations")), "Operations"),
    "dra-morale": (at("dra-morale"), "the DRA Morale check"),
    "counteroffensive": (at("counteroffensive"), "the Counteroffensive check"),
    "admin": (at("", Admin("find-due")), "Admin"),
    "judgement": (at("", Admin("end-year")), "the year ends; in the last one the conditions are judged"),
    "battle": (at_battle("terror"), "an attack: Terror may be declared; of the Resistance, counters are revealed next"),
    "battle-reveal": (at_battle("reveal"), "the counters are revealed"),
    "battle-air": (at_battle("air"), "air units are committed"),
    "battle-strike": (at_battle("strike"), "those of `flying` strike"),
    "battle-superiority": (at_battle("superiority"), "superiority is rolled for"),
    "battle-fire": (at_battle("first-fire"), "the side with superiority fires"),
    "battle-second-fire": (at_battle("second-fire"), "the other side fires"),
    "battle-morale": (at_battle("aftermath"), "the effects on morale"),
}

# ---- nouns ------------------------------------------------------------------------------------------

UNIT, SPACE, CARD = ("token",), ("space",), ("card",)

NOUNS = {
    "morale": Noun(words.put_morale, words.get_morale, "both indexes"),
    "year": figure("year", least=1979),
    "place": Noun(words.put_place, words.get_place, "a space, pool, available or used", names=("token", "space")),
    "units": Noun(words.put_units, words.get_units, "the units of a space or box, by type", names=("type",)),
    "reduced": words.mask_of_units("reduced", "all units on their reduced side"),
    "demobilized": words.mask_of_units("barred", "units that cannot be recruited this year"),
    "enlisted": Noun(words.put_enlisted, words.get_enlisted, "Resistance types that are in the game", loose=True),
    "resistance": Noun(words.put_resistance, words.get_resistance, "counters of a space, face down or up", loose=True),
    "bin": Noun(None, words.get_bin, "what is in the Resistance Recruit bin"),
    "markers": Noun(words.put_markers, words.get_markers, "hand, play, bin, waiting or out", names=CARD),
    "agents": Noun(words.put_agents, words.get_agents, "hand, pool, an area, or a bin", names=("agent", "space")),
    "played": Noun(words.put_played, words.get_played, "markers played this year", loose=True, names=CARD),
    "active": words.mask_of_spaces("active", "areas of Pakistan and Iran that are in play"),
    "silenced": words.mask_of_spaces("silenced", "those that give no support this year"),
    "uncounted": words.mask_of_spaces("uncounted", "those whose points do not count at the next Control Check"),
    "battle": Noun(words.put_battle, words.get_battle, "who fights; compared: none, space or figures", names=SPACE),
    "control": Noun(None, words.get_control, "communist, resistance, disputed, nobody or neutral"),
    "points": Noun(None, words.get_points, "control points that a side would score now"),
    "support": Noun(None, words.get_support, "whether a side has support in a space"),
    "reach": Noun(None, words.get_reach, "where a unit may end an Operation", loose=True, names=SPACE),
    "conditions": Noun(None, words.get_conditions, "whether they are met now"),
    "told": Noun(None, words.told(lambda event, key: event.key == key), "lines of the log under a rule, counted"),
    "rolled": Noun(
        None,
        words.told(lambda event, purpose: len(event.dice) if event.purpose == names.roll_title(purpose) else 0),
        "dice rolled for a purpose, counted",
    ),
    "asks": asks(),
    "result": result(),
}

# ---- compound verbs ---------------------------------------------------------------------------------


def operation(g: WG, seat: Seat, value: Any) -> list[Option]:
    """A whole Operation: {operation: {to: kabul, send: [mech-division-1], drop: {soviet-engineer-1: kunduz}}}."""
    said = forms.mapping(value)
    forms.known_words(said, ("to", "send", "drop", "with"), "operation")
    drop = {words.unit(g, name): words.space(g, where) for name, where in forms.mapping(said.get("drop", {})).items()}
    there = words.space(g, said["to"])
    sent = [unit for unit in words.units(g, said.get("send", [])) if unit not in drop and g.s.at[unit] != there]
    parts: list[Option] = [("send", unit) for unit in sent]  # who is there already takes part without being sent
    target: Option = ("target", there)
    if g.offers(seat, target):
        parts.insert(0, target)
    else:  # nobody gets there: the unit named is asked first, so that it says why
        parts.append(target)
    parts += [("drop", unit, where) for unit, where in drop.items()]
    cards = [words.named(g, "card", name) for name in forms.sequence(said.get("with", []))]
    truces = [card for card in cards if g.kit.marker_kinds[g.kit.marker[card]].title == "Ceasefire"]
    first: list[Option] = [("with", card) for card in truces]
    return [*first, *parts, *(("with", card) for card in cards if card not in truces), ("go",)]


def interdiction(g: WG, seat: Seat, value: Any) -> list[Option]:
    """A whole Interdiction: {interdiction: {of: tora-bora, fly: [soviet-airstrike-1]}}."""
    said = forms.mapping(value)
    forms.known_words(said, ("of", "fly", "with", "terror"), "interdiction")
    parts: list[Option] = [("interdict", words.space(g, said["of"]))]
    parts += [("fly", unit) for unit in words.units(g, said.get("fly", []))]
    parts += [("with", words.named(g, "card", name)) for name in forms.sequence(said.get("with", []))]
    if forms.yes(said.get("terror", "no"), "terror"):
        parts.append(("terror",))
    return [*parts, ("go",)]


def strikes(g: WG, seat: Seat, value: Any) -> list[Option]:
    """All air units of a battle, and then the fight: {strikes: [soviet-airstrike-1]}; none of them: {strikes: []}."""
    return [*(("fly", unit) for unit in words.units(g, value)), ("fight",)]


def loses(g: WG, seat: Seat, value: Any) -> list[Option]:
    """Hits on Communist units, one after the other: {loses: [dra-militia-1, mech-division-1]}."""
    return words.hits(g, "lose", [words.unit(g, name) for name in forms.sequence(value)])


def kills(g: WG, seat: Seat, value: Any) -> list[Option]:
    """Hits on Resistance counters: {kills: [guerrilla-1, militia-2]}."""
    return words.hits(g, "kill", [words.hit_counter(g, forms.name(name)) for name in forms.sequence(value)])


# ---- the referee ------------------------------------------------------------------------------------


def board_of(game: Game[War, Kit], given: Setup) -> War:
    """An empty map in the first year of the scenario, with the Mujahedin in the bin."""
    s = setup.blank(game.kit, given)
    s.year = game.kit.scenarios[s.scenario].first
    s.enlisted = game.kit.first_of_all & ~(1 << game.kit.spectacular)
    return s


REFEREE: Referee[War, Kit] = Referee(
    blank=board_of,
    entries=ENTRIES,
    nouns=NOUNS,
    compounds={
        "operation": operation,
        "interdiction": interdiction,
        "strikes": strikes,
        "loses": loses,
        "kills": kills,
    },
    draws={"counter": "type", "communist-marker": "campaign", "resistance-marker": "campaign"},
    titles={
        "token": "a unit",
        "counter": "a Resistance counter",
        "type": "a type of counter",
        "card": "a marker",
        "campaign": "a marker",
        "agent": "a Subversion marker",
        "space": "a space",
        "nation": "a nation",
    },
    own=lambda g, seat, domain, name: str(words.hit_counter(g, name)) if domain == "counter" else name,
    call=lambda g, domain, value: names.called(g.kit, g.s, domain, value),
)
