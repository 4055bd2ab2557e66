"""Losses: who and what leaves the map, and what that does to detection."""

from __future__ import annotations

from sandtable.games.raids.frames import EnemyPhase, Move
from sandtable.games.raids.pieces import CAMP, GEAR, LEADER, TEAM, HexId, PieceId
from sandtable.games.raids.policies import policy, words
from sandtable.games.raids.rules.loads import left_with
from sandtable.games.raids.rules.victory import last_team_lost
from sandtable.games.raids.state import (
    BOX,
    LOST,
    POOL,
    RG,
    camp_at,
    camps,
    enemies_at,
    gear_at,
    hunted,
    leaders_at,
    piece,
    team_at,
    teams_in_play,
)
from sandtable.kernel.story import Loss

OURS = (Loss("{0:token}", "friend"),)


def eliminate(g: RG, token: PieceId, key: str, for_good: bool = False) -> None:
    """Takes a friendly piece off the map: gear and priced leaders go back on sale, others are lost."""
    s, p, h = g.s, piece(g, token), g.s.at[token]
    if p.kind == TEAM:
        _drop_marker(g, token)
        s.at[token] = LOST
        g.tell(key, "{0:token} dies in {1:space}.", token, h, weight="blow", lost=OURS, main=True)
        policy(g).team_lost(g, token)
        stop_pursuit_of(g, token, h)
        if not team_at(g, h):
            nobody_left(g, h, "gear.team-eliminated")
        if not teams_in_play(g):
            last_team_lost(g)  # rule: victory.last-team: at once
    elif p.kind == LEADER:
        s.leaders_lost += 1
        s.at[token] = BOX if p.priced and policy(g).lost_leaders_return else LOST
        g.tell(key, "{0:token} dies in {1:space}.", token, h, weight="blow", lost=OURS, main=True)
    elif p.kind == CAMP:
        s.at[token] = LOST
        g.tell(key, "{0:token} is destroyed.", token, weight="blow", at=h, lost=OURS)
        if not camps(g):
            home, team = words(g).camp, words(g).team
            g.tell("camp.none-left", f"No {home} is left: no {team} can escape or be undetected.", weight="blow")
    elif p.kind == GEAR:
        s.at[token] = LOST if for_good else BOX  # rule: gear.rebuy
        g.tell(key, "{0:token} is lost.", token, weight="blow", at=h, lost=OURS)
        _let_go(g, token)


def _let_go(g: RG, token: PieceId) -> None:
    """Gear may be used up in the middle of a move or of aiming: then it neither goes on nor fires."""
    for f in g.s.stack:
        if isinstance(f, Move) and f.step in ("form", "leg") and token in f.stack:
            if f.hexes:
                f.shed, f.hands = left_with(g, f, token)
            f.stack.remove(token)
        elif isinstance(f, EnemyPhase) and f.step == "aim":
            shots = zip(f.aims[::2], f.aims[1::2], strict=True)
            f.aims = [end for shot in shots if shot[0] != token for end in shot]


def _drop_marker(g: RG, team: PieceId) -> None:
    marker = g.s.marker[team]
    if marker >= 0:
        g.s.marker[team] = -1
        to_cup(g, marker)


def to_cup(g: RG, marker: int) -> None:
    g.s.at[marker] = POOL
    g.s.marker_cup.append(marker)


def remove_enemy(g: RG, enemy: PieceId) -> None:
    """An enemy unit goes back to its cup, to be drawn again."""
    g.s.hunters.remove(enemy)
    g.s.at[enemy] = POOL
    g.s.enemy_cup.append(enemy)


def overrun(g: RG, h: HexId, enemy: PieceId, placed: bool = False) -> None:
    """An enemy has entered a hex, or was placed in it, that no team holds: everything there is lost."""
    if team_at(g, h):  # rule: camp.occupied
        return
    if not policy(g).on_enemy_enters(g, h, enemy, placed):
        fall(g, h, fresh=True)


def given_up(g: RG, h: HexId) -> None:
    """A hex that its last team has left or died in falls to an enemy who is there already."""
    if enemies_at(g, h) and not team_at(g, h):  # rule: camp.occupied gear.reclaim casualty.leaders-left
        fall(g, h)


def fall(g: RG, h: HexId, fresh: bool = False) -> None:
    """The enemy alone holds a hex: gear, leaders and camp there are lost."""
    kept = policy(g).leaders_hold_camps and fresh and bool(leaders_at(g, h))  # rule: camp.occupied
    for token in gear_at(g, h):
        eliminate(g, token, "gear.plus-overrun" if piece(g, token).plus else "gear.overrun")
    for token in leaders_at(g, h):
        eliminate(g, token, "gear.plus-overrun")
    for token in g.kit.camps:
        if g.s.at[token] == h and not kept:
            eliminate(g, token, "camp.destroyed")


def stop_pursuit_of(g: RG, team: PieceId, h: HexId) -> None:
    """A team is home or dead: those detected with it who have gone elsewhere are no longer pursued."""
    event = g.s.event[team]
    g.s.event[team] = 0
    if event:
        for other in teams_in_play(g):
            if g.s.event[other] == event and g.s.at[other] != h:
                g.s.event[other] = 0
                g.tell("pursuit.split", "{0:token} is no longer pursued.", other)


def come_home(g: RG, h: HexId, comers: list[int]) -> None:
    """Teams that have entered a camp are undetected at once, also those who only pass through.

    Whom a fight found in it stays detected.
    """
    if not camp_at(g, h):  # rule: camp.none-left
        return
    for team in comers:
        if piece(g, team).kind == TEAM and g.s.event[team]:
            g.tell("camp.undetects", f"{{0:token}} is safe in {words(g).camp}.", team)
            stop_pursuit_of(g, team, g.s.at[team])
    call_off(g)


def call_off(g: RG) -> None:
    """With no detected team outside a camp, every enemy leaves the map."""
    if g.s.hunters and not hunted(g):
        g.next_deed()
        g.tell("detect.enemies-leave", "The enemy breaks off and leaves the map.")
        for enemy in g.s.hunters[:]:
            remove_enemy(g, enemy)


def nobody_left(g: RG, h: HexId, key: str) -> None:
    """A hex has lost its last team: its gear is lost, and what an enemy shares with it as well."""
    for token in gear_at(g, h):
        eliminate(g, token, key)
    given_up(g, h)
