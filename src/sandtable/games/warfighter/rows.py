"""The content of the game as typed rows: the cards of every deck, and what is printed on the Tactical Display."""

from __future__ import annotations

import re
from typing import Annotated, Literal, NamedTuple

from msgspec import Meta, Struct, field

from sandtable.games.warfighter.cards import Change, Effect, Figure, Label, Name, Range, Region, Some, Trait
from sandtable.kernel.content import Tables, names, wording

Kills = Annotated[int, Meta(ge=0, le=20)]
"""The face from which on an attack die hits; 0 where the weapon does not reach."""
Points = Annotated[int, Meta(ge=0, le=999)]
"""Resource Points of a whole team."""
Mode = Literal["semi", "burst", "auto"]
When = Literal["turn", "hostile-turn", "always", "purchase"]
"""When a piece of equipment works: in the Soldier Turn, in the Hostile Turn, in both, or as it is bought."""
NationRow = Annotated[str, names("nations")]
AmmoRow = Annotated[str, names("ammunition")]
ChartRow = Annotated[str, names("charts")]
TypeRow = Annotated[str, names("types")]
SoldierRow = Annotated[str, names("soldiers")]
WeaponRow = Annotated[str, names("weapons")]
SkillRow = Annotated[str, names("skills")]
EquipmentRow = Annotated[str, names("equipment")]
MissionRow = Annotated[str, names("missions")]

# ---- the table ------------------------------------------------------------------------------------


class Numbers(Struct, frozen=True):
    """The numbers of the rulebook that stand on no card."""

    spaces: Annotated[int, Meta(ge=3, le=40)]
    """Of the Mission path, the Mission card's among them."""
    time: Annotated[int, Meta(ge=1, le=99)]
    """Spaces of the Time track."""
    targeting: Some
    """Targeting counters of each Soldier."""
    semi: Some
    burst: Some
    auto: Some
    stealth_cover: Some
    """What the Cover die of the first Stealth attack counts as."""
    stealth_attacks: Some
    unarmed_attacks: Some
    upgun: Some
    lot: Some
    """What a lot of ammunition costs, and what it weighs; so does a spare round beyond what its launcher holds."""
    medevac: Some
    """With this Health or less, and wounded, a Soldier may be evacuated."""
    locations: Some
    """How many the team may place in a turn."""
    moves: Some
    jam_resource: Figure
    """What each Soldier with a Burst or Auto weapon adds to the Resources where weapons jam."""


class Band(Struct, frozen=True):
    """A line of every Hostile chart: the team's value from which on it holds."""

    title: Name
    least: Points


class Chart(Struct, frozen=True):
    """Hostile values by band."""

    title: Name
    values: Annotated[list[Figure], Meta(min_length=1)]


class Nation(Struct, frozen=True):
    name: Name


class HostileType(Struct, frozen=True):
    """A deck of Hostiles."""

    name: Name
    region: Region
    about: str


class Ammunition(Struct, frozen=True):
    """A type of ammunition counter. What is single is bought round by round; the rest by the lot of a weapon."""

    name: Name
    single: bool = False


# ---- missions, objectives, locations ----------------------------------------------------------------


class Mission(Struct, frozen=True):
    title: Name
    region: Region
    resources: Points
    time: Some
    space: Annotated[int, Meta(ge=3, le=40)]
    """Where the Objective lies, the Mission card's own space being 1."""
    loadout: Change
    people: Annotated[int, Meta(ge=1, le=6)]
    """How many people it suits at most, each with a Player Soldier."""
    entrance: Figure = 0
    reinforce: list[Figure] = field(default_factory=list)
    text: str = ""
    effects: list[Effect] = field(default_factory=list)
    about: str = ""

    def __post_init__(self) -> None:
        wording(self.text, self.effects)


class Target(Struct, frozen=True):
    """What has to be destroyed."""

    name: Name
    label: Label
    kills: Some
    cover: Annotated[int, Meta(ge=1, le=20)]
    by: Literal["any", "explosion"] = "any"


