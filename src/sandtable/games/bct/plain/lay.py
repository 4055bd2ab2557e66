"""The lie of the land for the plain player: who is where, Controls what, and how strong.

It is made for one decision and one side, in a world dealt for that side; all of it is worked out when first asked for.
"""

from __future__ import annotations

from functools import cached_property

from sandtable.boards.paths import bits
from sandtable.games.bct.pieces import COALITION, COMBAT, EMPTY, J2, J9, SIDES, Kit, SideId, SpaceId, UnitId
from sandtable.games.bct.plain.gauges import NO_STRENGTH, Known, Strength, around, bare, beyond
from sandtable.games.bct.rules.ground import exits, supplied
from sandtable.games.bct.state import BOXED, NONE, Theatre, foe, is_down, place

Change = tuple[int, int, int, int]
"""A side, a District, how many more there give Control, how many more lie hidden."""


class Lay:
    """The position as one side sees it. It counts who holds which District, so that what a move, a recruit or a
    SWET/Net would change is worked out without touching the position."""

    def __init__(self, s: Theatre, kit: Kit, side: SideId) -> None:
        self.s, self.kit, self.side, self.foe = s, kit, side, foe(side)
        self.strength = Known(self._strength)
        """Dice of a group by its leader."""
        self._dice = Known(self._all_dice)
        self._groups = Known(self._group)
        self._flips = Known(self._flip)

    # -- who is where

    @cached_property
    def at(self) -> list[int]:
        """Where each Unit is, Units in boxes with their HQ."""
        s, kit = self.s, self.kit
        return [place(s, kit, t) if at == BOXED else at for t, at in enumerate(s.at)]

    @cached_property
    def _present(self) -> tuple[list[list[int]], list[list[int]]]:
        s, kit, size = self.s, self.kit, self.kit.size
        gives = [
            [laid - down for laid, down in zip(s.nets[first : first + size], s.nets_down[first:], strict=False)]
            for first in (0, size)
        ]
        hides = [[0] * size for _ in SIDES]
        covert, down = s.covert, s.down
        for token, at in enumerate(self.at):
            if 0 <= at < size:
                if covert >> token & 1:
                    hides[kit.side[token]][at] += 1
                elif not down >> token & 1:
                    gives[kit.side[token]][at] += 1
        return gives, hides

    @property
    def gives(self) -> list[list[int]]:
        """Operational Active Units and SWET/Nets of each side in each District."""
        return self._present[0]

    @property
    def hides(self) -> list[list[int]]:
        """Covert Units of each side there."""
        return self._present[1]

    @cached_property
    def held(self) -> list[int]:
        """The Districts that each side Controls, as bits."""
        return [sum(self.holds(who, d) << d for d in range(self.kit.size)) for who in SIDES]

    @cached_property
    def _loads(self) -> dict[int, list[int]]:
        """Assets by the Unit they lie on."""
        found: dict[int, list[int]] = {}
        for asset, token in enumerate(self.s.on):
            if token >= 0:
                found.setdefault(token, []).append(asset)
        return found

    @cached_property
    def _boxes(self) -> dict[int, list[int]]:
        """Units in boxes by the number of the box."""
        found: dict[int, list[int]] = {}
        for token, box in enumerate(self.s.box):
            if box != NONE:
                found.setdefault(box, []).append(token)
        return found

    @cached_property
    def supply(self) -> int:
        return supplied(self.s, self.kit, self.side)

    @cached_property
    def foreign_supply(self) -> int:
        return supplied(self.s, self.kit, self.foe)

    @cached_property
    def _bases(self) -> dict[int, list[int]]:
        """Own Bases by their space."""
        found: dict[int, list[int]] = {}
        for token in self.kit.bases_of[self.side]:
            found.setdefault(self.s.at[token], []).append(token)
        return found

    @cached_property
    def _depots(self) -> list[int]:
        """The Districts with Bases, own and hostile."""
        s, kit = self.s, self.kit
        return [
            sum(1 << d for d in {s.at[t] for t in kit.bases_of[who]} if 0 <= d < kit.size)
            for who in (self.side, self.foe)
        ]

    # -- Control

    def holds(self, side: SideId, d: int) -> bool:
        other = 1 - side
        return self.gives[side][d] > 0 and not self.gives[other][d] and not self.hides[other][d]

    def changed(self, changes: list[Change]) -> tuple[int, int]:
        """Control, own and hostile, after these changes, each in a District of its own."""
        own, hostile = self.held[self.side], self.held[self.foe]
        for change in changes:
            stay, ours, theirs = self._flips[change]
            own, hostile = own & stay | ours, hostile & stay | theirs
        return own, hostile

    def joined(self, held: tuple[int, int], d: int, gives: int, hides: int) -> tuple[int, int]:
        """This Control with more own Units in a District: hostile Control ends, own begins where nobody denies it."""
        own, hostile = held
        if gives:
            own |= 1 << d & ~self._opposed
        return own, hostile & ~(1 << d) if gives or hides else hostile

    @cached_property
    def _opposed(self) -> int:
        """The Districts where the opponent denies Control, as bits."""
        both = zip(self.gives[self.foe], self.hides[self.foe], strict=True)
        return sum(1 << d for d, (gives, hides) in enumerate(both) if gives or hides)

    def _flip(self, change: Change) -> tuple[int, int, int]:
        """What a change does to Control: the Districts that stay as they are, then who holds the one that does not."""
        side, d, gives, hides = change
        self.gives[side][d] += gives
        self.hides[side][d] += hides
        flip = ~(1 << d), self.holds(self.side, d) << d, self.holds(self.foe, d) << d
        self.gives[side][d] -= gives
        self.hides[side][d] -= hides
        return flip

    # -- Units

    def _strength(self, lead: int) -> Strength:
        s, kit = self.s, self.kit
        if not kit.is_hq[lead] and lead not in self._loads:
            return NO_STRENGTH if is_down(s, lead) else bare(kit)[s.kind[lead]]
        able = [] if is_down(s, lead) else [t for t in self.group(lead) if not is_down(s, t)]
        dice = [self._dice[t] for t in able]
        return (
            sum([each[J2] for each in dice]),
            sum([each[COMBAT] for each in dice]),
            sum([each[J9] for each in dice]),
            sum([each[COMBAT] > 1 for each in dice]),
            any(kit.kinds[s.kind[t]].supply for t in able),
        )

    def value_at(self, tokens: list[int], which: int, space: SpaceId) -> int:
        """Dice of an own group, if it were there: J-2 and J-9 need an LOC, Combat without one is cut."""
        kit, lead = self.kit, tokens[0]
        strength = self.strength[lead]
        linked = strength[4] or bool(self.supply >> space & 1)
        if which == COMBAT:
            return strength[1] if linked else strength[3]
        if not linked or not strength[which]:
            return 0
        return strength[which] + (0 if kit.is_base[lead] or space not in self.lent else self.lent[space][which])

    @cached_property
    def lent(self) -> dict[int, tuple[int, ...]]:
        """What an own Base adds to each Value, in the Districts where there is one."""
        found = {}
        for space, bases in self._bases.items():
            able = [self._dice[t] for t in bases if not is_down(self.s, t)]
            if able:
                found[space] = tuple([max(each) for each in zip(*able, strict=True)])
        return found

    def own_dice(self, token: UnitId, which: int) -> int:
        """A Unit's Value with its Assets."""
        return self._dice[token][which]

    def _all_dice(self, token: UnitId) -> tuple[int, ...]:
        kit = self.kit
        printed = kit.values[self.s.kind[token]]
        if token not in self._loads:
            return bare(kit)[self.s.kind[token]][:3]
        more = [kit.asset_values[a] for a in self._loads[token]]
        hq = kit.is_hq[token]
        return tuple(
            max(0, value) + sum(max(0, asset[which]) for asset in more) if hq or value != EMPTY else 0
            for which, value in enumerate(printed)
        )

    def loaded(self, token: UnitId) -> bool:
        return token in self._loads

    def group(self, token: UnitId) -> list[int]:
        """A Unit as it acts: an HQ with its box, or alone."""
        return self._groups[token]

    def _group(self, token: UnitId) -> list[int]:
        return [token, *self._boxes.get(self.s.front[token], ())] if self.kit.is_hq[token] else [token]

    # -- threats

    @cached_property
    def threat(self) -> list[int]:
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
            dice = self.strength[token][1]
            if kit.kinds[s.kind[token]].immobile:
                found[at] = max(found[at], dice)
            else:
                best[at] = max(best.get(at, 0), dice)
        reach = around(kit)
        for at, dice in best.items():
            if at == ready:
                near = exits(s, kit, self.foe)
                far = beyond(kit, near)
            else:
                near, far = reach[at]
            for d in bits(near):
                found[d] = max(found[d], dice)
            for d in bits(far):
                found[d] = max(found[d], dice // 2)
        return found

    def threat_of(self, token: UnitId) -> float:
        """How dangerous a hostile Unit is, as far as it can be told."""
        return 0.0 if is_down(self.s, token) else float(sum(self.own_dice(t, COMBAT) for t in self.group(token)))

    def cover(self, d: int) -> int:
        """Successes that an own Defender can take away there."""
        behind = self.kit.n.reduction_fob if self.side == COALITION and d in self._bases else 0
        return max(behind, self.kit.reduction[d])
