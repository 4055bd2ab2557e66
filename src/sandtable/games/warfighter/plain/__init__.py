"""A competent rule-of-thumb player: small pieces of advice, one for each question the game asks.

It knows nothing that its seat does not know and remembers nothing: the same position gets the same answer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandtable.games.warfighter import cards
from sandtable.games.warfighter.frames import Attack
from sandtable.games.warfighter.pieces import HELD, Kit
from sandtable.games.warfighter.plain.judgement import (
    best_mode,
    fresh,
    kill_chance,
    pressed,
    resistance,
    wants_location,
    worth_of_attack,
    worth_of_card,
    worth_of_target,
)
from sandtable.games.warfighter.rules.dangers import of_attack
from sandtable.games.warfighter.rules.moving import card_value, entrance, hand_value
from sandtable.games.warfighter.state import (
    SG,
    Sortie,
    active,
    foremost,
    hand_limit,
    hostiles_at,
    is_player,
    mine,
    objective_space,
)
from sandtable.kernel.game import Answer
from sandtable.kernel.options import Option, Seat

Offers = dict[str, list[Option]]
WORTHWHILE, LAST_SHOT = 0.25, 0.05


def plain(seed: int) -> Answer:
    """Plays by rules of thumb. The seed makes no difference: plain play leaves nothing to chance."""

    def answer(g: SG, seat: Seat) -> Option:
        frame = g.s.stack[-1]
        offered: Offers = {}
        for option in g.options(seat):
            offered.setdefault(str(option[0]), []).append(option)
        advice = ADVICE.get((str(type(frame).__struct_config__.tag), frame.step), first)
        return advice(g, frame, offered)

    return answer


def first(g: SG, f: Any, offered: Offers) -> Option:
    return next(iter(offered.values()))[0]


def liked(*verbs: str) -> Callable[[SG, Any, Offers], Option]:
    """The first of these verbs that is offered."""

    def advice(g: SG, f: Any, offered: Offers) -> Option:
        return next((offered[verb][0] for verb in verbs if verb in offered), first(g, f, offered))

    return advice


def kind_of(option: Option) -> int:
    return int(option[-1]) % HELD


# ---- set-up -----------------------------------------------------------------------------------------


def purchase(g: SG, f: Any, offered: Offers) -> Option:
    """The suggested team; without one, a Player Soldier with what he can have."""
    for verb in ("suggested", "ready"):
        if verb in offered:
            return offered[verb][0]
    return first(g, f, offered)


def recon(g: SG, f: Any, offered: Offers) -> Option:
    """The Location that draws least and costs least."""
    found = offered.get("recon")
    if not found:
        return first(g, f, offered)
    return min(found, key=lambda option: burden(g.s, g.kit, int(option[2])))


def burden(s: Sortie, kit: Kit, card: int) -> float:
    row = kit.location(card)
    return kit.charts[row.chart].values[kit.band(s.value)] + row.entrance + 2 * row.actions + 2 * row.xp


# ---- the Soldier Turn -------------------------------------------------------------------------------


def act(g: SG, f: Any, offered: Offers) -> Option:
    for advice in (recover, shoot, support, go_on, move, draw, shoot_anyway):
        found = advice(g, offered)
        if found is not None:
            return found
    return offered["ready"][0] if "ready" in offered else first(g, f, offered)


def recover(g: SG, offered: Offers) -> Option | None:
    """Nerves and weapons first."""
    s, kit = g.s, g.kit
    for verb in ("steady", "quick-reload"):
        if verb in offered:
            return offered[verb][0]
    for option in offered.get("play", []):
        effects = [kit.effects[n] for n in kit.of_card[kind_of(option)]]
        mine = int(option[1])
        if any(isinstance(e, cards.Reload) for e in effects):
            return option
        if s.suppress[mine] and any(isinstance(e, (cards.Rally, cards.OneOf)) for e in effects):
            return option
        if s.wounds[mine] and any(isinstance(e, cards.OneOf) for e in effects):
            return option
    for option in offered.get("upgun", []):
        effects = [kit.effects[n] for n in kit.of_card[kind_of(option)]]
        if any(s.suppress) and any(isinstance(e, cards.OneOf) for e in effects):
            return option
    if "recover" in offered:
        return offered["recover"][0]
    return offered["reload"][0] if "reload" in offered else None


def attack_of(option: Option) -> Attack:
    return Attack(slot=int(option[1]), arm=int(option[2]), target=int(option[3]))


def best_attack(g: SG, options: list[Option]) -> tuple[float, Option] | None:
    rated = [(worth_of_attack(g.s, g.kit, attack_of(option)), option) for option in options]
    return max(rated, default=None, key=lambda one: one[0])


def shoot(g: SG, offered: Offers, least: float = WORTHWHILE) -> Option | None:
    best = best_attack(g, offered.get("attack", []))
    if best is not None and best[0] > least:
        return best[1]
    for option in offered.get("play", []):
        if any(isinstance(g.kit.effects[n], cards.FreeAttack) for n in g.kit.of_card[kind_of(option)]):
            return option
    return None


def shoot_anyway(g: SG, offered: Offers) -> Option | None:
    return shoot(g, offered, LAST_SHOT)


def support(g: SG, offered: Offers) -> Option | None:
    s, kit = g.s, g.kit
    for option in offered.get("support", []):
        held = [kit.effects[n] for n in kit.of_card[s.support[int(option[1])].card]]
        if any(isinstance(e, (cards.Kill, cards.Strike)) for e in held):
            return option
    for option in offered.get("play", []):
        held = [kit.effects[n] for n in kit.of_card[kind_of(option)]]
        if any(isinstance(e, cards.Kill) for e in held) and resistance(s, kit) and len(s.hand[int(option[1])]) > 3:
            return option
    return None


def go_on(g: SG, offered: Offers) -> Option | None:
    """The next card of the path, when the way is clear and the team is fresh, or time presses."""
    s, kit = g.s, g.kit
    if resistance(s, kit) > 1 and not (pressed(s, kit) and resistance(s, kit) <= 3):
        return None
    if not fresh(s, kit) and not pressed(s, kit):
        return None
    if "activate" in offered:
        return offered["activate"][0]
    if "lay" in offered:
        return min(offered["lay"], key=lambda option: burden(s, kit, kind_of(option)))
    return None


def move(g: SG, offered: Offers) -> Option | None:
    """Forward, when few Hostiles are left there: by a card if there is one."""
    s, kit = g.s, g.kit
    for option in offered.get("play", []):
        slot, card = int(option[1]), kind_of(option)
        free = any(isinstance(kit.effects[n], cards.FreeMove) for n in kit.of_card[card])
        if free and not kit.action(card).trait and s.place[slot] < foremost(s) and clear_ahead(s, kit, slot):
            return option
    forward = [o for o in offered.get("move", []) if int(o[2]) > s.place[int(o[1])]]
    forward = [o for o in forward if clear_ahead(s, kit, int(o[1])) and can_pay(s, kit, int(o[1]), int(o[2]))]
    return min(forward, key=lambda o: entrance(s, kit, int(o[1]), int(o[2])), default=None)


def can_pay(s: Sortie, kit: Kit, slot: int, space: int) -> bool:
    """Whether the Soldiers of his own seat have the cards: what others hold one can only hope for."""
    own = [slot] if is_player(s, kit, slot) else mine(s, s.owner[slot])
    return sum(hand_value(s, kit, other) for other in own) >= entrance(s, kit, slot, space)


def clear_ahead(s: Sortie, kit: Kit, slot: int) -> bool:
    ahead = s.place[slot] + 1
    there = sum(active(s, kit, hostile) for hostile in hostiles_at(s, ahead))
    return there <= 1 or (ahead == objective_space(s, kit) and there <= 3) or pressed(s, kit)


def draw(g: SG, offered: Offers) -> Option | None:
    """Cards, if a hand is short, or no Location is held and one is wanted."""
    s, kit = g.s, g.kit
    for option in offered.get("redraw", []):
        slot = int(option[1])
        lacks = wants_location(s, kit) and not any(kit.is_location(card) for hand in s.hand for card in hand)
        if len(s.hand[slot]) <= hand_limit(s, kit, slot) - 2 or lacks:
            return option
    return None


def redraw(g: SG, f: Any, offered: Offers) -> Option:
    """What is worth little goes, if a Location is wanted."""
    s, kit = g.s, g.kit
    hand = s.hand[f.slot]
    lacks = wants_location(s, kit) and not any(kit.is_location(card) for card in hand)
    if lacks and len(hand) > hand_limit(s, kit, f.slot) - 3:
        found = offered.get("throw", [])
        if found:
            return min(found, key=lambda option: worth_of_card(s, kit, kind_of(option)))
    return offered["draw"][0]


def attack(g: SG, f: Attack, offered: Offers) -> Option:
    """With help of one's own cards where a Kill is doubtful; then in the best mode."""
    s, kit = g.s, g.kit
    if "fire" not in offered:
        return first(g, f, offered)
    if kill_chance(s, kit, f) < 0.6 and worth_of_target(s, kit, f.target) >= 1.5 and "help" in offered:
        return offered["help"][0]
    return ("fire", best_mode(s, kit, f))


