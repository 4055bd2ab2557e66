"""The Chaos Phase: who draws, whom it hits, and every effect a Chaos Card can have (3.5)."""

from __future__ import annotations

from sandtable.games.bct import cards
from sandtable.games.bct.frames import ChaosEvent, Purchase
from sandtable.games.bct.pieces import COALITION, INSURGENT, SIDES, Kit, SideId, chaos_text
from sandtable.games.bct.rules.counters import pay, score, suppress, tells_place, uncover
from sandtable.games.bct.rules.memory import remembers, turned_up
from sandtable.games.bct.rules.successes import OPERATIONAL, SUPPRESSED, disassemble
from sandtable.games.bct.rules.turn import exchange
from sandtable.games.bct.state import (
    BG,
    CHOOSING_EDITION,
    POOL,
    RESERVES,
    Theatre,
    foe,
    is_covert,
    is_down,
    on_map,
    spend_card,
    take_off,
)
from sandtable.kernel.flow import NEXT, STAY, Next
from sandtable.kernel.options import Ask, Group, Option, Refusal, Seat


def draw_chaos(g: BG, f: ChaosEvent) -> None:
    """Who has more in Chips draws; the Insurgent, if nobody has."""
    s = g.s
    g.tell("turn.sequence", "Chaos Phase.", weight="phase")
    # rule: chaos.tie
    f.drawer = COALITION if s.chips[COALITION] > s.chips[INSURGENT] else INSURGENT  # rule: chaos.drawer
    if not s.chaos_deck:
        s.chaos_deck, s.chaos_discards = s.chaos_discards, []
        g.shuffle(s.chaos_deck, "chaos-deck", "chaos.deck")
    f.card = s.chaos_deck.pop()
    s.chaos_discards.append(f.card)
    g.reveal()
    g.tell("chaos.draw", "{0:side} draws {1:chaos}: {2}", f.drawer, f.card, chaos_text(g.kit, f.card))


def ask_victim(g: BG, f: ChaosEvent) -> Ask:
    scope = g.kit.chaos[f.card].scope  # rule: chaos.scope
    named = {
        "chosen": list(SIDES),
        "opponent": [foe(f.drawer)],
        "coalition": [COALITION],
        "insurgent": [INSURGENT],
        "both": [g.s.first],
    }[scope]
    return Ask("Whom does the Chaos Card hit?", "chaos.target", [Group(f.drawer, "victim", (), named)])


def take_victim(g: BG, f: ChaosEvent, seat: Seat, option: Option) -> Next:
    side = int(option[1])
    both = g.kit.chaos[f.card].scope == "both"
    f.victims = [side, foe(side)] if both else [side]  # rule: chaos.both
    if not both:
        g.tell("chaos.target", "{0:chaos} hits {1:side}.", f.card, side)
    f.left = -1
    return NEXT


def refuse_victim(g: BG, f: ChaosEvent, seat: Seat, option: Option) -> Refusal | None:
    if option[0] != "victim":
        return None
    return Refusal("chaos.target", "This card itself says whom it hits.")


# ---- effects ----------------------------------------------------------------------------------------
#
# Each effect either happens at once or leaves choices to the side it hits: `left` counts those. -1: not begun.


def effect_of(kit: Kit, f: ChaosEvent) -> cards.Effect:
    return kit.chaos[f.card].effects[f.effect]


def begin_effect(g: BG, f: ChaosEvent) -> Next:
    """Takes the next effect for the next side; comes back until all have borne all."""
    if not f.victims:
        f.step = ""  # the end of this procedure
        return NEXT
    side, effect = f.victims[0], effect_of(g.kit, f)
    f.left = _choices(g, side, effect)
    return NEXT


def _choices(g: BG, side: SideId, effect: cards.Effect) -> int:
    """Does what needs no choice; says how many choices are left to the side."""
    s, kit = g.s, g.kit
    match effect:
        case cards.Points():
            if effect.vp > 0:
                score(g, side, effect.vp, "chaos.effect", "a Chaos Card")
            else:
                g.tell("chaos.effect", "{0:side} loses up to {1} VP.", side, str(-effect.vp))
                pay(g, side, -effect.vp)
            return 0
        case cards.Discard():
            held = s.hand[side][effect.card]
            gone = min(held, effect.most) if effect.most else held
            for _ in range(gone):
                spend_card(g, side, effect.card)
            if remembers(s) and (not effect.most or gone < effect.most):
                s.lacking[side] |= 1 << effect.card
            g.tell("chaos.discard", "{0:side} discards {1} of {2:card}.", side, str(gone), effect.card)
            g.reveal()
            return 0
        case cards.Redraw():
            if effect.how == "choice":
                return 1
            pool = sorted(s.objectives[side])
            exchange(g, side, g.draw(pool, "lost-objective", "chaos.objective"), "chaos.objective")
            return 0
        case cards.Command():
            s.swayed[side] += effect.c2
            g.tell("chaos.command", "C2 of {0:side} changes by {1}.", side, str(effect.c2))
            return 0
        case cards.GainAssets():
            pool = [a for a in kit.assets_of[side] if s.on[a] == POOL and (effect.air or not kit.asset_rows[a].air)]
            if pool:
                g.call(Purchase(side=side, left=effect.assets, air=False, any_kind=effect.air))
            return 0
        case cards.LoseNets():
            return effect.nets
        case cards.LoseAssets():
            return effect.assets
        case cards.Suppress() | cards.Expose():
            return effect.units
        case cards.Quiet():
            return 0


