"""How the plain player weighs things up: Control and what it scores, Units, threats, deeds that an Objective pays for.

An Outlook is made for one decision and one side, in a world dealt for that side.
"""

from __future__ import annotations

from copy import copy
from functools import cached_property
from typing import Any

from sandtable.games.bct import cards
from sandtable.games.bct.pieces import INSURGENT, CardId, Kit, SideId, SpaceId, UnitId
from sandtable.games.bct.plain.gauges import Gauge, Known, Tally, gauges, matters, rewards
from sandtable.games.bct.plain.lay import Change, Lay
from sandtable.games.bct.rules.objectives import counted
from sandtable.games.bct.state import DEEDS, NONE, Theatre, is_down

CARD = 0.7
"""What one more card in the hand brings in a turn, in VP."""
HORIZON = 1.6
"""How many more turns a standing score counts as sure."""
FOREIGN = 0.8
"""What a point kept from the opponent is worth beside one's own."""
DISTRICT = 0.04
"""What Control of a District is worth by itself: supply, and objectives still to be drawn."""
LINES = 0.25
"""And of one with a Base, from which lines then lead."""
CIMIC = {"net-assembled", "net-disassembled", "recruited"}
"""The deeds that J-9 Successes do."""
RISK, MOST_RISK = 0.35, 0.8
"""How likely a Unit that lies open to an attack is attacked: the more, the more it is worth."""


