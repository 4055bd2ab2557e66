"""1.2 and the scenarios: decks and counters are shuffled, then each side sets up, the Coalition first."""

from __future__ import annotations

from sandtable.games.bct.frames import Campaign, ChooseHand, Deploy
from sandtable.games.bct.pieces import COALITION, INSURGENT, SIDE_NAMES, SIDES, Kit, SideId
from sandtable.games.bct.rules.counters import mix_counters
from sandtable.games.bct.rules.memory import remembers
from sandtable.games.bct.setup import deploying
from sandtable.games.bct.setup.staging import STAGED, draw_plan, in_reserves, the_force
from sandtable.games.bct.state import ALL_SEATS, BG, NONE, RESERVES, SEVERAL_EDITION, Rules, Theatre, covert_capable
from sandtable.kernel.flow import Step, deed, question
from sandtable.kernel.game import Setup
from sandtable.kernel.options import Verb
from sandtable.kernel.switches import chosen

VERBS_SETUP = {
    "default": Verb("set up the rest as suggested", title="as suggested", suggested=True),
    "lay-out": Verb("set up by the plan “{0:plan}”", ("plan",), "set up by a plan"),
    "done": Verb("done", title="go on", place="end"),
    "deploy": Verb("{0:token} in {1:space}", ("token", "space"), "set up"),
    "deploy-covert": Verb("{0:token} Covert in {1:space}", ("token", "space"), "set up Covert"),
    "net": Verb("place a SWET/Net in {0:space}", ("space",), "place a SWET/Net"),
    "join": Verb("{0:token} joins the box of {1:front}", ("token", "front"), "join"),
    "equip": Verb("{0:asset-kind} to {1:token}", ("asset-kind", "token"), "assign an Asset"),
    "stock": Verb("put {0:asset-kind} in the Pool", ("asset-kind",), "into the Pool"),
    "select": Verb("Select {0:pile-card}", ("pile-card",), "Select"),
    "usual": Verb("Select the usual hand", title="the usual hand"),
}

# ---- the board before anything has happened ---------------------------------------------------------


def blank(kit: Kit, setup: Setup) -> Theatre:
    """Every counter in Reserves, every card in its deck, the markers of the scenario on the Record Track."""
    forces = [the_force(kit, setup.scenario, side) for side in SIDES]
    fronts = [[f for f, owner in enumerate(kit.front_side) if owner == side] for side in SIDES]
    numbers = {hq: front for side in SIDES for hq, front in zip(kit.hqs_of[side], fronts[side], strict=True)}
    return Theatre(
        scenario=setup.scenario,
        edition=setup.edition or 1,
        rules=chosen(Rules, setup.options),
        turns_left=kit.scenarios[setup.scenario].turns,
        vp=[force.vp for force in forces],
        c2=[force.c2 for force in forces],
        at=[RESERVES] * kit.tokens,
        box=[NONE] * kit.tokens,
        kind=kit.home[:],
        front=[numbers.get(token, NONE) for token in range(kit.tokens)],
        known=[
            1 << side if kit.kinds[kind].covert else ALL_SEATS for kind, side in zip(kit.home, kit.side, strict=True)
        ],
        on=[RESERVES] * kit.assets,
        open=[ALL_SEATS] * kit.assets,
        nets=[0] * (2 * kit.size),
        nets_down=[0] * (2 * kit.size),
        hand=[[0] * 10 for _ in SIDES],
        glimpsed=[[0] * 10 for _ in SIDES],
        discards=[[0] * 10 for _ in SIDES],
        objectives=[[], []],
        seen=[[], []],
        objective_decks=[kit.objectives_of[side][:] for side in SIDES],
        objective_discards=[[], []],
        chaos_deck=list(range(len(kit.chaos))),
    )


# ---- decks and counters -----------------------------------------------------------------------------


def shuffle_counters(g: BG, f: Campaign) -> None:
    """Everything that is shuffled, dealt and taken before the sides set up (1.2)."""
    mix_backs(g)
    if remembers(g.s):
        draw_order(g)
    g.shuffle(g.s.chaos_deck, "chaos-deck", "setup.chaos-deck")
    for side in SIDES:
        deal_objectives(g, side)
        call_up(g, side)


