"""The sequence of play: turn order, the five steps of each phase, and record keeping (3.5, 5.0)."""

from __future__ import annotations

from typing import NoReturn

from sandtable.games.bct.frames import Campaign, ChaosEvent, ChooseHand, Closing, Phase, Trim, Turn
from sandtable.games.bct.pieces import COALITION, INSURGENT, SIDES, CardId, Kit, SideId
from sandtable.games.bct.rows import Level
from sandtable.games.bct.rules.counters import agree, detach, mix_again, mix_counters, pay, score
from sandtable.games.bct.rules.memory import hide, show
from sandtable.games.bct.rules.objectives import worth
from sandtable.games.bct.state import (
    BG,
    NONE,
    RESERVES,
    Theatre,
    c2_level,
    covert_capable,
    foe,
    is_covert,
    members,
    place,
)
from sandtable.kernel.flow import NEXT, STAY, Next
from sandtable.kernel.options import Ask, Group, Option, Refusal, Seat
from sandtable.kernel.story import Result, Results
from sandtable.kernel.view import Outcome

# ---- the turn ---------------------------------------------------------------------------------------


def each_turn(g: BG, f: Campaign) -> Next:
    g.s.turn += 1
    g.s.turn_deeds = [0] * len(g.s.turn_deeds)
    g.call(Turn())
    return STAY


def ask_first(g: BG, f: Turn) -> Ask:
    levels = [c2_level(g.s, side) for side in SIDES]
    chooser = COALITION if levels[COALITION] > levels[INSURGENT] else INSURGENT  # rule: turn.order turn.tie
    return Ask("Who goes first this turn?", "turn.order", [Group(chooser, "first", (), list(SIDES))])


def take_first(g: BG, f: Turn, seat: Seat, option: Option) -> Next:
    g.s.first = int(option[1])
    g.tell("turn.order", "Turn {0}: {1:side} is the First Player.", str(g.s.turn), g.s.first, weight="turn")
    return NEXT


def play_phases(g: BG, f: Turn) -> None:
    g.call(Phase(side=foe(g.s.first)))  # rule: turn.sequence
    g.call(Phase(side=g.s.first))  # pushed last, played first


def play_chaos(g: BG, f: Turn) -> None:
    g.call(ChaosEvent())


def close_turn(g: BG, f: Turn) -> None:
    g.call(Closing())


# ---- C2 modification --------------------------------------------------------------------------------


def return_markers(g: BG, f: Phase) -> None:
    s = g.s
    s.phase_deeds = [0] * len(s.phase_deeds)
    s.handed = [0, 0]  # rule: asset.exchange
    s.appealed[f.side] = s.planned[f.side] = s.swayed[f.side] = 0  # rule: c2.markers-leave
    g.tell("turn.phase", "{0:side} phase.", f.side, weight="phase")


def ask_appeal(g: BG, f: Phase) -> Ask:
    """The price is the C2 Level; Chips and track may be mixed, so the option says how much is paid in Chips."""
    s = g.s
    price = c2_level(s, f.side)
    groups = [Group(f.side, "no-appeal")]
    if s.vp[f.side] + s.chips[f.side] >= price:  # rule: appeal.price
        paid = list(range(max(0, price - s.vp[f.side]), min(price, s.chips[f.side]) + 1))  # rule: appeal.payment
        groups.append(Group(f.side, "appeal", (), paid))
    return Ask(f"Appeal to Higher Command for {price} VP?", "appeal.may", groups)


def take_appeal(g: BG, f: Phase, seat: Seat, option: Option) -> Next:
    if option[0] == "appeal":
        price = c2_level(g.s, f.side)
        pay(g, f.side, price, chips=int(option[1]))
        g.s.appealed[f.side] = 1
        told = "{0:side} appeals to Higher Command for {1} VP."
        g.tell("appeal.may", told, f.side, str(price), counts={"VP": -price})
    return NEXT


def refuse_appeal(g: BG, f: Phase, seat: Seat, option: Option) -> Refusal | None:
    if option[0] != "appeal":
        return None
    return Refusal("appeal.price", "An appeal costs as many VP as your C2 Level, out of what you have.")


# ---- strategic objective ----------------------------------------------------------------------------


def ask_objective(g: BG, f: Phase) -> Ask:
    group = Group(f.side, "objective", (), sorted(g.s.objectives[f.side]))
    return Ask("Reveal one Objective Card.", "objective.reveal", [group])