class Outlook(Lay):
    """What one side makes of the position."""

    def __init__(self, s: Theatre, kit: Kit, side: SideId) -> None:
        super().__init__(s, kit, side)
        self.turns = s.turns_left
        """Turns still to be scored, this one among them."""
        self.open = s.revealed[side]
        """The Objective that is played for."""
        self._hand = s.objectives[side]
        self._scored = self.open
        self.memo: dict[str, Any] = {}
        """What has been worked out for this position once."""
        self.unit_worth = Known(self._unit_worth).__getitem__
        self._exposures: Known[tuple[int, int], Known[int, float]] = Known(self._exposures_of)
        self._exposed: dict[tuple[int, int, float, int], Known[int, float]] = {}
        self._counts: dict[int, int] = {}
        self._paid = Known(self._pays)
        self.worth_of = Known(self._worth_of)
        """What Control, own and hostile, is worth beside that of now."""

    def playing_for(self, objective: int) -> Outlook:
        """The same position with this Objective open. What Control is worth stays as it is, without its score."""
        other = copy(self)
        other.open = objective
        paid = self.rewards[objective]
        stale = {"bodies", "forces", "strikes"} if self.kit.objectives[objective].extras else set()
        stale |= {"fairs", "uses", "journeys"} if paid.keys() & CIMIC else set()
        stale |= {"scouting", "uses", "journeys"} if "revealed" in paid else set()
        other.memo = {what: known for what, known in self.memo.items() if what not in stale}
        return other

    @cached_property
    def gauges(self) -> list[list[Gauge]]:
        return gauges(self.kit)

    @cached_property
    def _matters(self) -> list[tuple[int, int]]:
        return matters(self.kit)

    @cached_property
    def rewards(self) -> list[dict[str, list[cards.Score]]]:
        return rewards(self.kit)

    @cached_property
    def now(self) -> float:
        """What Control as it is brings."""
        return self.standing(self.held[self.side], self.held[self.foe])

    # -- Control

    def with_change(self, changes: list[Change]) -> float:
        """What it is worth if these Districts change."""
        return self.worth_of[self.changed(changes)]

    def _worth_of(self, held: tuple[int, int]) -> float:
        return self.standing(*held) - self.now

    # -- what Control scores

    def standing(self, own: int, hostile: int) -> float:
        """Points that this Control brings: now, in turns to come, and to the opponent."""
        scores = sorted([self.pays(card, own, hostile) for card in self._hand], reverse=True)
        later = min(HORIZON, max(0.0, self.turns - 1.0))
        total = later * (scores[0] + 0.15 * sum(scores[1:])) if scores else 0.0
        if self._scored != NONE:
            total += self.pays(self._scored, own, hostile)
        after = min(HORIZON, float(self.turns if self.foe != self.s.first or self._scored == NONE else self.turns - 1))
        for card, chance in self._fears:
            total -= FOREIGN * after * chance * self.pays(card, hostile, own)
        total += DISTRICT * (own.bit_count() - hostile.bit_count())
        return total + LINES * ((own & self._depots[0]).bit_count() - (hostile & self._depots[1]).bit_count())

    def pays(self, card: CardId, own: int, hostile: int) -> float:
        """What an Objective's standing scores would bring with this Control."""
        ours, theirs = self._matters[card]
        return self._paid[card, own & ours, hostile & theirs]

    def _pays(self, what: tuple[int, int, int]) -> float:
        card, own, hostile = what
        return sum([self._score(card, gauge, own, hostile) for gauge in self.gauges[card] if gauge.standing])

    def _score(self, card: CardId, gauge: Gauge, own: int, hostile: int) -> float:
        if any(self._count(card, tally, own, hostile) for tally in gauge.unless):
            return 0.0
        score = gauge.score
        if gauge.tally is None:
            return score.vp
        found = self._count(card, gauge.tally, own, hostile)
        if score.per:
            earned = score.vp * found / score.per
            return min(earned, score.most) if score.most else earned
        short = score.least - found
        return score.vp if short <= 0 else score.vp * 0.25 / short if short < score.least else 0.0

    def _count(self, card: CardId, tally: Tally, own: int, hostile: int) -> int:
        if tally.deeds is None and tally.pieces is None:
            return ((own if tally.own else hostile) & tally.mask).bit_count()
        if tally.deeds is not None:
            side = self.side if card in self.kit.objectives_of[self.side] else self.foe
            return counted(self.s, self.kit, side, tally.deeds)
        assert tally.pieces is not None
        if card not in self._counts:
            side = self.side if card in self.kit.objectives_of[self.side] else self.foe
            self._counts[card] = counted(self.s, self.kit, side, tally.pieces)
        return self._counts[card]

    @cached_property
    def pieces(self) -> list[tuple[int, int, cards.Pieces, cards.Score, Tally]]:
        """The own Objectives that count Units: card, Districts, which Units, and what it scores."""
        return [
            (card, gauge.tally.mask, gauge.tally.pieces, gauge.score, gauge.tally)
            for card in self._hand
            for gauge in self.gauges[card]
            if gauge.tally is not None and gauge.tally.pieces is not None
        ]

    def piece_gain(self, token: UnitId, space: SpaceId, covert: bool) -> float:
        """What an Objective pays for a Unit's being there with that face, beyond Control."""
        total = 0.0
        if not self.pieces or not 0 <= space < self.kit.size:
            return total
        for card, mask, pieces, score, tally in self.pieces:
            if (
                not mask >> space & 1
                or pieces.face not in ("any", "covert" if covert else "active")
                or not self.kit.scores_as(self.s.kind[token], pieces.sorts)
            ):
                continue
            found = self._count(card, tally, 0, 0)
            each = score.vp / score.per if score.per else score.vp / score.least
            if (score.most and found * each >= score.most) or (not score.per and found >= score.least):
                each *= 0.1
            weight = 1.0 + 0.5 * min(HORIZON, self.turns - 1) if card == self.open else 0.4
            total += weight * each
        return total

    @cached_property
    def _fears(self) -> list[tuple[int, float]]:
        """The opponent's Objectives that count Control, with the chance that he plays for each."""
        s, other = self.s, self.foe
        seen = [card for card in s.objectives[other] if card in s.seen[other]]
        gone = {*s.objective_discards[other], *seen}
        pool = [card for card in self.kit.objectives_of[other] if card not in gone]
        unseen = len(s.objectives[other]) - len(seen)
        found = [(card, 0.45) for card in seen] + [(card, 0.45 * unseen / max(1, len(pool))) for card in pool]
        return [(card, chance) for card, chance in found if any(g.control for g in self.gauges[card])]

    # -- deeds

    def deed(self, what: str, times: float = 1.0) -> float:
        """What the open Objective pays for doing this so often, beside all else."""
        total = 0.0
        if self.open == NONE:
            return total
        for score in self.rewards[self.open].get(what, ()):
            done = self.s.phase_deeds[self.side * len(DEEDS) + DEEDS.index(what)]
            if score.per:
                before, after = score.vp * done / score.per, score.vp * (done + times) / score.per
                total += (min(after, score.most) - min(before, score.most)) if score.most else after - before
            elif done < score.least:
                total += score.vp * min(1.0, times / (score.least - done))
        return total

    # -- Units

    def _unit_worth(self, token: UnitId) -> float:
        """What having a Unit in play is worth; with an HQ goes a card each turn."""
        kit, s = self.kit, self.s
        if kit.is_hq[token]:
            return 0.3 + 0.5 * CARD * min(6.0, self.turns)
        dice = sum(max(0, value) for value in kit.values[s.kind[token]])
        total = 0.08 + 0.05 * dice
        if kit.is_base[token]:
            total += 0.4
        if kit.kinds[s.kind[token]].supply:
            total += 0.15
        return total * min(1.0, 0.25 + self.turns / 4)

    def exposure(self, tokens: list[int], d: int) -> float:
        """What lying open there in the opponent's next phase may cost."""
        return self.exposures(tokens)[d]

    def exposures(self, tokens: list[int]) -> Known[int, float]:
        """The same for every District: many groups are alike in that."""
        return self._exposures[tokens[0], len(tokens)]

    def _exposures_of(self, group: tuple[int, int]) -> Known[int, float]:
        lead, number = group
        tokens = self.group(lead)[:number]
        fresh = sum([not is_down(self.s, t) for t in tokens])
        alike = number + fresh, fresh, sum([self.unit_worth(t) for t in tokens]), self.strength[lead][1]
        if alike not in self._exposed:
            self._exposed[alike] = Known(lambda d: self._exposure(d, *alike))
        return self._exposed[alike]

    def _exposure(self, d: int, bears: int, first: int, worth: float, own: int) -> float:
        """Of a group that can take so many hits, so many before one costs an Insurgent, with so many dice."""
        if not 0 <= d < self.kit.size or not self._comes:
            return 0.0
        threat = self.threat[d]
        won = threat * 0.5 + 0.3
        left = won - self.cover(d)
        hits = min(float(bears), max(0.0, left))
        if self.side == INSURGENT:
            loss = max(0.0, hits - first)
        else:
            loss = max(0.0, hits - max(0.0, left - bears) * self.kit.collateral[d])
        loss += 0.8 * hits / bears * worth
        deter = 1.0 / (1.0 + own / max(1, threat))
        return min(MOST_RISK, RISK + 0.15 * loss) * loss * deter

    @cached_property
    def _comes(self) -> bool:
        """Whether the opponent has still a phase to come."""
        return self.turns > (0 if self.foe != self.s.first else 1)
