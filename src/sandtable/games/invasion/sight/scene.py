"""What is played out before everybody's eyes: an Operation as it is planned, a battle step by step (14.1, 19.1), and
what the last year has changed."""

from __future__ import annotations

from sandtable.boards.paths import bits
from sandtable.games.invasion.frames import NONE, Battle, Interdiction, Operation
from sandtable.games.invasion.pieces import COMMUNIST, RESISTANCE, Kit, SpaceId
from sandtable.games.invasion.rules import battle as fighting
from sandtable.games.invasion.rules.dangers import due
from sandtable.games.invasion.rules.movement import Ground
from sandtable.games.invasion.rules.operations import price, truce
from sandtable.games.invasion.rules.support import communist_support, resistance_support
from sandtable.games.invasion.sight.counters import RESISTANCE as THEIR_SIDE
from sandtable.games.invasion.sight.counters import SOVIET as OUR_SIDE
from sandtable.games.invasion.sight.names import card_name
from sandtable.games.invasion.sight.review import review
from sandtable.games.invasion.state import War, counters_in, fighters_in, units_in
from sandtable.kernel.view import Fact, Party, Ref, Scene, Trace

PLANNING = ("Plan", "Movement", "Reaction", "Combat")
PLANNED = {"plan": 0, "set-out": 1, "cross-the-border": 1, "react": 2, "engage": 3}
BATTLE = ("Terror", "Reveal", "Air strike", "Superiority", "First fire", "Second fire", "Morale")
STAGES = {
    "terror": 0,
    "reveal": 1,
    "reserve": 1,
    "air": 2,
    "strike": 2,
    "air-losses": 2,
    "superiority": 3,
    "first-fire": 4,
    "first-losses": 4,
    "second-fire": 5,
    "second-losses": 5,
    "aftermath": 6,
}
STRIKING = ("Plan", "Air strike", "Losses", "Morale")
STRUCK = {"plan": 0, "interdict": 1, "losses": 2, "interdiction-morale": 3}


def scene(kit: Kit, s: War) -> Scene | None:
    """The innermost of what is going on."""
    for frame in reversed(s.stack):
        if isinstance(frame, Battle):
            return _battle(kit, s, frame)
        if isinstance(frame, Interdiction):
            return _interdiction(kit, s, frame)
        if isinstance(frame, Operation):
            return _operation(kit, s, frame)
    return review(kit, s) if s.stack else None


def _enemies(kit: Kit, s: War, space: SpaceId, lines: list[Fact], title: str = "Resistance") -> Party:
    slots = counters_in(s, space) if space != NONE else []
    return Party(THEIR_SIDE, title, [Ref(slot, "counter") for slot in slots], lines)


# ---- an Operation -----------------------------------------------------------------------------------


def _operation(kit: Kit, s: War, f: Operation) -> Scene:
    name = kit.space_names[f.target] if f.target != NONE else ""
    title = f"Operation against {name}" if name else "Operation"
    going = [*bits(f.sent), *f.dropped[::2]]
    stays = units_in(s, kit, f.target) if f.target != NONE else []
    tokens = [Ref(unit) for unit in (*going, *(unit for unit in stays if unit not in going))]
    ours = Party(OUR_SIDE, "Communists", tokens, _forces(kit, s, f) + _costs(kit, s, f))
    parties = [ours]
    if f.target != NONE:
        parties.append(_enemies(kit, s, f.target, _ground(kit, s, f.target)))
    return Scene(title, list(PLANNING), PLANNED.get(f.step, 0), f.target, parties, _ways(kit, s, f))


def _ways(kit: Kit, s: War, f: Operation) -> list[Trace]:
    """How those who are to go will go: on the ground by a shortest legal way, by air straight on."""
    if f.step != "plan" or f.target == NONE:
        return []
    ground = Ground(s, kit, truce(kit, f.markers))
    going = [(unit, f.target) for unit in bits(f.sent)]
    going += zip(f.dropped[::2], f.dropped[1::2], strict=True)
    found = []
    for unit, space in going:
        start = s.at[unit]
        way = [start, space] if ground.flies(unit) else ground.way([unit], start, space) or [start, space]
        found.append(Trace(unit, way))
    return found