def take_objective(g: BG, f: Phase, seat: Seat, option: Option) -> Next:
    s = g.s
    card = int(option[1])
    s.revealed[f.side] = card
    if card not in s.seen[f.side]:
        s.seen[f.side] = sorted([*s.seen[f.side], card])
        g.reveal()
    g.tell("objective.reveal", "{0:side} reveals {1:objective}.", f.side, card)
    return NEXT


def refuse_objective(g: BG, f: Phase, seat: Seat, option: Option) -> Refusal | None:
    if option[0] != "objective":
        return None
    return Refusal("objective.reveal", "You do not hold that Objective Card.")


def ask_faces(g: BG, f: Phase) -> Ask:
    s, kit = g.s, g.kit
    hides, out = kit.hides, (RESERVES, kit.reinforcements[f.side])
    found = [
        t for t in kit.units_of[f.side] if hides[s.kind[t]] and not f.flipped >> t & 1 and place(s, kit, t) not in out
    ]
    groups = [Group(f.side, "done", title="to operations"), *([Group(f.side, "flip", (), found)] if found else [])]
    prompt = "Turn over Covert-capable Units as you like."
    return Ask(prompt, "covert.flip", groups, shape="many", least=0, most=max(1, len(found)))


def take_faces(g: BG, f: Phase, seat: Seat, option: Option) -> Next:
    s, kit = g.s, g.kit
    if option[0] == "done":
        for hq in sorted(kit.hqs_of[f.side], key=lambda token: s.front[token]):  # or their order would tell fronts
            if s.at[hq] >= 0:
                agree(g, hq)
        if f.flipped:
            mix_again(g, f.side)
        return NEXT
    token = int(option[1])
    f.flipped |= 1 << token
    if is_covert(s, token):
        show(g, token)
        g.tell("covert.flip", "{0:token} turns Active.", token)
    else:
        g.tell("covert.flip", "{0:token} turns Covert.", token)
        hide(g, token)
    return STAY


def refuse_faces(g: BG, f: Phase, seat: Seat, option: Option) -> Refusal | None:
    if option[0] != "flip":
        return None
    s, kit = g.s, g.kit
    token = int(option[1])
    in_play = kit.side[token] == f.side and place(s, kit, token) not in (RESERVES, kit.reinforcements[f.side])
    if in_play and not covert_capable(s, kit, token):
        return Refusal("covert.capable", "That Unit has no Covert side.")
    return Refusal("covert.flip", "Own Units on the Map or Ready are turned over, each once.")


# ---- scoring ----------------------------------------------------------------------------------------


def score_objective(g: BG, f: Phase) -> None:
    s, kit = g.s, g.kit
    card = s.revealed[f.side]
    if card == NONE:
        return
    earned = worth(s, kit, f.side, card)
    if earned:
        score(g, f.side, earned, "objective.score", kit.objectives[card].title)
    else:
        g.tell("objective.score", "{0:objective} scores nothing now.", card)
    s.revealed[f.side] = NONE  # rule: objective.back


# ---- planning ---------------------------------------------------------------------------------------


def gather_cards(g: BG, f: Phase) -> None:
    """Hand and discards go back to the Available Pile; the new hand is chosen in secret."""
    s = g.s
    s.hand[f.side] = [0] * 10
    s.glimpsed[f.side] = [0] * 10
    s.lacking[f.side] = 0
    s.discards[f.side] = [0] * 10  # rule: plan.return
    mix_counters(g, f.side)
    g.call(Trim(side=f.side))
    g.call(ChooseHand(side=f.side))  # pushed last, asked first


def ask_trim(g: BG, f: Trim) -> Ask:
    """Units above the limit leave their boxes; the player says which."""
    s, kit = g.s, g.kit
    limit = c2_level(s, f.side)
    boxes = [members(s, kit, hq) for hq in kit.hqs_of[f.side] if s.at[hq] >= 0]
    found = [t for box in boxes if len(box) > limit for t in box]
    if not found:
        return Ask("All boxes comply.", "plan.trim", [Group(f.side, "done")])
    return Ask("Detach Units from HQs above your C2 Level.", "plan.trim", [Group(f.side, "detach", (), found)])


def take_trim(g: BG, f: Trim, seat: Seat, option: Option) -> Next:
    if option[0] == "done":
        return NEXT
    detach(g, int(option[1]), "plan.trim")
    return STAY


def refuse_trim(g: BG, f: Trim, seat: Seat, option: Option) -> Refusal | None:
    if option[0] != "detach":
        return None
    return Refusal("plan.trim", "A Unit out of a box that holds more than your C2 Level allows.")