class Objective(Struct, frozen=True):
    title: Name
    region: Region
    entrance: Figure
    chart: ChartRow
    reinforce: list[Figure] = field(default_factory=list)
    always: bool = False
    targets: list[Target] = field(default_factory=list)
    screened: bool = False
    """Its targets are screened by every Hostile card there that has an active Hostile."""
    rescue: bool = False
    """Won when no Hostile is left there and a Soldier is."""
    collateral: bool = False
    """No Explosion and no Auto attack into it."""
    text: str = ""
    effects: list[Effect] = field(default_factory=list)

    def __post_init__(self) -> None:
        wording(self.text, self.effects)
        if bool(self.targets) == self.rescue:
            raise ValueError("an Objective has targets, or it is a rescue")


class Location(Struct, frozen=True):
    title: Name
    region: Region
    copies: Figure
    entrance: Figure
    chart: ChartRow
    actions: Figure = 0
    """What it costs to play, in Actions of the Soldier who plays it."""
    xp: Figure = 0
    reinforce: list[Figure] = field(default_factory=list)
    always: bool = False
    """It draws reinforcements with no Soldier in it, too."""
    collateral: bool = False
    text: str = ""
    effects: list[Effect] = field(default_factory=list)

    def __post_init__(self) -> None:
        wording(self.text, self.effects)


class Report(Struct, frozen=True):
    """A Situation Report."""

    title: Name
    text: str
    effects: list[Effect]
    pay: Figure = 0
    gain: Figure = 0
    per_space: bool = False
    """The price or gain is for each space up to the Objective."""

    def __post_init__(self) -> None:
        wording(self.text, self.effects)


# ---- Action cards -----------------------------------------------------------------------------------


class Action(Struct, frozen=True):
    title: Name
    copies: Figure
    text: str
    effects: Annotated[list[Effect], Meta(min_length=1)]
    trait: Literal["", "support", "stealth"] = ""
    when: Literal["turn", "attack", "entrance", "reaction"] = "turn"
    """Played in the Soldier Turn; with an attack of one's own; with an Entrance cost; in answer to a Hostile's dice."""
    discard: Figure = 0
    xp: Figure = 0
    retain: Annotated[int, Meta(ge=-1, le=9)] = -1
    """What keeping it in play costs in XP; -1 if it cannot be kept."""

    def __post_init__(self) -> None:
        wording(self.text, self.effects)
        if self.retain >= 0 and self.trait != "support":
            raise ValueError("only Support cards can be retained")


# ---- Hostiles ---------------------------------------------------------------------------------------


class Line(NamedTuple):
    """A line of an attack chart: up to this face of the die, so many Wounds, and what else."""

    upto: int
    wounds: int
    again: bool = False
    everybody: bool = False
    destroy: bool = False
    kill: bool = False
    discard: bool = False


class Column(NamedTuple):
    """A column: for this many active Hostiles."""

    least: int
    most: int
    lines: tuple[Line, ...]


_COLUMN = re.compile(r"([0-9]+)(?:-([0-9]+))?")
_LINE = re.compile(r"(?:([0-9]+)-|([0-9]+)-([0-9]+)|([0-9]+)\+|([0-9]+))\s+(miss|kill|[0-9])((?:\s+[a-z]+)*)")
_ALSO = {"again": "again", "all": "everybody", "destroy": "destroy", "discard": "discard"}
_HIGHEST = 99


class AttackChart(str):
    """An attack chart as it is printed, a column a line: `3-4 | 4- miss | 5-8 1 | 9+ 2`.

    A column says for how many active Hostiles it is, then what each range of the die does: `miss`, a number of Wounds,
    or `kill`, and after it `again`, `all`, `destroy`, `discard`.
    """

    @classmethod
    def parse(cls, text: str) -> AttackChart:
        chart = cls(text)
        faults = chart._faults()
        if faults:
            raise ValueError(faults)
        return chart

    def _faults(self) -> str:
        try:
            columns = self.columns
        except ValueError as error:
            return str(error)
        want = 1
        for column in sorted(columns):
            if column.least != want or column.most < column.least:
                return f"columns for 1, 2, 3 ... active Hostiles, each once; found one for {column.least}, not {want}"
            want = column.most + 1
        return ""

    @property
    def columns(self) -> tuple[Column, ...]:
        """From the fullest card down."""
        return tuple(_column(part) for part in self.splitlines() if part.strip())


