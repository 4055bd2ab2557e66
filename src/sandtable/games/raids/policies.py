"""What differs between the games of the series beyond their content: words, and hooks that do nothing by themselves.

Shared rules ask a hook where one book has something of its own. A game's policy gives what its book says and leaves the
rest; longer chapters of its own stand in its own rules, as further procedures, or as steps put in place of shared ones.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec import Struct

from sandtable.boards.hexes import Edge
from sandtable.games.raids.position import BOX, LOST, Options
from sandtable.kernel.chance import D6
from sandtable.kernel.odds import CERTAIN, NEVER
from sandtable.kernel.options import Refusal
from sandtable.kernel.view import LineClass, Pattern

if TYPE_CHECKING:
    from sandtable.games.raids.field import Way
    from sandtable.games.raids.frames import Battle, Move
    from sandtable.games.raids.pieces import HexId, Kit, PieceId
    from sandtable.games.raids.state import RG, RaidState
    from sandtable.kernel.options import Group, Refusal


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
    leaders_hold_camps: ClassVar[bool] = False
    """Whether a camp survives an enemy who comes into it when only a leader is there."""
    automatic_detects: ClassVar[str] = ""
    """The rule under which teams are detected to whose hex a mission comes; none where they are not."""
    pauses_since: ClassVar[int] = 1
    """With which edition of the game a pause came before the last enemy of a phase acts."""
    lost_leaders_return: ClassVar[bool] = True
    """Whether a priced leader who was lost can be hired again."""

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

    def to_post(self, g: RG) -> list[PieceId]:
        """Who has to be set up in a camp, in order: the free people, while they are in the box."""
        at, pieces = g.s.at, g.kit.pieces  # rule: setup.free-teams setup.free-leaders
        return [t for t in g.kit.people if not pieces[t].priced and at[t] == BOX]

    def closed_sites(self, g: RG, camp: PieceId) -> Collection[HexId]:
        """Hexes in which a camp may not stand, besides ground that is closed to it and those of enemies."""
        return ()

    def refuse_site(self, g: RG, camp: PieceId, h: HexId) -> Refusal | None:
        """Why not there, if it is one of these."""
        return None

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

    def use(self, kit: Kit, options: Options, token: PieceId) -> str:
        """What a counter is good for beside its figures, in a sentence."""
        return ""

    # -- missions

    def mission_drawn(self, g: RG) -> None:
        """A mission has been drawn."""

    def try_mission(self, g: RG) -> bool:
        """A team has come to the mission with all that it needs: whether more is wanted than that, now under way."""
        return False

    def mission_chance(self, g: RG, h: HexId) -> Fraction | None:
        """How likely a mission is accomplished by who stands ready for it in a hex; None if it is not tried now."""
        return CERTAIN

    # -- moves

    @property
    def cargo_afloat(self) -> bool:
        """Whether there is open sea, and by water a transport that is no craft is cargo."""
        return False

    def refuse_form(self, g: RG, h: HexId) -> Refusal | None:
        """Why no move can begin in a hex with pieces that move by themselves elsewhere, if so."""
        return None

    def walks(self, g: RG, f: Move) -> bool:
        """Whether a stack may go on by land from where it is."""
        return True

    def holds_back(self, g: RG, f: Move) -> Refusal | None:
        """Why a stack may not leave its hex as it has been formed, if so."""
        return None

    def refuse_leg(self, g: RG, f: Move, h: HexId) -> Refusal | None:
        """Why a hex is out of reach, where this book has a reason of its own."""
        return None

    def refuse_drop(self, g: RG, f: Move, token: PieceId) -> Refusal | None:
        """Why a piece may not stay behind here, if so."""
        return None

    def ends(self, g: RG, f: Move) -> Sequence[Group]:
        """Further ways to end a move than to halt."""
        return ()

    def come_to_rest(self, g: RG, f: Move, tokens: Sequence[PieceId], how: str) -> None:
        """Pieces have finished their move where it has come to, by this answer."""

    def on_left(self, g: RG, h: HexId) -> None:
        """A stack or a camp has left a hex."""

    def refuse_camp_move(self, g: RG, camp: PieceId) -> Refusal | None:
        """Why a camp may not be moved away from where it stands, if so."""
        return None

    def enters_enemy_hexes(self, s: RaidState) -> bool:
        """Whether teams may enter a hex with an enemy."""
        return False

    # -- noise and enemies

    def ground_noise(self, g: RG, h: HexId) -> int:
        """The noise of the ground for those who are in a hex."""
        return g.kit.fields[g.s.map].noise[h]

    def halting_noise(self, g: RG, f: Move, h: HexId, how: str) -> int:
        """The noise of the ground for a stack that would end its move in a hex by this answer."""
        return self.ground_noise(g, h)

    def noise_extra(self, g: RG) -> int:
        """What every noise level has on top, besides pieces and ground."""
        return 0

    def distance_die(self) -> int:
        """The die for how far off an enemy arrives."""
        return D6

    def off_map(self) -> Edge:
        """What a scatter does at the edge of the map."""
        return Edge.STOP

    def lands(self, g: RG, enemy: PieceId, h: HexId) -> bool:
        """Whether an enemy who arrives may appear in a hex."""
        return g.kit.fields[g.s.map].lands(g.kit.pieces[enemy].mobility, h)

    def no_landing(self, g: RG, enemy: PieceId, h: HexId) -> tuple[str, str]:
        """The rule and the line for an enemy who arrives where such a one cannot be."""
        return "arrive.all-water", "{0:token} would land in open water and does not come."

    def arrives(self, g: RG, h: HexId) -> Fraction:
        """How likely an enemy who is drawn for a stack in this hex can be where he lands."""
        return CERTAIN

    def some_arrive(self, g: RG, h: HexId) -> Fraction:
        """How likely anybody comes for a stack that is detected in this hex."""
        return CERTAIN if g.s.enemy_cup else NEVER

    def way_of(self, g: RG, enemy: PieceId) -> Way:
        """How an enemy gets about."""
        return g.kit.fields[g.s.map].way(g.kit.pieces[enemy].mobility)

    def closer(self, g: RG, enemy: PieceId, goal: HexId, way: Way) -> list[HexId]:
        """The hexes into which an enemy may step to come closer to its goal: those that are directly nearer."""
        here, near = g.s.at[enemy], g.kit.fields[g.s.map].grid.distance[goal]
        return [h for h in way.neighbours[here] if near[h] < near[here]]

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

    def penalty(self, g: RG, f: Battle) -> int:
        """What the ground of the attacked hex takes from the attacker."""
        return g.kit.fields[g.s.map].penalty[f.target_hex]

    def attack_bonus(self, g: RG, h: HexId) -> int:
        """What is added to the attack value of a hex besides its people and weapons."""
        return 0

    # -- losses, and the end

    def losable(self, g: RG, h: HexId, key: str) -> list[PieceId]:
        """Of which gear in a hex the player chooses what is lost under a rule."""
        at = g.s.at
        return [t for t in g.kit.gear if at[t] == h]

    def team_lost(self, g: RG, team: PieceId) -> None:
        """A team has been eliminated."""

    def given_up(self, s: RaidState) -> int:
        """How many missions count as forfeited that were never drawn."""
        return 0

    def teams_lost(self, s: RaidState, kit: Kit) -> int:
        """How many teams have been eliminated."""
        return [s.at[t] for t in kit.teams].count(LOST)

    def on_table(self, s: RaidState, kit: Kit, net: int) -> int:
        """As what a score is read on the victory table."""
        return net

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