# ---- record keeping and the end ---------------------------------------------------------------------


def count_chips(g: BG, f: Closing) -> None:
    s = g.s
    for side in SIDES:
        s.vp[side] += s.chips[side]  # rule: record.chips
    s.chips = [0, 0]
    g.tell("record.chips", "End of turn {0}.", str(s.turn), weight="phase")
    points = dict(zip(g.game.meta.seats, s.vp, strict=True))
    g.tell("record.chips", "VP: Coalition {0}, Insurgent {1}.", *map(str, s.vp), counts=points)


def _closing_side(g: BG, f: Closing) -> int:
    return g.s.first if f.asked == 0 else foe(g.s.first)


def ask_closing(g: BG, f: Closing) -> Ask:
    side = _closing_side(g, f)
    groups = [Group(side, "keep")]
    price = g.kit.n.exchange_price
    if g.s.vp[side] >= price:  # rule: record.exchange
        groups.append(Group(side, "exchange", (), sorted(g.s.objectives[side])))
    return Ask(f"The turn ends. Exchange an Objective for {price} VP?", "record.exchange", groups)


def take_closing(g: BG, f: Closing, seat: Seat, option: Option) -> Next:
    side = _closing_side(g, f)
    if option[0] == "exchange":
        pay(g, side, g.kit.n.exchange_price)
        exchange(g, side, int(option[1]), "record.exchange")
    f.asked += 1
    return STAY if f.asked < len(SIDES) else NEXT


def refuse_closing(g: BG, f: Closing, seat: Seat, option: Option) -> Refusal | None:
    if option[0] != "exchange":
        return None
    return Refusal("record.exchange", "That costs more VP than you have, or you do not hold the card.")


def exchange(g: BG, side: SideId, card: CardId, key: str) -> None:
    """An Objective Card is discarded face up and another drawn."""
    s, kit = g.s, g.kit
    s.objectives[side].remove(card)
    if card in s.seen[side]:
        s.seen[side].remove(card)
    s.objective_discards[side].append(card)
    g.tell(key, "{0:side} discards {1:objective}.", side, card)
    g.reveal()
    deck = s.objective_decks[side]
    if not deck:  # rule: objective.reshuffle
        deck.extend(s.objective_discards[side])
        s.objective_discards[side].clear()
        g.shuffle(deck, f"{'coalition' if side == COALITION else 'insurgent'}-objectives", "objective.reshuffle")
    new = deck.pop()
    s.objectives[side].append(new)
    told = f"You draw {kit.objectives[new].title}."
    g.tell(key, "{0:side} draws an Objective Card.", side, private={side: told})


def between_turns(s: Theatre) -> bool:
    """The end of a turn: while its records are kept, and until the next one has its First Player."""
    last = s.stack[-1]
    return isinstance(last, Closing) or (isinstance(last, Turn) and last.step == "first" and s.turn > 1)


def resign(g: BG, side: SideId) -> NoReturn:
    g.s.vp[foe(side)] += g.kit.n.resignation  # rule: end.resign
    g.tell("end.resign", "{0:side} resigns.", side, weight="blow", whose=side)
    finish(g, "end.resign")


def next_turn(g: BG, f: Closing) -> None:
    g.s.turns_left -= 1  # rule: record.turn
    if g.s.turns_left <= 0:
        finish(g, "end.turns")


def level_of(s: Theatre, kit: Kit) -> Level:
    """The level of victory that the lead of the leader is worth."""
    margin = abs(s.vp[COALITION] - s.vp[INSURGENT])
    return next(level for level in kit.levels if margin >= level.least)  # rule: victory.levels


def results(s: Theatre, kit: Kit) -> Results:
    """The levels, with the one that this game has reached."""
    reached = level_of(s, kit) if s.outcome is not None else None
    rows = [Result(level.title, f"{level.least} or more", level is reached) for level in kit.levels]
    return Results("lead in VP", rows, "victory.levels")


def finish(g: BG, key: str) -> NoReturn:
    """The levels of victory, by the difference of the totals."""
    s, kit = g.s, g.kit
    level = level_of(s, kit)
    drawn = level is kit.levels[-1]
    winner = NONE if drawn else COALITION if s.vp[COALITION] > s.vp[INSURGENT] else INSURGENT
    label = level.title if drawn else f"{level.title}: {g.game.meta.seats[winner]}"
    g.end(Outcome(label, s.vp[:], winner, key))