def mix_backs(g: BG) -> None:
    """Counters with a Covert side are mixed, each size by itself: so their numbers tell nothing."""
    s, kit = g.s, g.kit
    for side in SIDES:
        for size in ("tactical", "hq", "base"):
            heap = [t for t in kit.units_of[side] if kit.kinds[kit.home[t]].size == size and covert_capable(s, kit, t)]
            if len(heap) > 1:
                order = heap[:]
                g.mix(order, f"mix-{SIDE_NAMES[side]}-{size}", "covert.mixed")
                kinds, fronts = [s.kind[t] for t in order], [s.front[t] for t in order]
                for token, kind, front in zip(heap, kinds, fronts, strict=True):
                    s.kind[token], s.front[token] = kind, front


def draw_order(g: BG) -> None:
    """Which of several alike counters a side takes first is left to chance, where it has several types to hide."""
    s, kit = g.s, g.kit
    for side in SIDES:
        if len({s.kind[t] for t in kit.units_of[side] if covert_capable(s, kit, t) and not kit.is_hq[t]}) > 1:
            s.order[side] = list(kit.units_of[side])
            g.mix(s.order[side], f"order-{SIDE_NAMES[side]}", "covert.mixed")


def deal_objectives(g: BG, side: SideId) -> None:
    """The cards that the scenario names are Selected, and everybody knows them; the others come off the deck."""
    s, kit = g.s, g.kit
    force, deck = the_force(kit, s.scenario, side), s.objective_decks[side]
    for name in force.select:
        card = kit.objective_ids.index(name)
        deck.remove(card)
        s.objectives[side].append(card)
        s.seen[side].append(card)
        g.tell("setup.select-objective", "{0:side} begins with {1:objective}.", side, card)
    g.shuffle(deck, f"{SIDE_NAMES[side]}-objectives", "setup.objective-deck")
    for _ in range(force.draw):
        card = deck.pop()
        s.objectives[side].append(card)
        own = {side: "You draw {1:objective}."}
        g.tell("setup.draw-objectives", "{0:side} draws an Objective Card.", side, card, private=own)


def call_up(g: BG, side: SideId) -> None:
    """A player takes the counters of the scenario; Reinforcements lie open in their section at once."""
    s, kit = g.s, g.kit
    for where, units in the_force(kit, s.scenario, side).units.items():
        late = where == "reinforcements"
        for name, number in units.items():
            for token in in_reserves(s, kit, side, kit.kind_of_id[name])[:number]:
                s.at[token] = kit.reinforcements[side] if late else STAGED
                if late:
                    s.known[token] = ALL_SEATS  # rule: setup.reinforcements
    _lay_out_reserves(s, kit, side)


def _lay_out_reserves(s: Theatre, kit: Kit, side: SideId) -> None:
    """Reserves lie open, in the order of their types: so all know which is which, and the order tells nothing else."""
    for hq in (True, False):
        rest = [t for t in kit.units_of[side] if s.at[t] == RESERVES and kit.is_hq[t] == hq]
        heap = [t for t in rest if covert_capable(s, kit, t)]
        kinds, fronts = sorted(s.kind[t] for t in heap), sorted(s.front[t] for t in heap)
        for token, kind, front in zip(heap, kinds, fronts, strict=True):
            s.kind[token], s.front[token], s.known[token] = kind, front, ALL_SEATS


# ---- the sides --------------------------------------------------------------------------------------


def deploy_sides(g: BG, f: Campaign) -> None:
    g.call(Deploy(side=INSURGENT))
    g.call(Deploy(side=COALITION))  # rule: setup.order


def choose_hands(g: BG, f: Campaign) -> None:
    if remembers(g.s):
        g.s.order = [[], []]
        for side in SIDES:
            mix_counters(g, side)
    drawn = [draw_plan(g, side, "hand") if g.s.edition >= SEVERAL_EDITION else NONE for side in SIDES]
    g.call(ChooseHand(side=INSURGENT, plan=drawn[INSURGENT]))
    g.call(ChooseHand(side=COALITION, plan=drawn[COALITION]))  # rule: setup.hand


OPENING: tuple[Step, ...] = (deed(shuffle_counters), deed(deploy_sides), deed(choose_hands))
DEPLOY_STEPS: tuple[Step, ...] = (
    question("units", deploying.ask_units, deploying.take_units, deploying.refuse_units),
    question("nets", deploying.ask_nets, deploying.take_nets, deploying.refuse_nets),
    question("boxes", deploying.ask_boxes, deploying.take_boxes, deploying.refuse_boxes),
    question("assets", deploying.ask_assets, deploying.take_assets, deploying.refuse_assets),
    question("pool", deploying.ask_pool, deploying.take_pool, deploying.refuse_pool),
)
