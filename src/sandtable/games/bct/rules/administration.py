"""J-1: Draft, Reorganize, rally (2.3, 2.4, 4.2)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.bct import cards
from sandtable.games.bct.frames import Reorganize
from sandtable.games.bct.pieces import COALITION, Kit, SideId, SpaceId, UnitId
from sandtable.games.bct.rules.actions import no_such_action, wrong_card
from sandtable.games.bct.rules.counters import (
    can_join,
    detach,
    enter_covert,
    join,
    mix_again,
    tells_absence,
    tells_place,
)
from sandtable.games.bct.state import (
    BG,
    BOXED,
    RESERVES,
    Theatre,
    all_here,
    c2_level,
    covert_capable,
    here,
    hq_of_front,
    is_covert,
    is_down,
    members,
    place,
)
from sandtable.kernel.flow import NEXT, STAY, Next
from sandtable.kernel.options import Ask, Group, Option, Refusal, Seat


def offer_draft(g: BG, side: SideId, number: int, action: cards.Draft) -> Iterator[Group]:
    s, kit = g.s, g.kit
    found = [
        t
        for t in here(s, kit, side, kit.reinforcements[side])
        if not kit.is_base[t] and (action.hq or not kit.is_hq[t])  # rule: j1.draft-who
    ]
    if found:
        yield Group(side, "draft", (number,), found)
    hidden = [t for t in found if covert_capable(s, kit, t)]  # rule: j1.draft-side
    if hidden:
        yield Group(side, "draft-covert", (number,), hidden)


def draft(g: BG, side: SideId, card: cards.JointOps, parts: list[int], covert: bool = False) -> None:
    s, kit = g.s, g.kit
    token = parts[0]
    s.at[token] = kit.ready[side]
    g.tell("j1.draft", "{0:token} is Drafted.", token)
    if kit.is_hq[token]:
        s.c2[side] += 1  # rule: c2.hq-gained
    if covert:
        enter_covert(g, token)


def draft_covert(g: BG, side: SideId, card: cards.JointOps, parts: list[int]) -> None:
    draft(g, side, card, parts, covert=True)


def refuse_draft(g: BG, side: SideId, number: int, parts: list[int]) -> Refusal:
    s, kit = g.s, g.kit
    if wrong_card(g, side, number, cards.Draft):
        return no_such_action(number)
    token = parts[0]
    if kit.side[token] != side or s.at[token] != kit.reinforcements[side]:
        return Refusal("j1.draft", "Only an own Unit in your Reinforcements can be Drafted.")
    if kit.is_base[token]:
        return Refusal("j1.draft-who", "Bases are Built, never Drafted.")
    if kit.is_hq[token] and side != COALITION:
        return Refusal("j1.draft-who", "Insurgent HQs are Trained, never Drafted.")
    return Refusal("covert.capable", "That Unit has no Covert side.")


def offer_reorganize(g: BG, side: SideId, number: int, action: cards.Reorganize) -> Iterator[Group]:
    s, kit = g.s, g.kit
    found = sorted(x for x in {s.at[hq] for hq in kit.hqs_of[side]} if x >= 0 and can_reorganize(g, side, x))
    if found:
        yield Group(side, "reorganize", (number,), found)


def can_reorganize(g: BG, side: SideId, space: SpaceId) -> bool:
    s, kit = g.s, g.kit
    lying = here(s, kit, side, space)
    hqs = [t for t in lying if kit.is_hq[t]]
    return any(members(s, kit, hq) or any(can_join(s, kit, t, hq) for t in lying) for hq in hqs)


def play_reorganize(g: BG, side: SideId, card: cards.JointOps, parts: list[int]) -> None:
    g.call(Reorganize(side=side, space=parts[0]))


def refuse_space(g: BG, side: SideId, number: int, parts: list[int]) -> Refusal:
    if wrong_card(g, side, number, cards.Reorganize):
        return no_such_action(number)
    return Refusal("j1.reorganize", "There is nothing of yours to do that with in this place.")


def ask_reorganize(g: BG, f: Reorganize) -> Ask:
    """Each Unit changes its place once; what is Detached may join another HQ."""
    s, kit = g.s, g.kit
    groups = [Group(f.side, "done", title="keep the boxes as they are")]
    lying = here(s, kit, f.side, f.space)
    hqs = [t for t in lying if kit.is_hq[t]]
    boxed = [t for hq in hqs for t in members(s, kit, hq) if not f.moved >> t & 1]
    if boxed:
        groups.append(Group(f.side, "detach", (), boxed))
    for token in lying:
        fronts = [s.front[hq] for hq in hqs if can_join(s, kit, token, hq)]
        if fronts and not f.moved >> kit.tokens + token & 1:
            groups.append(Group(f.side, "join", (token,), fronts))
    return Ask("Associate and Detach Units here.", "j1.reorganize", groups, shape="assign", always=True)


def take_reorganize(g: BG, f: Reorganize, seat: Seat, option: Option) -> Next:
    if option[0] == "done":
        if f.moved:
            mix_again(g, f.side)
        return NEXT
    token = int(option[1])
    if option[0] == "detach":
        f.moved |= 1 << token
        detach(g, token, "j1.reorganize")
    else:
        f.moved |= 1 << token | 1 << g.kit.tokens + token
        join(g, token, hq_of_front(g.s, g.kit, int(option[2])), "j1.reorganize")
    return STAY


def refuse_reorganize(g: BG, f: Reorganize, seat: Seat, option: Option) -> Refusal | None:
    s, kit = g.s, g.kit
    if option[0] not in ("join", "detach"):
        return None
    token = int(option[1])
    if kit.side[token] != f.side or place(s, kit, token) != f.space:
        return Refusal("j1.reorganize", "Only your own Units in this one space can be Reorganized.")
    if option[0] == "detach":
        return Refusal("j1.reorganize", "That Unit is in no box, or has already changed its place.")
    return _refuse_join(s, kit, token, hq_of_front(s, kit, int(option[2])))


def _refuse_join(s: Theatre, kit: Kit, token: UnitId, hq: UnitId) -> Refusal | None:
    if kit.side[hq] != kit.side[token] or s.at[hq] != place(s, kit, token):
        return Refusal("hq.box", "A Unit joins an HQ of its own side in the same space.")
    row = kit.kinds[s.kind[token]]
    if row.size != "tactical" or row.immobile:
        return Refusal("hq.who-joins", "HQs, Bases, Lashkar and Militia are never Associated with an HQ.")
    if is_covert(s, token) != is_covert(s, hq):
        return Refusal("covert.match", "An HQ and the Units in its box are all Covert or all Active.")
    if s.at[token] != BOXED and len(members(s, kit, hq)) >= c2_level(s, kit.side[hq]):
        return Refusal("c2.units", "That box holds as many Units as your C2 Level allows.")
    return Refusal("j1.reorganize", "Each Unit changes its place once: Detach it first, or let it be.")


def offer_rally(g: BG, side: SideId, number: int, action: cards.Rally) -> Iterator[Group]:
    s, kit = g.s, g.kit
    found = sorted({place(s, kit, t) for t in kit.units_of[side] if is_down(s, t)} - {RESERVES})
    if found:
        yield Group(side, "rally", (number,), found)


def rally(g: BG, side: SideId, card: cards.JointOps, parts: list[int]) -> None:
    s, kit = g.s, g.kit
    tells_absence(g, side)
    for token in all_here(s, kit, side, parts[0]):
        if is_down(s, token):
            tells_place(g, token, [parts[0]])
        s.down &= ~(1 << token)
    g.tell("j1.rally", "{0:side} rallies all its Units in {1:space}.", side, parts[0])


def refuse_rally(g: BG, side: SideId, number: int, parts: list[int]) -> Refusal:
    if wrong_card(g, side, number, cards.Rally):
        return no_such_action(number)
    return Refusal("j1.rally", "No Unit of yours is Suppressed there.")