def effect(g: SG, f: Any, offered: Offers) -> Option:
    s, kit = g.s, g.kit
    if "kill" in offered:
        return max(offered["kill"], key=lambda option: worth_of_target(s, kit, int(option[1])))
    if "attack" in offered:
        best = best_attack(g, offered["attack"])
        assert best is not None
        return best[1]
    if "move" in offered:
        return max(offered["move"], key=lambda option: int(option[2]))
    if "calm" in offered or "treat" in offered:
        return offered.get("calm", offered.get("treat", []))[0]
    if "mark" in offered:
        return max(offered["mark"], key=lambda option: int(option[1]))
    return liked("reload", "call-fire", "forgo", "call-off", "done")(g, f, offered)


# ---- payments ---------------------------------------------------------------------------------------


def pay(g: SG, f: Any, offered: Offers) -> Option:
    """Cards that stand for several first, then the least worth; XP of who has most."""
    s, kit = g.s, g.kit
    if "give-card" in offered:
        return min(
            offered["give-card"],
            key=lambda option: (-card_value(kit, kind_of(option)), worth_of_card(s, kit, kind_of(option))),
        )
    if "give-xp" in offered:
        return max(offered["give-xp"], key=lambda option: (s.xp[int(option[1])], int(option[2])))
    return liked("ease", "pay", "decline", "call-off")(g, f, offered)