def _forces(kit: Kit, s: War, f: Operation) -> list[Fact]:
    """Who goes from where, by road or by air, and who is dropped off."""
    if f.step != "plan":
        return []
    ground = Ground(s, kit, truce(kit, f.markers))
    found: dict[str, int] = {}
    for unit in bits(f.sent):
        way = "by air" if ground.flies(unit) else "by road"
        place = f"from {kit.space_names[s.at[unit]]} {way}"
        found[place] = found.get(place, 0) + 1
    facts = [Fact(place, str(number)) for place, number in found.items()]
    facts += [Fact("dropped off in", kit.space_names[place]) for place in f.dropped[1::2]]
    return facts + [Fact("with", card_name(kit, marker)) for marker in bits(f.markers)]


def _costs(kit: Kit, s: War, f: Operation) -> list[Fact]:
    if f.step != "plan" or f.target == NONE:
        return []
    cost = price(s, kit, f)
    left = s.morale[COMMUNIST] - cost
    facts = [Fact("cost", f"{cost} MP"), Fact("morale left", str(left))]
    if still_due := due(s, kit):
        facts.append(Fact("due in Admin", f"{still_due}, leaving {left + still_due}"))
    return facts


def _ground(kit: Kit, s: War, space: SpaceId) -> list[Fact]:
    """What the ground says of a fight there."""
    tie = "Communists" if kit.tie[space] == COMMUNIST else "Resistance"
    facts = [Fact("ties", tie)]
    if communist_support(s, kit) >> space & 1:
        facts.append(Fact("Communist support", f"+{kit.n.support_bonus}"))
    if resistance_support(s, kit) >> space & 1:
        facts.append(Fact("Resistance support", f"+{kit.n.support_bonus}"))
    return facts


# ---- a battle ---------------------------------------------------------------------------------------


def _battle(kit: Kit, s: War, f: Battle) -> Scene:
    stage = STAGES.get(f.step, 0)
    ours = units_in(s, kit, f.space)
    open_now = all(s.known[slot] for slot in counters_in(s, f.space)) and stage > 0
    modifiers: list[list[Fact]] = [[], []]
    if ours:
        modifiers[COMMUNIST] = _added(fighting.communist_modifiers(s, kit, f))
    if open_now and fighters_in(s, kit, f.space):
        modifiers[RESISTANCE] = _added(fighting.resistance_modifiers(s, kit, f))
    for side in (COMMUNIST, RESISTANCE):
        if f.superior != NONE:
            modifiers[side].append(Fact("total with the die", str(f.totals[side])))
            modifiers[side].append(Fact("fires", "first" if f.superior == side else "second"))
    if f.hits:
        victim = RESISTANCE if stage == STAGES["air-losses"] else _victim(f, stage)
        modifiers[victim].append(Fact("hits to take", str(f.hits)))
    roles = ("attack", "defend") if f.attacker == COMMUNIST else ("defend", "attack")
    flying = [Ref(unit) for unit in bits(f.flying)]
    party = Party(OUR_SIDE, f"Communists {roles[0]}", [*(Ref(unit) for unit in ours), *flying], modifiers[COMMUNIST])
    enemy = _enemies(kit, s, f.space, modifiers[RESISTANCE], f"Resistance {roles[1]}s")
    parties = [party, enemy] if f.attacker == COMMUNIST else [enemy, party]
    return Scene(f"Battle in {kit.space_names[f.space]}", list(BATTLE), stage, f.space, parties)


def _victim(f: Battle, stage: int) -> int:
    """Who takes the hits of the fire that is being settled."""
    return 1 - f.superior if stage == STAGES["first-losses"] else f.superior


def _added(modifiers: fighting.Modifiers) -> list[Fact]:
    return [Fact(name, f"{value:+}") for name, value in modifiers]


def _interdiction(kit: Kit, s: War, f: Interdiction) -> Scene:
    flying = [Ref(unit) for unit in bits(f.flying)]
    lines = [Fact("hits to take", str(f.hits))] if f.hits else []
    parties = [Party(OUR_SIDE, "Air units", flying), _enemies(kit, s, f.target, lines)]
    title = f"Interdiction of {kit.space_names[f.target]}"
    return Scene(title, list(STRIKING), STRUCK.get(f.step, 0), f.target, parties)
