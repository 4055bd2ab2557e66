"""1.2, 2.4: what a set-up tells the opponent, and what it does not."""

from __future__ import annotations

from collections import Counter

import pytest

from sandtable.games.bct.pieces import COALITION, INSURGENT
from sandtable.games.bct.setup.staging import STAGED
from sandtable.games.bct.state import ALL_SEATS, Theatre, is_covert
from sandtable.kernel import sight
from sandtable.kernel.chance import seed_key
from sandtable.kernel.game import Setup, open_game
from sandtable.kernel.noticing import heard
from sandtable.kernel.options import SPECTATOR
from sandtable.kernel.table import Table
from sandtable.lab.conformance import hidden, options
from sandtable.lab.conformance.walks import Effort, Walk
from tests.bct.deploying import (
    SCENARIOS,
    all_in,
    asset,
    at_random,
    begin,
    by_default,
    first_plan,
    out,
    set_up,
    waiting,
)

# ---- who knows what ---------------------------------------------------------------------------------


def test_the_numbers_of_counters_tell_nothing() -> None:
    """Token for token the types vary with the key; each type keeps its number of counters."""
    games = [begin("jihad", seed) for seed in range(8)]
    kit = games[0].kit
    assert all(Counter(g.s.kind) == Counter(kit.home) for g in games)
    hidden = [t for t in kit.units_of[INSURGENT] if kit.kinds[kit.home[t]].covert]
    for token in hidden:
        seen = {(g.s.kind[token], g.s.front[token]) for g in games}
        assert len(seen) > 1, f"token {token} is always the same"
    for g in games:
        assert all(g.s.known[t] == 1 << INSURGENT for t in hidden if g.s.at[t] == STAGED)
        assert all(kit.is_hq[t] == (kit.kinds[g.s.kind[t]].size == "hq") for t in hidden)


def test_the_log_names_covert_counters_to_their_owner_only() -> None:
    table = Table(open_game("bct"), Setup("jihad"), seed_key(4))
    table.answer(COALITION, ("default",))
    kit = table.g.kit
    told = len(table.log)
    table.answer(INSURGENT, ("deploy-covert", waiting(table.g, "guerrillas"), kit.graph.at("maruf")))
    assert [line.text for line in table.said(INSURGENT, told)] == ["Insurgent sets up Guerrillas Covert in Maruf."]
    for other in (COALITION, SPECTATOR):
        assert [line.text for line in table.said(other, told)] == ["Insurgent sets up a Covert Unit in Maruf."]


def test_under_which_covert_unit_an_asset_goes_is_told_to_its_owner_only() -> None:
    g = set_up(begin("jihad"), by_default, "units", INSURGENT)
    all_in(g, "maruf", covert=True)
    g = set_up(g, at_random(0), "assets", INSURGENT)
    table = Table(g.game, Setup("jihad"), seed_key(0))
    table.g = g
    g.heard = table.log
    told, unit = len(table.log), out(g, "guerrillas")
    g.apply(INSURGENT, [("equip", asset(g, "informants"), unit)])
    (own,), (other,) = heard(table.log[told:], INSURGENT), heard(table.log[told:], COALITION)
    assert "Guerrillas" in own.text
    assert other.text == "Insurgent lays Informants under a Covert Unit."
    laid = next(a for a in g.kit.assets_of[INSURGENT] if g.s.on[a] == unit)
    assert g.s.open[laid] == 1 << INSURGENT


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_opponent_sees_backs(scenario: str) -> None:
    """Neither view nor log of anyone else holds the name of a Covert counter after a set-up by hand."""
    table = Table(open_game("bct"), Setup(scenario), seed_key(9))
    pick = at_random(11)
    while table.g.s.turn == 0 and table.g.ask is not None:
        seat = table.g.ask.seats()[0]
        table.answer(seat, pick(table.g, seat))
    s: Theatre = table.g.s
    kit = table.g.kit
    names = [row.name for row in kit.kinds if row.side == "insurgent" and row.size != "hq"] + kit.front_names
    for other in (COALITION, SPECTATOR):
        view = sight.view(table.g, other)
        backs = {token.id: token for token in view.tokens if token.face_down}
        covert = [t for t in kit.units_of[INSURGENT] if is_covert(s, t) and s.known[t] != ALL_SEATS]
        assert covert and set(covert) <= set(backs)
        for token in covert:
            assert backs[token].name == ("Covert HQ" if kit.is_hq[token] else "Covert Unit")
            assert not backs[token].symbol and not backs[token].values
        lines = [line.text for line in table.said(other) if line.text.startswith("Insurgent sets up a Covert")]
        assert lines
        for line in lines:
            assert not any(name in line for name in names)


