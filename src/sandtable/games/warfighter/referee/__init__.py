"""The words that cases of Warfighter are written in: entry points, nouns, compound verbs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sandtable.games.warfighter import setup
from sandtable.games.warfighter.frames import Attack, HostileAttack, HostileTurn, Purchase, Turn, Whole
from sandtable.games.warfighter.pieces import MODES, Kit
from sandtable.games.warfighter.referee import words
from sandtable.games.warfighter.rules.attacks import arms, part_of, title_of
from sandtable.games.warfighter.rules.hostiles import callers, reinforced
from sandtable.games.warfighter.rules.strikes import line_of
from sandtable.games.warfighter.sight import names
from sandtable.games.warfighter.state import SG, Sortie, hostiles, soldiers_at
from sandtable.kernel.cases import CaseError, Noun, Referee, forms
from sandtable.kernel.cases.nouns import asked, asks, enter, figure, frame_of, result, winner
from sandtable.kernel.options import Option, Seat
from sandtable.kernel.state import Frame

# ---- entry points -----------------------------------------------------------------------------------


def in_play(*frames: Frame) -> Callable[[SG], None]:
    return enter(Whole("each-turn"), *frames, first=words.complete)


def at_set_up(g: SG) -> None:
    g.s.stack = [Whole()]
    g.s.stack[0].step = g.game.procedures.first(g.s.stack[0])


def at_purchase(g: SG) -> None:
    """All but the team is chosen."""
    words.complete(g, buying=True)
    g.s.turn = g.s.value = 0
    enter(Whole("set-out"), Purchase("purchase"))(g)


def at_deal(g: SG) -> None:
    """The team is bought, and hands are dealt."""
    words.complete(g)
    g.s.turn = g.s.value = 0
    enter(Whole("set-out"))(g)


def at_hostile_turn(step: str) -> Callable[[SG], None]:
    def entering(g: SG) -> None:
        words.complete(g)
        turn = HostileTurn(step)
        if step == "draw":
            turn.left = reinforced(g.s, g.kit)
        elif step == "call-more":
            turn.calling = callers(g.s, g.kit)
        elif step == "attacker":
            turn.left = hostiles(g.s)
        enter(Whole("each-turn"), Turn(""), turn)(g)

    return entering


def at_attack(step: str) -> Callable[[SG], None]:
    """An attack of a Soldier that `attack` describes."""

    def announced(g: SG) -> None:
        attack = frame_of(g, Attack)
        if attack is None:
            raise CaseError("say who attacks: attack: {who: corona, with: squad, at: thug}")
        attack.step = step
        in_play(Turn("act"), attack)(g)

    return announced


def at_reaction(g: SG) -> None:
    """An attack of a Hostile that `attacked` describes."""
    fallen = frame_of(g, HostileAttack)
    if fallen is None:
        raise CaseError("say who attacks: attacked: {by: thug, die: 6, cover: 4}")
    fallen.step = "reaction"
    line = line_of(g.s, g.kit, fallen.hostile, fallen.die)
    space, target = g.s.at[fallen.hostile], g.s.target[fallen.hostile]
    fallen.victims = soldiers_at(g.s, space) if line.everybody else [target]
    in_play(Turn(""), HostileTurn("attacker"), fallen)(g)


def put_attack(g: SG, value: Any) -> None:
    said = forms.mapping(value)
    forms.known_words(said, ("who", "with", "at", "mode", "free"), "attack")
    slot = words.slot_of(g, said["who"])
    begun = Attack(
        slot=slot, arm=weapon(g, slot, said.get("with", "squad")), target=words.named(g, "target", said["at"])
    )
    begun.free = forms.yes(said.get("free", "no"), "free")
    if "mode" in said:
        begun.mode = MODES.index(forms.word(said["mode"], MODES, "a Fire Mode"))
    g.s.stack.append(begun)


def put_attacked(g: SG, value: Any) -> None:
    said = forms.mapping(value)
    forms.known_words(said, ("by", "die", "cover"), "attacked")
    die, cover = forms.number(said["die"], "die", least=1), forms.number(said["cover"], "cover", least=1)
    g.s.stack.append(HostileAttack(hostile=words.named(g, "hostile", said["by"]), die=die, cover=cover))


ENTRIES: dict[str, tuple[Callable[[SG], None], str]] = {
    "set-up": (at_set_up, "the beginning: Hostiles, report and Objective are chosen, and the team is bought"),
    "purchase": (at_purchase, "the team is bought"),
    "deal": (at_deal, "the team is bought: its value is set, hands are dealt, Recon"),
    "turn": (in_play(Turn("begin-turn")), "a turn begins: Actions are counted anew"),
    "soldiers": (in_play(Turn("act")), "in the middle of the Soldier Turn"),
    "attack": (at_attack("attack"), "an attack is announced, that of `attack`"),
    "attack-dice": (at_attack("shoot"), "its dice fall, in the `mode` it names"),
    "reaction": (at_reaction, "the dice of a Hostile have fallen, those of `attacked`"),
    "retain": (in_play(Turn("begin-retain")), "the Soldiers have acted: Support is retained or goes"),
    "hostile-turn": (at_hostile_turn("begin-hostile-turn"), "the Hostile Turn begins"),
    "reinforcements": (at_hostile_turn("draw"), "Locations draw reinforcements"),
    "hostiles-reinforce": (at_hostile_turn("call-more"), "Hostile cards with Reinforce draw"),
    "inspire": (at_hostile_turn("inspire"), "leaders inspire, then Hostiles attack"),
    "attacks": (at_hostile_turn("attacker"), "Hostiles attack; nobody inspires"),
    "close-in": (at_hostile_turn("close-in"), "Hostiles close in"),
    "calm-down": (at_hostile_turn("calm-down"), "a Suppress comes off each Hostile card"),
    "clock": (at_hostile_turn("advance-clock"), "the clock goes down"),
}

# ---- nouns ------------------------------------------------------------------------------------------

CARD, SOLDIER = ("card",), ("soldier",)
NOUNS: dict[str, Noun] = {
    "foe": Noun(words.put_foe, lambda g, value: g.kit.type_ids[g.s.foe], "the type of Hostiles", names=("foe",)),
    "objective": Noun(
        words.put_objective, lambda g, value: g.kit.objective_ids[g.s.objective], "the Objective", names=("objective",)
    ),
    "report": Noun(words.put_report, lambda g, value: g.kit.report_ids[g.s.report], "the Situation Report"),
    "path": Noun(words.put_path, words.get_path, "the Locations laid, from space 2 on", names=CARD),
    "active": Noun(words.put_active, words.get_active, "whether the Objective is active"),
    "kills": Noun(words.put_kills, lambda g, value: g.s.kills, "Kills of each target of the Objective"),
    "turn": figure("turn", 0, "the number of the turn"),
    "clock": figure("clock", 0, "where the clock stands"),
    "value": figure("value", 0, "the team's value"),
    "placed": figure("placed", 0, "Locations placed in this turn"),
    "reach": figure("reach", -1, "the range beyond which nobody attacks; -1 for none"),
    "reach-until": figure("reach_until", 0, "the turn whose Soldier Turn ends that"),
    "team": Noun(words.put_team, words.get_team, "Soldiers with their skills and gear", loose=True),
    "players": Noun(words.put_seats, words.get_seats, "whose a Soldier is, from 1"),
    "place": Noun(words.put_place, words.get_place, "the space of a Soldier, from 1, or gone"),
    "wounds": Noun(words.put_wounds, words.get_wounds, "Wounds, each apart: 2, 1 treated"),
    "hand": Noun(words.put_hand("hand"), words.get_hand("hand"), "hands by card", loose=True, names=CARD),
    "saved": Noun(words.put_hand("saved"), words.get_hand("saved"), "cards put aside", loose=True, names=CARD),
    "ammo": Noun(words.put_ammo, words.get_ammo, "ammunition counters of a Soldier, by type"),
    "empty": words.arms("empty", "weapons that need a Reload"),
    "jammed": words.arms("jammed", "weapons that are jammed"),
    "fired": words.arms("fired", "weapons that were fired in this turn"),
    "ground": Noun(words.put_ground, words.get_ground, "gear on the ground, by space", loose=True),
    "ground-ammo": Noun(words.put_dropped, words.get_dropped, "ammunition on the ground, by space and type"),
    **words.NOUNS_OF_SOLDIERS,
    "hostiles": Noun(words.put_hostiles, words.get_hostiles, "Hostile cards in play, by row"),
    "in-play": Noun(None, words.get_in_play, "all Hostile cards in play", loose=True),
    "cup": Noun(None, words.get_cup, "Targeting counters left in the cup"),
    "support": Noun(words.put_support, words.get_support, "Support cards in play", loose=True, names=CARD),
    "markers": Noun(words.put_markers, words.get_markers, "what lies on spaces: Slow Going +2", loose=True),
    "deck": words.counts("deck", "card", "the Action deck, by card; all counts it"),
    "discards": words.counts("discards", "card", "the Action discards, by card"),
    "hostile-deck": words.counts("threats", "threat", "the Hostile deck, by card"),
    "hostile-discards": words.counts("spent", "threat", "the Hostile discards, by card"),
    "top": words.threat_list("top", "Hostile cards that were looked at, on top of the deck"),
    "bottom": words.threat_list("bottom", "Hostile cards under the deck"),
    "staying": words.threat_list("staying", "events that stay"),
    "entrance": Noun(None, words.get_entrance, "cards that a Soldier has to discard for a space"),
    "hostile-value": Noun(None, words.get_hostile_value, "the points of Hostiles that come to a space"),
    "budget": Noun(None, words.get_budget, "Resources that are left"),
    "attack": Noun(put_attack, None, "an attack of a Soldier that is announced"),
    "attacked": Noun(put_attacked, None, "an attack of a Hostile whose dice have fallen"),
    "told": Noun(None, words.told(lambda event, key: int(event.key == key)), "lines of the log under a key"),
    "rolled": Noun(
        None, words.told(lambda event, purpose: len(event.dice) * (event.purpose == purpose)), "dice of a purpose"
    ),
    "asks": asks(),
    "asked": asked(),
    "result": result(),
    "winner": winner(),
}

# ---- compound verbs ---------------------------------------------------------------------------------


def weapon(g: SG, slot: int, said: Any) -> int:
    """What a Soldier attacks with: `squad`, `unarmed`, the row of his weapon, or the name of one of its parts."""
    word = forms.name(said, "with")
    found = []
    for arm in arms(g.s, g.kit, slot):
        part = part_of(g.s, g.kit, arm)
        called = {names.arm_id(g.kit, g.s, arm)}
        if part is not None:
            called.add(names.slug(part.name))
            if arm % 2 == 0:
                called |= {g.kit.gear_ids[g.s.items[arm // 2].kind], names.slug(title_of(g.s, g.kit, arm))}
        if word in called:
            found.append(arm)
    if not found:
        known = [names.arm_id(g.kit, g.s, arm) for arm in arms(g.s, g.kit, slot)]
        raise CaseError(f"{word!r} is no weapon of his; he has {', '.join(known)}")
    return found[0]


def xp_of(g: SG, data: Mapping[str, Any]) -> list[Option]:
    """xp: {corona: 1}: who pays."""
    given = forms.mapping(data.get("xp", {}))
    return [("give-xp", words.slot_of(g, name), forms.number(points, name)) for name, points in given.items()]


def cards_of(g: SG, slot: int, said: Any) -> list[Option]:
    """discard: [advance] of the Soldier himself, or {giacomelli: [advance]}."""
    by_name = said if isinstance(said, Mapping) else None
    if by_name is None:
        return [("give-card", slot, words.held(g, slot, card)) for card in forms.sequence(said)]
    return [
        ("give-card", words.slot_of(g, name), words.held(g, words.slot_of(g, name), card))
        for name, cards in by_name.items()
        for card in forms.sequence(cards)
    ]


def attack(g: SG, seat: Seat, data: Mapping[str, Any]) -> list[Option]:
    """attack: {who: corona, with: squad, at: thug, mode: burst, help: [steady-aim], upgunned: [...], xp: {...}}"""
    slot = words.slot_of(g, data["who"])
    arm = weapon(g, slot, data.get("with", "squad"))
    found: list[Option] = [("attack", slot, arm, words.named(g, "target", data["at"]))]
    found += [("fit", words.named(g, "item", item)) for item in forms.sequence(data.get("fit", []))]
    helper = words.slot_of(g, data.get("by", data["who"]))
    found += [("help", helper, words.held(g, helper, card)) for card in forms.sequence(data.get("help", []))]
    for card in forms.sequence(data.get("upgunned", [])):
        found += [("help-upgunned", helper, words.held(g, helper, card)), *xp_of(g, data)]
    part = part_of(g.s, g.kit, arm)
    usual = "explosion" if part is not None and part.explosion else "semi"
    return [*found, ("fire", MODES.index(forms.word(data.get("mode", usual), MODES, "a Fire Mode")))]


def move(g: SG, seat: Seat, data: Mapping[str, Any]) -> list[Option]:
    """move: {who: corona, to: 2, discard: {giacomelli: [advance]}, use: [rope-giacomelli]}"""
    slot = words.slot_of(g, data["who"])
    found: list[Option] = [("move", slot, words.space_of(data["to"]))]
    found += [("ease", words.named(g, "item", item)) for item in forms.sequence(data.get("use", []))]
    return [*found, *cards_of(g, slot, data.get("discard", []))]


def play(verb: str) -> Callable[[SG, Seat, Mapping[str, Any]], list[Option]]:
    def playing(g: SG, seat: Seat, data: Mapping[str, Any]) -> list[Option]:
        """play: {who: giacomelli, card: sniper, discard: [...], xp: {corona: 1}}"""
        slot = words.slot_of(g, data["who"])
        found: list[Option] = [(verb, slot, words.held(g, slot, data["card"]))]
        return [*found, *xp_of(g, data), *cards_of(g, slot, data.get("discard", []))]

    return playing


def react(g: SG, seat: Seat, data: Mapping[str, Any]) -> list[Option]:
    """react: {who: giacomelli, card: suppress, for: corona, with: m203-carbine, xp: {giacomelli: 1}}"""
    slot = words.slot_of(g, data["who"])
    card, victim = words.held(g, slot, data["card"]), words.slot_of(g, data.get("for", data["who"]))
    if "with" in data:
        found: list[Option] = [("react-with", slot, card, victim, weapon(g, slot, data["with"]))]
    else:
        found = [("react", slot, card, victim)]
    return [*found, *xp_of(g, data)]


def redraw(g: SG, seat: Seat, data: Mapping[str, Any]) -> list[Option]:
    """redraw: {who: giacomelli, discard: [stealth-kill]}"""
    slot = words.slot_of(g, data["who"])
    thrown: list[Option] = [
        ("throw", slot, words.held(g, slot, card)) for card in forms.sequence(data.get("discard", []))
    ]
    return [("redraw", slot), *thrown, ("draw", slot)]


def retain(g: SG, seat: Seat, data: Mapping[str, Any]) -> list[Option]:
    """retain: {xp: {corona: 2}}"""
    return [("retain",), *xp_of(g, data)]


def cancel(g: SG, seat: Seat, data: Mapping[str, Any]) -> list[Option]:
    """cancel: {xp: {corona: 1}}"""
    return [("cancel",), *xp_of(g, data)]


def lay(g: SG, seat: Seat, data: Mapping[str, Any]) -> list[Option]:
    """lay: {who: giacomelli, card: river-crossing, xp: {corona: 1}}"""
    slot = words.slot_of(g, data["who"])
    return [("lay", slot, words.held(g, slot, data["card"])), *xp_of(g, data)]


REFEREE = Referee[Sortie, Kit](
    blank=lambda game, plan: setup.blank(game.kit, plan),
    entries=ENTRIES,
    nouns=NOUNS,
    compounds={
        "attack": attack,
        "move": move,
        "play": play("play"),
        "upgun": play("upgun"),
        "lay": lay,
        "redraw": redraw,
        "react": react,
        "retain": retain,
        "cancel": cancel,
    },
    draws={
        "deal": "card",
        "draw": "card",
        "hostile": "threat",
        "peek": "threat",
        "target": "soldier",
        "event-soldier": "soldier",
        "mission": "mission",
        "objective": "objective",
    },
    check=words.check,
    titles=names.TITLES,
    call=lambda g, domain, value: names.called(g.kit, g.s, domain, value),
)
