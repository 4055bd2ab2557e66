"""Both proofs of hidden information, over positions of real play: any scenario, any player, all rule options mixed."""

from __future__ import annotations

from typing import Any

from sandtable.kernel.chance import seed_key
from sandtable.kernel.game import Game, Setup
from sandtable.kernel.state import save
from sandtable.lab.conformance import hidden as hidden
from sandtable.lab.conformance import interrupting, play, probes
from sandtable.lab.conformance.walks import Effort, Walk, chosen_options
from sandtable.players import Seated


class PlayedWalk(Walk):
    """A walk on which the seats play as a named player does."""

    def __init__(self, game: Game[Any, Any], setup: Setup, seed: object, effort: Effort, player: str) -> None:
        self.player = player
        super().__init__(game, setup, seed, effort)

    def _play(self) -> None:
        g = self.game.start(self.setup, seed_key(self.seed), heard=self.heard)
        players = Seated(self.game, self.player, self.setup.seats, self.seed)
        while not g.over and len(self.answers) < self.effort.longest:
            self.kept.append(g)
            self.saves.append(save(g.s))
            seat = players.seat(g)
            option = players.answer(g, seat)
            g = g.clone()
            self.answers.append((seat, option))
            g.take(seat, option)


class Proof:
    """Plays games and holds sampled positions against worlds dealt from them; counts what it looked at."""

    def __init__(self, game: Game[Any, Any], positions: int, keys: int, thorough: bool = False) -> None:
        self.game = game
        self.thorough = thorough
        """Whether walks are interrupted, and answers tried, as well."""
        self.effort = Effort(samples=positions, closely=positions, keys=keys, worlds=1, interruptions=600, followed=30)
        self.second = hidden.SecondProof([], self.effort)
        self.positions = 0
        self.decisions = 0
        self.faults: list[str] = []

    def play(self, scenario: str, player: str, number: int) -> None:
        setup = self.game.checked(Setup(scenario))
        setup.options = chosen_options(self.game, setup, 0, number)
        if player == "random":
            walk: Walk = Walk(self.game, setup, f"proof {number}", self.effort)
        else:
            walk = PlayedWalk(self.game, setup, f"proof {number}", self.effort, player)
        if walk.trouble:
            self.faults.append(walk.trouble)
        self.positions += len(walk.samples)
        self.decisions += len(walk.answers)
        self.faults += hidden.worlds(walk) + hidden.dealt_alike(walk)
        self.faults += play.sound(walk)
        if self.thorough:
            self.faults += interrupting.interrupted(walk) + probes.probes(walk) + probes.unseen(walk)
        self.second.walks = [walk]
        self.faults += self.second.known_stays()

    def never_varied(self) -> list[str]:
        """What is hidden and came out the same in every world dealt so far."""
        return self.second.hidden_varies()