class SetUpWalk(Walk):
    """A set-up by hand, without a default, kept position by position."""

    def _play(self) -> None:
        pick = at_random(int(self.seed))
        g = self.start(self.heard)
        while g.s.turn == 0 and g.ask is not None:
            self.kept.append(g)
            seat = g.ask.seats()[0]
            option = pick(g, seat)
            g = g.clone()
            g.heard = self.heard
            self.answers.append((seat, option))
            g.take(seat, option)


@pytest.mark.parametrize("scenario", ["terrorist-hunt", "jihad"])
def test_the_set_up_conforms(scenario: str) -> None:
    """Random players soon take the default: so here are the questions behind it, and worlds that look alike in them."""
    game = open_game("bct")
    effort = Effort(samples=14, worlds=1, candidates=150, options=8)
    walk = SetUpWalk(game, game.checked(Setup(scenario)), "6", effort)
    assert not walk.trouble
    assert {g.s.stack[-1].step for _, g in walk.samples} >= {"units", "boxes", "assets", "pool", "select"}
    for check in (
        options.options,
        options.accepted,
        options.refused,
        hidden.worlds,
        hidden.dealt_alike,
    ):
        assert check(walk) == []


# ---- taking back ------------------------------------------------------------------------------------


def test_a_unit_set_up_can_be_taken_back_a_hidden_deployment_cannot() -> None:
    """Even where it shows nobody: how all counters are laid out at once tells something of what they are."""
    hidden = {"insurgent-hq": ["ready covert"] * 6, "militia": ["dand covert"] * 6, "guerrillas": ["dand covert"] * 12}
    row = {"units": {**hidden, "infantry": ["dand"] * 3}, "boxes": []}
    table = Table(open_game("bct", [{"deployments": {"jihad-insurgent": row}}]), Setup("jihad"), seed_key(1))
    kit = table.g.kit
    anp = waiting(table.g, "anp")
    table.answer(COALITION, ("deploy", anp, 0))
    table.undo(COALITION)
    assert table.g.s.at[anp] == STAGED
    table.answer(COALITION, first_plan(table.g, COALITION))
    assert "answer" in table.can_undo(COALITION)
    table.answer(INSURGENT, ("deploy-covert", waiting(table.g, "militia"), 0))
    assert "answer" in table.can_undo(INSURGENT)
    table.answer(INSURGENT, ("default",))
    assert not any(table.g.s.known[t] == ALL_SEATS for t in kit.units_of[INSURGENT] if is_covert(table.g.s, t))
    assert table.can_undo(INSURGENT) == []


@pytest.mark.parametrize("step", ["units", "nets", "boxes", "assets", "pool"])
def test_a_default_looks_the_same_in_every_world_or_is_not_taken_back(step: str) -> None:
    for seed in range(3):
        g = set_up(begin("intervention", seed), by_default, "units", INSURGENT)
        g = set_up(g, at_random(seed), step, INSURGENT)
        if not g.offers(INSURGENT, ("default",)):
            continue
        views = set()
        for number in range(6):
            world = hidden.deal(g, COALITION, number)
            world.take(INSURGENT, ("default",))
            if world.s.shown == g.s.shown:
                views.add(sight.view_bytes(world, COALITION))
        assert len(views) <= 1
