"""The proofs of hidden information over many games: `python -m tests.conformance.soak GAME [GAMES] [SEED]`.

Scenarios, players and rule options take turns. Prints what it has looked at; ends with an error if any seat could tell
two worlds apart, or if something hidden never varied.
"""

from __future__ import annotations

import itertools
import sys

from sandtable.kernel.game import open_game
from tests.conformance.proofs import Proof


def main(name: str = "patrols", games: str = "40", seed: str = "1") -> int:
    game = open_game(name)
    proof = Proof(game, positions=60, keys=20)
    ways = itertools.cycle(
        (player, scenario) for player in ("random", *game.players) for scenario in game.meta.scenarios
    )
    for number, (player, scenario) in zip(range(int(games)), ways, strict=False):
        proof.play(scenario, player, int(seed) * int(games) + number)
        told = f"{proof.positions} positions, {len(proof.faults)} faults"
        print(f"game {number + 1}, {scenario}, {player}: {told}", flush=True)
    faults = [*proof.faults, *proof.never_varied()]
    print(*faults, sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
