"""A Battle as everybody sees it: its steps, who is in it, what each side has played and can fire (4.2)."""

from __future__ import annotations

from sandtable.games.bct.frames import Battle, Fire
from sandtable.games.bct.pieces import SIDE_NAMES, Kit, SideId, in_dice
from sandtable.games.bct.rules.fire import firing_dice, flyers
from sandtable.games.bct.sight.names import SIDE_TITLES
from sandtable.games.bct.state import Theatre, foe, group, is_down
from sandtable.kernel.view import Fact, Party, Ref, Scene

STEPS = (
    "Declare",
    "Tactical Advantage",
    "Withdraw",
    "Modifier cards",
    "Forces",
    "First fire",
    "Second fire",
    "Consolidate",
)
STAGES = {
    "attacker-scouts": 1,
    "defender-scouts": 1,
    "reveal-scouts": 1,
    "roll-scouts": 1,
    "settle-advantage": 1,
    "offer-withdrawal": 2,
    "end-if-withdrawn": 2,
    "attacker-cards": 3,
    "defender-cards": 3,
    "reveal-cards": 3,
    "combine": 3,
    "display": 4,
    "first-fire": 4,
    "second-fire": 5,
    "consolidate": 6,
}
"""Where the window stands when the Battle's frame waits at a step: a procedure that it called is one step behind."""


def scene(kit: Kit, s: Theatre) -> Scene | None:
    battle = next((frame for frame in s.stack if isinstance(frame, Battle)), None)
    if battle is None:
        return None
    stage = STAGES.get(battle.step, len(STEPS) - 1)
    attacker = kit.side[battle.attacker]
    parties = [party(kit, s, battle, side, stage) for side in (attacker, foe(attacker))]
    return Scene(f"Battle in {kit.space_name(battle.space)}", list(STEPS), stage, battle.space, parties)


def party(kit: Kit, s: Theatre, battle: Battle, side: SideId, stage: int) -> Party:
    """One side: its Units in the Battle, and what all know of its points, cards and dice."""
    role = "Attacker" if side == kit.side[battle.attacker] else "Defender"
    engaged = [t for t in battle.engaged if kit.side[t] == side and s.at[t] == battle.space]
    tokens = [Ref(u) for t in engaged for u in group(s, kit, t)]
    lines = [Fact("Tactical Advantage", str(battle.advantage[side]))]
    if stage >= STAGES["attacker-cards"]:
        lines.append(Fact("fires", "first" if battle.first == side else "second"))
    if battle.supply[side]:
        lines.append(Fact("J-4", f"{in_dice(battle.supply[side])} more"))
    if battle.exposed:
        lines += _strength(kit, s, battle, side)
    return Party(SIDE_NAMES[side], f"{role}: {SIDE_TITLES[side]}", tokens, lines)


def _strength(kit: Kit, s: Theatre, battle: Battle, side: SideId) -> list[Fact]:
    """Once forces are displayed: dice, and what became of them."""
    firing = next((frame for frame in reversed(s.stack) if isinstance(frame, Fire)), None)
    flak = firing.flak if firing is not None and firing.side == side else 0
    lines = [Fact("dice", str(firing_dice(s, kit, battle, side, flak)))]
    if not battle.loc[side]:
        lines.append(Fact("Line of Communication", "none"))
    if flyers(s, kit, battle, side):
        lines.append(Fact("Air Assets", str(len(flyers(s, kit, battle, side)))))
    hurt = [t for t in kit.units_of[side] if battle.fresh >> t & 1]
    if hurt:
        lines.append(Fact("Suppressed here", str(sum(is_down(s, t) for t in hurt))))
    if firing is not None and firing.side == foe(side) and firing.hits:
        lines.append(Fact("Successes to bear", str(firing.hits)))
    return lines
