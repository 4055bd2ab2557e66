"""J-7: Units upgraded, Insurgent HQs Trained (2.4)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.bct import cards
from sandtable.games.bct.pieces import SideId, SpaceId
from sandtable.games.bct.rules.actions import no_such_action, wrong_card
from sandtable.games.bct.rules.counters import agree, enter_covert
from sandtable.games.bct.rules.memory import learn, pass_on, show
from sandtable.games.bct.state import (
    BG,
    BOXED,
    NONE,
    RESERVES,
    count_deed,
    covert_capable,
    hq_of_front,
    is_covert,
    on_map,
)
from sandtable.kernel.options import Group, Refusal


def offer_upgrade(g: BG, side: SideId, number: int, action: cards.Upgrade) -> Iterator[Group]:
    s, kit = g.s, g.kit
    spare = {s.kind[t] for t in kit.units_of[side] if s.at[t] == RESERVES}
    for token in kit.units_of[side]:
        if kit.upgrades[s.kind[token]] and on_map(s, kit, token):
            found = [kind for kind in kit.upgrades[s.kind[token]] if kind in spare]
            if found:
                yield Group(side, "upgrade", (number, token), found)


def upgrade(g: BG, side: SideId, card: cards.JointOps, parts: list[int]) -> None:
    """The better counter takes the place of the old one: its District, box, Assets, Suppression, and face if it can."""
    s, kit = g.s, g.kit
    old, kind = parts
    new = next(t for t in kit.units_of[side] if s.at[t] == RESERVES and s.kind[t] == kind)
    g.tell("j7.upgrade", "{0:token} is upgraded to {1:kind}.", old, kind)
    for counter in (old, new):
        learn(g, counter)
    g.reveal()
    s.at[new], s.box[new] = s.at[old], s.box[old]  # rule: j7.keeps
    s.at[old], s.box[old] = RESERVES, NONE
    s.down = s.down & ~(1 << old) & ~(1 << new) | (s.down >> old & 1) << new
    pass_on(g, old, new)
    if is_covert(s, old) and covert_capable(s, kit, new):
        s.covert |= 1 << new  # rule: j7.keeps-face
    else:
        show(g, new)
    s.covert &= ~(1 << old)
    if s.at[new] == BOXED:
        agree(g, hq_of_front(s, kit, s.box[new]))
    count_deed(g, side, "upgraded")


def refuse_upgrade(g: BG, side: SideId, number: int, parts: list[int]) -> Refusal:
    s, kit = g.s, g.kit
    if wrong_card(g, side, number, cards.Upgrade):
        return no_such_action(number)
    token, kind = parts
    if kit.side[token] != side or not on_map(s, kit, token):
        return Refusal("j7.upgrade", "An own Unit on the Map is upgraded.")
    if kind not in kit.upgrades[s.kind[token]]:
        return Refusal("j7.tier", "A Unit is swapped for one of the next Tier of its own kind.")
    return Refusal("j7.reserves", "There is no such Unit left in Reserves.")


def offer_train(g: BG, side: SideId, number: int, action: cards.Train) -> Iterator[Group]:
    s, kit = g.s, g.kit
    hqs = [t for t in kit.hqs_of[side] if s.at[t] == kit.reinforcements[side]]
    found = [d for d in range(kit.size) if s.nets[side * kit.size + d]]  # rule: j7.train
    if found:
        for hq in hqs:
            yield Group(side, "train", (number, hq), found)
            if covert_capable(s, kit, hq):
                yield Group(side, "train-covert", (number, hq), found)


def train(g: BG, side: SideId, card: cards.JointOps, parts: list[int], covert: bool = False) -> None:
    s, kit = g.s, g.kit
    hq, district = parts
    remove_net(g, side, district, suppressed=bool(s.nets_down[side * kit.size + district]))
    s.at[hq] = district
    s.c2[side] += 1  # rule: c2.hq-gained
    g.tell("j7.train", "{0:token} is Trained in {1:space}.", hq, district)
    if covert:
        enter_covert(g, hq)


def train_covert(g: BG, side: SideId, card: cards.JointOps, parts: list[int]) -> None:
    train(g, side, card, parts, covert=True)


def remove_net(g: BG, side: SideId, district: SpaceId, suppressed: bool) -> None:
    """A SWET/Net goes back to the pool, and the Suppression Marker on it."""
    place_of = side * g.kit.size + district
    g.s.nets[place_of] -= 1
    if suppressed:
        g.s.nets_down[place_of] -= 1


def refuse_train(g: BG, side: SideId, number: int, parts: list[int]) -> Refusal:
    s, kit = g.s, g.kit
    if wrong_card(g, side, number, cards.Train):
        return no_such_action(number)
    hq, _ = parts
    if hq not in kit.hqs_of[side] or s.at[hq] != kit.reinforcements[side]:
        return Refusal("j7.train", "An own HQ in Reinforcements is Trained.")
    return Refusal("j7.train", "An HQ takes the place of a SWET/Net of yours.")