def throw(g: SG, f: Any, offered: Offers) -> Option:
    return min(offered["throw"], key=lambda option: worth_of_card(g.s, g.kit, kind_of(option)))


# ---- the Hostile Turn -------------------------------------------------------------------------------


def worst_first(g: SG, f: Any, offered: Offers) -> Option:
    """Who is likeliest to wound attacks while all cards are in hand."""
    s, kit = g.s, g.kit
    found = offered.get("attacker")
    if not found:
        return first(g, f, offered)
    return max(found, key=lambda o: of_attack(s, kit, int(o[1]), s.target[int(o[1])])["Wound"])


ADVICE: dict[tuple[str, str], Callable[[SG, Any, Offers], Option]] = {
    ("purchase", "purchase"): purchase,
    ("mission", "recon"): recon,
    ("mission", "early-recon"): recon,
    ("mission", "report"): liked("no-report"),
    ("turn", "act"): act,
    ("turn", "retain"): liked("let-go"),
    ("payment", "give"): pay,
    ("effect", "choose"): effect,
    ("attack", "attack"): attack,
    ("redraw", "redraw"): redraw,
    ("throw", "throw"): throw,
    ("shop", "shop"): liked("done"),
    ("lighten", "lighten"): liked("done"),
    ("fill", "peek"): liked("leave-it"),
    ("fill", "cancel"): liked("cancel"),
    ("hostile-turn", "attacker"): worst_first,
    ("hostile-attack", "reaction"): liked("react", "react-with", "absorb", "pass"),
}
