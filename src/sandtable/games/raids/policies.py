"""What differs between the games of the series beyond their content: words, and hooks that do nothing by themselves.

Shared rules ask a hook where one book has something of its own. A game's policy gives what its book says and leaves the
rest; longer chapters of its own stand in its own rules, as further procedures, or as steps put in place of shared ones.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec import Struct

from sandtable.boards.hexes import Edge
from sandtable.kernel.chance import D6
from sandtable.kernel.odds import CERTAIN
from sandtable.kernel.view import LineClass, Pattern

if TYPE_CHECKING:
    from sandtable.games.raids.frames import Battle
    from sandtable.games.raids.pieces import HexId, Kit, PieceId
    from sandtable.games.raids.rows import Mobility
    from sandtable.games.raids.state import RG, RaidState


class Words(Struct, frozen=True):
    """What a book calls things, for prompts, refusals and lines of the log."""

    team: str
    teams: str
    camp: str
    camps: str
    home: str
    """A camp by its full name."""
    closed_to_camps: str
    """The ground in or next to which no camp stands: a village."""
    example: str
    """Names of pieces, as an example."""


class Policy:
    """One game's own ways. Every hook has a default: a book that says nothing has nothing to give."""

    words: ClassVar[Words]
    looks: ClassVar[Mapping[str, tuple[Pattern, LineClass]]] = {}
    """How terrains look whose table has no columns for it."""
    automatic_detects: ClassVar[str] = ""
    """The rule under which teams are detected to whose hex a mission comes; none where they are not."""
    pauses_since: ClassVar[int] = 1
    """With which edition of the game a pause came before the last enemy of a phase acts."""

    # -- how a game begins and goes on

    def before_set_up(self, g: RG) -> None:
        """Before the first camp is placed."""

    def camps_stand(self, g: RG) -> None:
        """The camps of the set-up stand."""

    def on_turn(self, g: RG) -> None:
        """A turn begins."""

    def set_aside(self, s: RaidState) -> Sequence[PieceId]:
        """Enemies that lie unseen beside their cup."""
        return ()

    # -- buying

    def wares(self, s: RaidState, kit: Kit) -> Sequence[PieceId]:
        """Gear that is shown for sale piece by piece, beside the kinds that everybody can buy."""
        return ()

    def buyable(self, g: RG) -> Sequence[PieceId]:
        """Which of these can be bought as things are."""
        return ()

    def price(self, s: RaidState, kit: Kit, token: PieceId) -> int:
        """What a piece costs now: as printed, unless it is sold piece by piece."""
        return kit.pieces[token].cost

    # -- missions

    def try_mission(self, g: RG) -> bool:
        """A team has come to the mission with all that it needs: whether more is wanted than that, now under way."""
        return False

    def mission_chance(self, g: RG, h: HexId) -> Fraction | None:
        """How likely a mission is accomplished by who stands ready for it in a hex; None if it is not tried now."""
        return CERTAIN

    # -- noise and enemies

    def noise_extra(self, g: RG) -> int:
        """What every noise level has on top, besides pieces and ground."""
        return 0

    def distance_die(self) -> int:
        """The die for how far off an enemy arrives."""
        return D6

    def off_map(self) -> Edge:
        """What a scatter does at the edge of the map."""
        return Edge.STOP

    def no_landing(self, mobility: Mobility) -> tuple[str, str]:
        """The rule and the line for an enemy who arrives where such a one cannot be."""
        return "arrive.all-water", "{0:token} would land in open water and does not come."

    def on_enemy_enters(self, g: RG, h: HexId, enemy: PieceId, placed: bool) -> bool:
        """An enemy comes into a hex that no team holds, or is placed there: whether that was its end."""
        return False

    def between_enemies(self, g: RG) -> str:
        """What one may want to do before the next enemy acts, as a prompt; nothing, mostly."""
        return ""

    # -- battles

    def callable_weapons(self, g: RG, h: HexId, called: Sequence[PieceId]) -> list[PieceId]:
        """Weapons elsewhere that a hex may call upon in a battle, beside those it has called."""
        return []

    def weapon_value(self, g: RG, f: Battle, weapon: PieceId) -> int:
        """What a weapon is worth in this battle."""
        return g.kit.pieces[weapon].fire

    def attack_bonus(self, g: RG, h: HexId) -> int:
        """What is added to the attack value of a hex besides its people and weapons."""
        return 0

    # -- the end

    def losses(self, s: RaidState, kit: Kit) -> int:
        """How many of the lost count against the score beside the teams, or (below 0) how many of those do not."""
        return 0


def policy(g: RG) -> Policy:
    game: Any = g.game  # of the series, as whoever asks is
    found: Policy = game.policy
    return found


def words(g: RG) -> Words:
    game: Any = g.game
    found: Words = game.policy.words
    return found