def _column(text: str) -> Column:
    head, *parts = (part.strip() for part in text.split("|"))
    heading = _COLUMN.fullmatch(head)
    if heading is None or not parts:
        raise ValueError(f"columns such as `3-4 | 4- miss | 5-8 1 | 9+ 2`, not {text.strip()!r}")
    lines, before = [], 0
    for part in parts:
        line, least = _line(part)
        if least != before + 1:
            raise ValueError(f"lines that follow each other; {part!r} comes after {before}")
        lines.append(line)
        before = line.upto
    if before != _HIGHEST:
        raise ValueError(f"a last line such as 9+; {parts[-1]!r} leaves the faces above {before} open")
    low, high = int(heading[1]), int(heading[2] or heading[1])
    return Column(min(low, high), max(low, high), tuple(lines))


def _line(text: str) -> tuple[Line, int]:
    """A line, and its first face; 1 where the line goes on from wherever the one before ended."""
    found = _LINE.fullmatch(text)
    if found is None:
        raise ValueError(f"lines such as `4- miss`, `5-8 1 again` or `9+ 2`, not {text!r}")
    first = int(found[2] or found[4] or found[5] or 1)
    upto = _HIGHEST if found[4] else int(found[1] or found[3] or found[5])
    also = found[7].split()
    if unknown := set(also) - _ALSO.keys():
        raise ValueError(f"again, all, destroy or discard, not {', '.join(sorted(unknown))}")
    marks = {_ALSO[word]: True for word in also}
    wounds = int(found[6]) if found[6].isdigit() else 0
    return Line(upto, wounds, kill=found[6] == "kill", **marks), first


class Hostile(Struct, frozen=True):
    title: Name
    type: TypeRow
    copies: Figure
    value: Figure
    reticles: Annotated[int, Meta(ge=1, le=12)]
    cover: Annotated[int, Meta(ge=1, le=20)]
    reach: Range
    """It attacks at ranges from 0 to this."""
    chart: AttackChart | None = None
    """None: it does not attack."""
    entrance: list[Figure] = field(default_factory=list)
    """What it adds to the Entrance cost, by column of the chart."""
    screened: list[Name] = field(default_factory=list)
    """Titles of the cards that screen it; `all` for every card there."""
    reinforce: list[Figure] = field(default_factory=list)
    inspire: bool = False
    fearless: bool = False
    bars: list[Literal["support", "stealth"]] = field(default_factory=list)
    """Action cards of these traits cannot be played while it is active."""
    enters: Literal["location", "front-most", "target", "mission"] = "location"
    text: str = ""


class Event(Struct, frozen=True):
    title: Name
    type: TypeRow
    copies: Figure
    value: Figure
    text: str
    effects: Annotated[list[Effect], Meta(min_length=1)]
    cancel: Figure = 0
    """The XP that cancel it; 0 if nothing does."""
    stays: bool = False

    def __post_init__(self) -> None:
        wording(self.text, self.effects)


# ---- Soldiers ---------------------------------------------------------------------------------------


class Rank(Struct, frozen=True):
    """What a Soldier without a hand can do with this Health. Squad Soldiers have their kill numbers by range."""

    health: Some
    actions: Figure
    kill: list[Kills] = field(default_factory=list)


class Soldier(Struct, frozen=True):
    name: Name
    kind: Literal["player", "npc", "squad"]
    nation: NationRow
    cost: Some
    movement: Figure
    cover: Annotated[int, Meta(ge=1, le=20)]
    health: Some
    loadout: Figure = 0
    unarmed: Kills = 0
    actions: Figure = 2
    """Of a Player Soldier."""
    ranks: list[Rank] = field(default_factory=list)
    weapons: list[WeaponRow] = field(default_factory=list)
    skills: list[SkillRow] = field(default_factory=list)
    equipment: list[EquipmentRow] = field(default_factory=list)
    text: str = ""
    effects: list[Effect] = field(default_factory=list)

    def __post_init__(self) -> None:
        wording(self.text, self.effects)
        told = [rank.health for rank in self.ranks]
        if self.kind == "player":
            if told:
                raise ValueError("a Player Soldier has a number of Actions, and no ranks by Health")
        elif told != list(range(self.health, 0, -1)):
            raise ValueError(f"ranks for each Health from {self.health} down to 1")
        if self.kind == "squad" and (self.weapons or self.skills or self.equipment or self.unarmed):
            raise ValueError("a Squad Soldier has nothing but his attack chart")