def ask_effect(g: BG, f: ChaosEvent) -> Ask:
    """One choice of the side that is hit; nothing to choose ends the effect (it cannot be implemented)."""
    side, effect = f.victims[0], effect_of(g.kit, f)
    groups = effect_groups(g.s, g.kit, side, effect) if f.left > 0 else []
    always = f.left > 0 and asks_always(g.s, effect)
    if not groups:  # rule: chaos.no-effect
        return Ask("The Chaos Card has done its work.", "chaos.effect", [Group(side, "done")], always=always)
    return Ask(f"{g.kit.chaos[f.card].title}: choose what it hits.", "chaos.effect", groups, always=always)


def asks_always(s: Theatre, effect: cards.Effect) -> bool:
    """Who has one such thing, or none, is asked as well: else others would know by it how many lie face down."""
    return s.edition >= CHOOSING_EDITION and isinstance(effect, cards.LoseAssets | cards.Suppress)


def effect_groups(s: Theatre, kit: Kit, side: SideId, effect: cards.Effect) -> list[Group]:
    """What a side may choose to be hit by an effect."""
    match effect:
        case cards.Redraw():
            return [Group(side, "keep"), Group(side, "exchange", (), sorted(s.objectives[side]))]
        case cards.LoseNets():
            groups = []
            for d in range(kit.size):
                down = s.nets_down[side * kit.size + d]
                states = [
                    *([OPERATIONAL] if s.nets[side * kit.size + d] > down else []),
                    *([SUPPRESSED] if down else []),
                ]
                if states:
                    groups.append(Group(side, "lose-net", (d,), states))
            return groups
        case cards.LoseAssets():
            laid = [a for a in kit.assets_of[side] if s.on[a] not in (POOL, RESERVES)]
            found = [a for a in laid if on_map(s, kit, s.on[a])]  # rule: units.safe-in-sanctuary
            return [Group(side, "lose-asset", (), found)] if found else []
        case cards.Suppress():
            found = [
                t
                for t in kit.units_of[side]
                if on_map(s, kit, t) and not is_down(s, t) and kit.is_sort(s.kind[t], effect.sorts)
            ]
            return [Group(side, "lose-heart", (), found)] if found else []
        case cards.Expose():
            found = [t for t in kit.units_of[side] if is_covert(s, t) and on_map(s, kit, t)]
            return [Group(side, "expose", (), found)] if found else []
    return []


def take_effect(g: BG, f: ChaosEvent, seat: Seat, option: Option) -> Next:
    side = f.victims[0]
    verb = option[0]
    if verb in ("done", "keep"):
        f.left = 0
    else:
        f.left -= 1
        _apply(g, side, option)
    if f.left:
        return STAY
    f.effect += 1
    if f.effect == len(g.kit.chaos[f.card].effects):
        f.effect = 0
        f.victims = f.victims[1:]
    f.step = "begin-effect"
    return STAY


def _apply(g: BG, side: SideId, option: Option) -> None:
    verb = option[0]
    if verb == "exchange":
        exchange(g, side, int(option[1]), "chaos.objective")
    elif verb == "lose-net":
        disassemble(g, side, int(option[1]), suppressed=option[2] == SUPPRESSED)
    elif verb == "lose-asset":
        asset = turned_up(g, int(option[1]))
        take_off(g, asset, POOL)
        g.reveal()
        g.tell("chaos.assets", "{0:asset} goes to the Pool.", asset)
    elif verb == "lose-heart":
        tells_place(g, int(option[1]), range(g.kit.size))
        suppress(g, int(option[1]), "chaos.suppress")
    else:
        uncover(g, int(option[1]), "chaos.expose")


def refuse_effect(g: BG, f: ChaosEvent, seat: Seat, option: Option) -> Refusal | None:
    if option[0] not in ("exchange", "lose-net", "lose-asset", "lose-heart", "expose"):
        return None
    return Refusal("chaos.effect", "The card does not hit that.")
