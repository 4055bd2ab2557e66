"""What Objective Cards count and score (2.2, 3.5)."""

from __future__ import annotations

from sandtable.games.bct import cards
from sandtable.games.bct.pieces import Kit, SideId, UnitId
from sandtable.games.bct.rules.counters import objective_vp
from sandtable.games.bct.rules.ground import control
from sandtable.games.bct.state import DEEDS, Theatre, foe, is_covert, is_down, place


def worth(s: Theatre, kit: Kit, side: SideId, objective: int) -> int:
    """What an Objective would score for its side at the Scoring Step as things stand."""
    card = kit.objectives[objective]
    return sum(_score(s, kit, side, card, score) for score in card.scores)


def _score(s: Theatre, kit: Kit, side: SideId, card: cards.Objective, score: cards.Score) -> int:
    if any(counted(s, kit, side, count) for count in score.unless):
        return 0
    vp = objective_vp(s, card, score.vp)
    if score.count is None:
        return vp
    found = counted(s, kit, side, score.count)
    if found < score.least:
        return 0
    earned = vp * (found // score.per) if score.per else vp
    return min(earned, score.most) if score.most else earned


def counted(s: Theatre, kit: Kit, side: SideId, count: cards.Count) -> int:
    match count:
        case cards.Districts():
            holder = side if count.control == "own" else foe(side)
            held = control(s, kit)[holder]
            return sum(held >> district & 1 for district in kit.among(count.among))
        case cards.Pieces():
            held, among = control(s, kit)[side], kit.among(count.among)
            return sum(_counts(s, kit, count, token, held, among) for token in kit.units_of[side])
        case cards.Deeds():
            doer = side if count.by == "own" else foe(side)
            tallies = s.phase_deeds if count.span == "phase" else s.turn_deeds
            return tallies[doer * len(DEEDS) + DEEDS.index(count.what)]


def _counts(s: Theatre, kit: Kit, count: cards.Pieces, token: UnitId, held: int, among: frozenset[int]) -> bool:
    """Whether a Unit is one of those that a card counts, of the Districts held and of those that the card means."""
    at = place(s, kit, token)
    return (
        at in among
        and kit.scores_as(s.kind[token], count.sorts)
        and not (count.operational and is_down(s, token))
        and count.face in ("any", "covert" if is_covert(s, token) else "active")
        and not (count.controlled and not held >> at & 1)
    )
