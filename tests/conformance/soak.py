"""The proofs over many games: `python -m tests.conformance.soak GAME [GAMES] [SEED]`.

Scenarios, players and rule options take turns; on each walk standing options interrupt every kind of procedure, answers
are tried in parts and undone beside what others do unseen, and at the end many true games of every setup are held
against dealt worlds, and their odds against play.

Prints what it has looked at; ends with an error if a position was not sound, if any seat could
tell two worlds apart, if something hidden never varied, or if something public told of it.
"""

from __future__ import annotations

import itertools
import sys

from sandtable.kernel.game import open_game
from sandtable.lab.conformance.odds import odds
from sandtable.lab.conformance.truths import true_games
from sandtable.lab.conformance.walks import Effort, named, setups
from tests.conformance.proofs import Proof

TRUTHS = 10
"""So many true games of each setup for each game walked."""


def main(name: str = "patrols", games: str = "40", seed: str = "1") -> int:
    game = open_game(name)
    proof = Proof(game, positions=60, keys=20, thorough=True)
    ways = itertools.cycle(
        (player, scenario) for player in ("random", *game.players) for scenario in game.meta.scenarios
    )
    for number, (player, scenario) in zip(range(int(games)), ways, strict=False):
        proof.play(scenario, player, int(seed) * int(games) + number)
        told = f"{proof.positions} positions, {proof.decisions} decisions, {len(proof.faults)} faults"
        print(f"game {number + 1}, {scenario}, {player}: {told}", flush=True)
    faults = [*proof.faults, *proof.never_varied()]
    for setup in setups(game):
        effort = Effort(truths=max(Effort().truths, TRUTHS * int(games)), pairs=1_000)
        found = true_games(game, game.checked(setup), f"soak {seed}", effort)
        print(f"{effort.truths} true games, {named(game, setup)}: {len(found)} faults", flush=True)
        faults += found
        longer = Effort(watched=200 * int(games), risky=60, trials=200)
        found = odds(game, game.checked(setup), f"soak {seed}", longer)
        print(f"odds over {longer.watched} positions, {named(game, setup)}: {len(found)} faults", flush=True)
        faults += found
    print(*faults, sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
