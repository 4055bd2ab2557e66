"""How the plain player weighs things up: Control and what it scores, Units, threats, deeds that an Objective pays for.

An Outlook is made for one decision and one side, in a world dealt for that side. It counts who holds which District, so
that what a move, a recruit or a SWET/Net would change is worked out without touching the position.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from msgspec import Struct

from sandtable.games.bct import cards
from sandtable.games.bct.ground import exits, supplied
from sandtable.games.bct.objectives import counted
from sandtable.games.bct.pieces import COALITION, COMBAT, EMPTY, INSURGENT, J2, J9, SIDES, Kit
from sandtable.games.bct.state import BOXED, DEEDS, NONE, Theatre, foe, is_covert, is_down, place

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
RISK, MOST_RISK = 0.35, 0.8
"""How likely a Unit that lies open to an attack is attacked: the more, the more it is worth."""


Change = tuple[int, int, int, int]
"""A side, a District, how many more there give Control, how many more lie hidden."""

# ---- what Objectives count, as masks ----------------------------------------------------------------


class Tally(Struct, frozen=True):
    """One count of an Objective: Districts as a mask, or Units of a sort; deeds are fixed."""

    mask: int = 0
    own: bool = True
    pieces: cards.Pieces | None = None
    deeds: cards.Deeds | None = None


class Gauge(Struct, frozen=True):
    """One score of an Objective, ready to be worked out for any Control."""

    score: cards.Score
    tally: Tally | None
    unless: tuple[Tally, ...]
    standing: bool
    """Whether it counts what lies on the Map, not what was done."""
    control: bool
    """Whether it counts Control."""


@lru_cache(maxsize=4)
def gauges(kit: Kit) -> list[list[Gauge]]:
    """For each Objective Card its scores."""

    def tally(count: cards.Count) -> Tally:
        match count:
            case cards.Districts():
                mask = sum(1 << district for district in kit.among(count.among))
                return Tally(mask=mask, own=count.control == "own")
            case cards.Pieces():
                return Tally(mask=sum(1 << district for district in kit.among(count.among)), pieces=count)
            case cards.Deeds():
                return Tally(deeds=count)

    def gauge(score: cards.Score) -> Gauge:
        counts = None if score.count is None else tally(score.count)
        standing = counts is None or counts.deeds is None
        control = isinstance(score.count, cards.Districts)
        return Gauge(score, counts, tuple(map(tally, score.unless)), standing, control)

    return [[gauge(score) for score in card.scores] for card in kit.objectives]


# ---- the outlook ------------------------------------------------------------------------------------


class Outlook:
    """What one side makes of the position."""

    def __init__(self, s: Theatre, kit: Kit, side: int) -> None:
        self.s, self.kit, self.side, self.foe = s, kit, side, foe(side)
        self.gauges = gauges(kit)
        self.turns = s.turns_left
        """Turns still to be scored, this one among them."""
        self.at = [place(s, kit, t) if s.at[t] == BOXED else s.at[t] for t in range(kit.tokens)]
        """Where each Unit is, Units in boxes with their HQ."""
        size = kit.size
        self.gives = [[0] * size for _ in SIDES]
        """Operational Active Units and SWET/Nets of each side in each District."""
        self.hides = [[0] * size for _ in SIDES]
        """Covert Units of each side there."""
        for token, at in enumerate(self.at):
            if 0 <= at < size:
                if is_covert(s, token):
                    self.hides[kit.side[token]][at] += 1
                elif not is_down(s, token):
                    self.gives[kit.side[token]][at] += 1
        for side_ in SIDES:
            for d in range(size):
                self.gives[side_][d] += s.nets[side_ * size + d] - s.nets_down[side_ * size + d]
        self.held = [sum(self.holds(who, d) << d for d in range(size)) for who in SIDES]
        self.open = s.revealed[side]
        self._loads: dict[int, list[int]] = {}
        """Assets by the Unit they lie on."""
        for asset, token in enumerate(s.on):
            if token >= 0:
                self._loads.setdefault(token, []).append(asset)
        self._boxes: dict[int, list[int]] = {}
        """Units in boxes by the number of the box."""
        for token, box in enumerate(s.box):
            if box != NONE:
                self._boxes.setdefault(box, []).append(token)
        self.supply = supplied(s, kit, side)
        self.foreign_supply = supplied(s, kit, self.foe)
        self.memo: dict[str, Any] = {}
        """What has been worked out for this position once."""
        self._dice: dict[int, tuple[int, ...]] = {}
        self._strengths: dict[int, tuple[int, int, int, int, bool]] = {}
        self._bases: dict[int, list[int]] = {}
        for token in kit.bases_of[side]:
            self._bases.setdefault(s.at[token], []).append(token)
        self._depots = [
            sum(1 << d for d in {s.at[t] for t in kit.bases_of[who]} if 0 <= d < size) for who in (side, self.foe)
        ]
        """The Districts with Bases, own and hostile."""
        self._hand = s.objectives[side]
        self._counts: dict[int, int] = {}
        self._fears = self._foreign_cards()
        self.threat = self._threats()
        self.now = self.standing(self.held[side], self.held[self.foe])
        self._worths: dict[tuple[int, int], float] = {}

    # -- Control

    def holds(self, side: int, d: int) -> bool:
        other = 1 - side
        return self.gives[side][d] > 0 and not self.gives[other][d] and not self.hides[other][d]

    def with_change(self, changes: list[Change]) -> float:
        """What it is worth if these Districts change."""
        held = self.changed(changes)
        if held not in self._worths:
            self._worths[held] = self.standing(*held)
        return self._worths[held] - self.now

    def changed(self, changes: list[Change]) -> tuple[int, int]:
        """Control, own and hostile, after these changes."""
        for side, d, gives, hides in changes:
            self.gives[side][d] += gives
            self.hides[side][d] += hides
        own, hostile = self.held[self.side], self.held[self.foe]
        for _, d, _, _ in changes:
            own = own & ~(1 << d) | self.holds(self.side, d) << d
            hostile = hostile & ~(1 << d) | self.holds(self.foe, d) << d
        for side, d, gives, hides in changes:
            self.gives[side][d] -= gives
            self.hides[side][d] -= hides
        return own, hostile

    # -- what Control scores

    def standing(self, own: int, hostile: int) -> float:
        """Points that this Control brings: now, in turns to come, and to the opponent."""
        scores = sorted((self.pays(card, own, hostile) for card in self._hand), reverse=True)
        later = min(HORIZON, max(0.0, self.turns - 1.0))
        total = later * (scores[0] + 0.15 * sum(scores[1:])) if scores else 0.0
        if self.open != NONE:
            total += self.pays(self.open, own, hostile)
        after = min(HORIZON, float(self.turns if self.foe != self.s.first or self.open == NONE else self.turns - 1))
        for card, chance in self._fears:
            total -= FOREIGN * after * chance * self.pays(card, hostile, own)
        total += DISTRICT * (own.bit_count() - hostile.bit_count())
        return total + LINES * ((own & self._depots[0]).bit_count() - (hostile & self._depots[1]).bit_count())

    def pays(self, card: int, own: int, hostile: int) -> float:
        """What an Objective's standing scores would bring with this Control."""
        return sum([self._score(card, gauge, own, hostile) for gauge in self.gauges[card] if gauge.standing])

    def _score(self, card: int, gauge: Gauge, own: int, hostile: int) -> float:
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

    def _count(self, card: int, tally: Tally, own: int, hostile: int) -> int:
        if tally.deeds is not None:
            side = self.side if card in self.kit.objectives_of[self.side] else self.foe
            return counted(self.s, self.kit, side, tally.deeds)
        if tally.pieces is None:
            return ((own if tally.own else hostile) & tally.mask).bit_count()
        if card not in self._counts:
            side = self.side if card in self.kit.objectives_of[self.side] else self.foe
            self._counts[card] = counted(self.s, self.kit, side, tally.pieces)
        return self._counts[card]

    def piece_gain(self, token: int, space: int, covert: bool) -> float:
        """What an Objective pays for a Unit's being there with that face, beyond Control."""
        kit, total = self.kit, 0.0
        if not 0 <= space < kit.size:
            return 0.0
        for card in self._hand:
            for gauge in self.gauges[card]:
                pieces = gauge.tally.pieces if gauge.tally is not None else None
                if (
                    pieces is None
                    or gauge.tally is None
                    or not gauge.tally.mask >> space & 1
                    or not kit.scores_as(self.s.kind[token], pieces.sorts)
                    or pieces.face not in ("any", "covert" if covert else "active")
                ):
                    continue
                found = self._count(card, gauge.tally, 0, 0)
                score = gauge.score
                each = score.vp / score.per if score.per else score.vp / score.least
                if (score.most and found * each >= score.most) or (not score.per and found >= score.least):
                    each *= 0.1
                weight = 1.0 + 0.5 * min(HORIZON, self.turns - 1) if card == self.open else 0.4
                total += weight * each
        return total

    def _foreign_cards(self) -> list[tuple[int, float]]:
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
        if self.open == NONE:
            return 0.0
        total = 0.0
        for gauge in self.gauges[self.open]:
            tally, score = gauge.tally, gauge.score
            if tally is None or tally.deeds is None or tally.deeds.what != what or tally.deeds.by != "own":
                continue
            done = self.s.phase_deeds[self.side * len(DEEDS) + DEEDS.index(what)]
            if score.per:
                before, after = score.vp * done / score.per, score.vp * (done + times) / score.per
                total += (min(after, score.most) - min(before, score.most)) if score.most else after - before
            elif done < score.least:
                total += score.vp * min(1.0, times / (score.least - done))
        return total

    # -- Units

    def unit_worth(self, token: int) -> float:
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

    def strength(self, lead: int) -> tuple[int, int, int, int, bool]:
        """Dice of a group: J-2, Combat, J-9, Combat without an LOC; and whether it brings supply of its own."""
        if lead not in self._strengths:
            s, kit = self.s, self.kit
            able = [] if is_down(s, lead) else [t for t in self.group(lead) if not is_down(s, t)]
            combat = [self.own_dice(t, COMBAT) for t in able]
            self._strengths[lead] = (
                sum(self.own_dice(t, J2) for t in able),
                sum(combat),
                sum(self.own_dice(t, J9) for t in able),
                sum(dice > 1 for dice in combat),
                any(kit.kinds[s.kind[t]].supply for t in able),
            )
        return self._strengths[lead]

    def value_at(self, tokens: list[int], which: int, space: int) -> int:
        """Dice of an own group, if it were there: J-2 and J-9 need an LOC, Combat without one is cut."""
        kit, lead = self.kit, tokens[0]
        strength = self.strength(lead)
        linked = strength[4] or bool(self.supply >> space & 1)
        if which == COMBAT:
            return strength[1] if linked else strength[3]
        if not linked or not strength[which]:
            return 0
        return strength[which] + (0 if kit.is_base[lead] else self.lent(which, space))

    def lent(self, which: int, space: int) -> int:
        """What an own Base in a District adds."""
        bases = [t for t in self._bases.get(space, ()) if not is_down(self.s, t)]
        return max([self.own_dice(t, which) for t in bases]) if bases else 0

    def own_dice(self, token: int, which: int) -> int:
        """A Unit's Value with its Assets."""
        if token not in self._dice:
            s, kit = self.s, self.kit
            printed = kit.values[s.kind[token]]
            if token in self._loads:
                more = [kit.asset_values[a] for a in self._loads[token]]
                hq = kit.is_hq[token]
                self._dice[token] = tuple(
                    max(0, value) + sum(max(0, asset[which]) for asset in more) if hq or value != EMPTY else 0
                    for which, value in enumerate(printed)
                )
            else:
                self._dice[token] = tuple(max(0, value) for value in printed)
        return self._dice[token][which]

    def loaded(self, token: int) -> bool:
        return token in self._loads

    def group(self, token: int) -> list[int]:
        """A Unit as it acts: an HQ with its box, or alone."""
        if not self.kit.is_hq[token]:
            return [token]
        return [token, *self._boxes.get(self.s.front[token], ())]

    # -- threats

    def _threats(self) -> list[int]:
        """For each District about how many Combat dice the opponent could bring there: those one J-3 away, and a part
        of those two steps away."""
        s, kit = self.s, self.kit
        found = [1] * kit.size
        ready = kit.ready[self.foe]
        best: dict[int, int] = {}
        for token in kit.units_of[self.foe]:
            at = s.at[token]
            if at < 0 or kit.is_base[token] or (at >= kit.size and at != ready):
                continue
            dice = self.strength(token)[1]
            if kit.kinds[s.kind[token]].immobile:
                found[at] = max(found[at], dice)
            else:
                best[at] = max(best.get(at, 0), dice)
        for at, dice in best.items():
            near = set(exits(s, kit, self.foe)) if at == ready else {at, *kit.near[at]}
            far = {d for n in near for d in kit.near[n]} - near
            for d in near:
                found[d] = max(found[d], dice)
            for d in far:
                found[d] = max(found[d], dice // 2)
        return found

    def threat_of(self, token: int) -> float:
        """How dangerous a hostile Unit is, as far as it can be told."""
        return 0.0 if is_down(self.s, token) else float(sum(self.own_dice(t, COMBAT) for t in self.group(token)))

    def cover(self, d: int) -> int:
        """Successes that an own Defender can take away there."""
        behind = self.kit.n.reduction_fob if self.side == COALITION and d in self._bases else 0
        return max(behind, self.kit.reduction[d])

    def exposure(self, tokens: list[int], d: int) -> float:
        """What lying open there in the opponent's next phase may cost."""
        s, kit = self.s, self.kit
        if not 0 <= d < kit.size or not self.threat[d] or self.turns <= (0 if self.foe != s.first else 1):
            return 0.0
        cover = self.cover(d)
        bears = sum(1 if is_down(s, t) else 2 for t in tokens)
        won = self.threat[d] * 0.5 + 0.3
        hits = min(float(bears), max(0.0, won - cover))
        if self.side == INSURGENT:
            first = sum(1 for t in tokens if not is_down(s, t))
            loss = max(0.0, hits - first)
        else:
            loss = max(0.0, hits - max(0.0, won - cover - bears) * kit.collateral[d])
        loss += 0.8 * hits / bears * sum(self.unit_worth(t) for t in tokens)
        own = self.strength(tokens[0])[1]
        deter = 1.0 / (1.0 + own / max(1, self.threat[d]))
        return min(MOST_RISK, RISK + 0.15 * loss) * loss * deter