class Part(Struct, frozen=True):
    """One way to attack with a weapon: most have one, a rifle with a launcher has two."""

    name: Name
    kill: Annotated[list[Kills], Meta(min_length=1)]
    """By range."""
    modes: list[Mode] = field(default_factory=list)
    explosion: Figure = 0
    """Dice of the Explosion mode."""
    ammo: str = ""
    """The row of its ammunition; none for a knife or what is thrown away."""
    rounds: Figure = 0
    """What it begins with, and what a lot brings."""
    reload: Figure = 0
    penetration: Figure = 0
    single_shot: bool = False
    traits: list[Trait] = field(default_factory=list)

    def __post_init__(self) -> None:
        if bool(self.modes) == bool(self.explosion):
            raise ValueError("fire modes, or dice of an explosion")


class Weapon(Struct, frozen=True):
    name: Name
    cost: Some
    parts: Annotated[list[Part], Meta(min_length=1, max_length=2)]
    nation: str = ""
    """A row of the nations; empty: for everybody."""
    weight: Annotated[int, Meta(ge=-1, le=99)] = -1
    """-1: it weighs what it costs."""
    expended: bool = False
    """Thrown away with its attack."""
    text: str = ""
    effects: list[Effect] = field(default_factory=list)

    def __post_init__(self) -> None:
        wording(self.text, self.effects)

    @property
    def load(self) -> int:
        return self.cost if self.weight < 0 else self.weight


class Skill(Struct, frozen=True):
    title: Name
    cost: Some
    text: str
    effects: Annotated[list[Effect], Meta(min_length=1)]
    needs: str = ""
    """The row of the skill that one must have first."""

    def __post_init__(self) -> None:
        wording(self.text, self.effects)


class Equipment(Struct, frozen=True):
    title: Name
    cost: Some
    text: str
    effects: Annotated[list[Effect], Meta(min_length=1)]
    weight: Annotated[int, Meta(ge=-1, le=99)] = -1
    attaches: list[Name] = field(default_factory=list)
    """It is attached to a weapon with one of these words in its title."""
    expended: bool = False
    when: When = "turn"

    def __post_init__(self) -> None:
        wording(self.text, self.effects)

    @property
    def load(self) -> int:
        return self.cost if self.weight < 0 else self.weight


# ---- suggested teams --------------------------------------------------------------------------------


class Member(Struct, frozen=True):
    """A Soldier of a suggested team, with what is bought for him. Gear that is listed twice is bought twice."""

    soldier: SoldierRow
    seat: Figure = 0
    weapons: list[WeaponRow] = field(default_factory=list)
    skills: list[SkillRow] = field(default_factory=list)
    equipment: list[EquipmentRow] = field(default_factory=list)
    lots: list[WeaponRow] = field(default_factory=list)
    """A lot of ammunition for each of these weapons."""
    rounds: Figure = 0
    """Single rounds beyond what his launcher holds."""


class Team(Struct, frozen=True):
    """A team for a mission and a number of people."""

    mission: MissionRow
    people: Annotated[int, Meta(ge=1, le=6)]
    members: Annotated[list[Member], Meta(min_length=1)]


TABLES = Tables(
    {
        "numbers": Numbers,
        "bands": Band,
        "charts": Chart,
        "nations": Nation,
        "types": HostileType,
        "ammunition": Ammunition,
        "missions": Mission,
        "objectives": Objective,
        "locations": Location,
        "reports": Report,
        "actions": Action,
        "hostiles": Hostile,
        "events": Event,
        "soldiers": Soldier,
        "weapons": Weapon,
        "skills": Skill,
        "equipment": Equipment,
        "teams": Team,
    },
    optional=("reports",),
    least={"missions": 1, "objectives": 1, "locations": 1, "actions": 1, "hostiles": 1, "soldiers": 1},
    needs={"numbers": ("book",)},
)
