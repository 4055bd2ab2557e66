"""A competent rule-of-thumb player for both sides: small pieces of advice, one for each question the game asks.

It knows nothing that its seat does not know and remembers nothing: the same position gets the same answer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandtable.games.bct import cards
from sandtable.games.bct.frames import ChaosEvent, ChooseHand, Closing, Phase, Trim, Turn
from sandtable.games.bct.plain import battles, operations, plans, successes
from sandtable.games.bct.plain.judgement import Outlook
from sandtable.games.bct.state import BG, foe
from sandtable.kernel.game import Answer
from sandtable.kernel.options import Option, Seat


def plain(seed: int) -> Answer:
    """Plays by rules of thumb. The seed makes no difference: plain play leaves nothing to chance."""
    hand = plans.Hand()

    def answer(g: BG, seat: Seat) -> Option:
        frame = g.s.stack[-1]
        if isinstance(frame, ChooseHand):
            return hand.next_card(g, frame.side) if g.s.turn else ("usual",)
        return ADVICE[type(frame).__struct_config__.tag, frame.step](g, frame)

    return answer


def default(g: BG, f: Any) -> Option:
    """The deployment that comes with the scenario, as far as it is still open."""
    assert g.ask is not None
    offered = {group.verb for group in g.ask.groups}
    return ("default",) if "default" in offered else ("done",)


# ---- the turn ---------------------------------------------------------------------------------------


def go_first(g: BG, f: Turn) -> Option:
    assert g.ask is not None
    return ("first", g.ask.groups[0].seat)


def operate(g: BG, f: Phase) -> Option:
    return operations.operate(g, f.side)


def trim(g: BG, f: Trim) -> Option:
    """The Units that do least leave the box."""
    assert g.ask is not None
    offered = [int(option[1]) for option in g.ask.options(f.side) if option[0] == "detach"]
    o = Outlook(g.s, g.kit, f.side)
    return ("detach", min(offered, key=o.unit_worth)) if offered else ("done",)


# ---- chaos ------------------------------------------------------------------------------------------


def victim(g: BG, f: ChaosEvent) -> Option:
    """What helps comes home, what hurts goes to the other side."""
    assert g.ask is not None
    offered = [int(option[1]) for option in g.ask.options(f.drawer)]
    good = any(
        (isinstance(effect, cards.Points) and effect.vp > 0)
        or (isinstance(effect, cards.Command) and effect.c2 > 0)
        or isinstance(effect, cards.GainAssets)
        for effect in g.kit.chaos[f.card].effects
    )
    wish = f.drawer if good else foe(f.drawer)
    return ("victim", wish if wish in offered else offered[0])


def bear(g: BG, f: ChaosEvent) -> Option:
    """The choice that costs least."""
    side = f.victims[0]
    assert g.ask is not None
    offered = list(g.ask.options(side))
    o = Outlook(g.s, g.kit, side)
    match offered[0][0]:
        case "keep":
            return plans.choose_exchange(g, side, price=0)
        case "lose-net":
            return max(offered, key=lambda option: net_left(o, int(option[1]), int(option[2])))
        case "lose-asset":
            return battles.least_asset(g, f)
        case "lose-heart" | "expose":
            return min(offered, key=lambda option: (g.kit.is_hq[int(option[1])], o.unit_worth(int(option[1]))))
    return ("done",)


def net_left(o: Outlook, d: int, suppressed: int) -> float:
    """How little is lost with a SWET/Net there."""
    return 0.0 if suppressed else o.with_change([(o.side, d, -1, 0)]) - 0.01


def close(g: BG, f: Closing) -> Option:
    """An Objective is exchanged for points while enough turns are left for a better one to pay."""
    assert g.ask is not None
    groups = {group.verb: group.seat for group in g.ask.groups}
    return plans.choose_exchange(g, groups["exchange"], g.kit.n.exchange_price) if "exchange" in groups else ("keep",)


ADVICE: dict[tuple[Any, str], Callable[[BG, Any], Option]] = {
    ("deploy", "units"): default,
    ("deploy", "nets"): default,
    ("deploy", "boxes"): default,
    ("deploy", "assets"): default,
    ("deploy", "pool"): default,
    ("turn", "first"): go_first,
    ("phase", "appeal"): plans.choose_appeal,
    ("phase", "objective"): plans.choose_objective,
    ("phase", "faces"): plans.choose_faces,
    ("phase", "operations"): operate,
    ("reorganize", "reorganize"): battles.reorganize,
    ("purchase", "purchase"): plans.choose_purchase,
    ("spend", "spend"): successes.spend,
    ("expose", "expose"): successes.expose,
    ("advance", "attack"): operations.strike,
    ("trim", "trim"): trim,
    ("battle", "attacker-scouts"): battles.commit_scouts,
    ("battle", "defender-scouts"): battles.commit_scouts,
    ("scout", "scout"): battles.scout,
    ("retreat", "retreat"): battles.retreat,
    ("battle", "attacker-cards"): battles.seal,
    ("battle", "defender-cards"): battles.seal,
    ("combine", "combine"): battles.combine,
    ("fire", "flak"): battles.flak,
    ("fire", "expend-flak"): battles.least_asset,
    ("fire", "ground"): battles.least_asset,
    ("fire", "dice"): battles.choose_dice,
    ("fire", "expend-fire"): battles.least_asset,
    ("fire", "cover"): battles.take_cover,
    ("fire", "hits"): battles.take_hit,
    ("reward", "reward"): battles.reward,
    ("chaos", "victim"): victim,
    ("chaos", "effect"): bear,
    ("closing", "exchange"): close,
}
