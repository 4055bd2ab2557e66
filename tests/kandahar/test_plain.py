"""The plain player: it ends every game that it begins, plays by the rules, and knows what it is doing."""

from __future__ import annotations

from functools import cache

import pytest

from sandtable.kernel import sight
from sandtable.kernel.chance import dice_key, seed_key
from sandtable.kernel.game import Setup, open_game
from sandtable.lab.figures import median
from sandtable.lab.simulate import Batch, Played, play_batch
from sandtable.players import LONGEST, make_player

SEED = 17
GAMES = {"short": 150, "full": 50}


@cache
def played(player: str, scenario: str) -> list[Played]:
    """The same deals for every player."""
    setup = open_game("kandahar").checked(Setup(scenario))
    return play_batch(Batch("kandahar", player, SEED, 0, GAMES[scenario], setup, ()))


def scores(player: str, scenario: str) -> list[int]:
    return [one.scores[0] for one in played(player, scenario)]


@pytest.mark.parametrize("scenario", GAMES)
@pytest.mark.parametrize("player", ["random", "plain"])
def test_every_game_ends(player: str, scenario: str) -> None:
    endless = [number for number, one in enumerate(played(player, scenario)) if one.label is None]
    assert not endless, f"games {endless} of seed {SEED} are not over after {LONGEST} answers"


@pytest.mark.parametrize("scenario", GAMES)
def test_plain_play_beats_chance_by_a_wide_margin(scenario: str) -> None:
    plain, chance = scores("plain", scenario), scores("random", scenario)
    assert median(plain) >= median(chance) + 6
    ahead = sum(ours > theirs for ours, theirs in zip(plain, chance, strict=True))
    assert ahead >= 0.9 * len(plain)


def test_plain_play_accomplishes_missions_and_seldom_loses_its_last_team() -> None:
    """Four missions of six are usually doable, and a tour that ends in defeat is the exception."""
    assert median(scores("plain", "short")) >= 3
    assert median(scores("plain", "full")) >= 5
    defeats = sum(one.label == "Defeat" for scenario in GAMES for one in played("plain", scenario))
    assert defeats <= 0.05 * sum(GAMES.values())


OPTIONS = {
    "as it comes": {},
    "everything on": {
        "old-stock": "on",
        "misadventure": "on",
        "indirect-fire": "on",
        "first-aid": "on",
        "booby-trap": "on",
        "trap-takes-arrivals": "on",
        "enter-enemy-hexes": "on",
        "leaders-count": "on",
    },
    "everything off": {"attack-reinforces-detected": "off", "marker-ends-enemy-combat": "off"},
}


@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
@pytest.mark.parametrize("seed", range(3))
def test_plain_answers_pass_the_checked_door(options: dict[str, str], seed: int) -> None:
    """Each answer, given from what the seat sees, is one that the rules accept: under every choice of rules."""
    game = open_game("kandahar")
    g = game.start(game.checked(Setup("short", options)), dice_key(seed_key(f"door {seed}"), []))
    answer = make_player(game, "plain", seed)
    verbs = set()
    for _ in range(LONGEST):
        if g.over:
            break
        option = answer(sight.world(g, 0), 0)
        g.apply(0, [option])
        verbs.add(option[0])
    assert g.over
    assert verbs >= {"default", "form", "go", "halt", "done"}


def test_the_answer_depends_on_nothing_that_the_seat_does_not_see() -> None:
    """Other enemies set aside unseen, another key, another seed: the same answer to each question."""
    game = open_game("kandahar")
    g = game.start(game.checked(Setup("short")), dice_key(seed_key("secrets"), []))
    one, other = make_player(game, "plain", 1), make_player(game, "plain", 2)
    asked = 0
    while not g.over and asked < 200:
        option = one(sight.world(g, 0), 0)
        assert other(game.resume(game.determinise(g.s, 0, f"another world {asked}".encode())), 0) == option
        g.take(0, option)
        asked += 1
    assert asked > 50
