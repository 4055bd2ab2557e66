"""The vocabulary of the cards: everything that an action card, a skill, a piece of equipment, a Soldier, a Location, a
Mission, an Objective, an event or a situation report can say, as typed structs.

A card of a pack is its wording with effects of this vocabulary under it; see `sandtable.kernel.content.cards`. Every
field has a default that means "nothing", so that a card is as short as what it says. What Upgun changes is a second
field beside the first: `plus: 2, upgunned: 4`.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

Name = Annotated[str, Meta(min_length=1)]
Figure = Annotated[int, Meta(ge=0, le=99)]
Some = Annotated[int, Meta(ge=1, le=99)]
Change = Annotated[int, Meta(ge=-99, le=99)]
Ten = Annotated[int, Meta(ge=1, le=10)]
Six = Annotated[int, Meta(ge=1, le=6)]
Range = Annotated[int, Meta(ge=0, le=9)]

Region = Literal["jungle", "middle-east"]
Trait = Literal["ranged", "thrown", "melee", "unarmed", "stealth", "explosion"]
"""What cards ask of an attack. A weapon has the first three and `stealth` printed on it; an attack with bare hands is
`unarmed`, one in the Explosion mode is `explosion`."""
Label = Literal["person", "structure", "aircraft", "vehicle"]
"""What the target of an Objective is."""
Who = Literal["you", "any", "squad", "here", "team", "each-player", "front-most"]
"""Whom an effect is for: who plays or owns the card; any one Soldier; a Squad Soldier; everybody in his Location; the
whole team; each Player Soldier; one of the Soldiers furthest from the Mission card, by chance."""
Lasts = Literal["attack", "turn", "mission"]
Per = Literal["card", "turn", "mission"]
"""How often: once for the card that is played, once in each turn, once in a mission."""
Needs = Literal["any", "unarmed", "stealth", "ranged-stealth"]
Place = Literal["here", "next", "chosen", "own"]
"""A Location: that of the card, the next on the path, one that the player chooses; `own`: wherever the Soldier goes."""

# ---- attacks -------------------------------------------------------------------------------------


class Aim(Struct, frozen=True, tag_field="do", tag="attack"):
    """Added to every attack die. With `traits` or `titles` only for attacks that have one of them."""

    plus: Change
    upgunned: Change = 0
    """Instead of `plus` with Upgun; 0 if that changes nothing."""
    traits: list[Trait] = field(default_factory=list)
    titles: list[Name] = field(default_factory=list)
    """Words of the weapon's title."""
    ranges: list[Range] = field(default_factory=list)
    """Only at these ranges; all if empty."""
    unmoved: bool = False
    """Only if the Soldier has not moved in this turn."""
    lasts: Lasts = "mission"


class CoverCounts(Struct, frozen=True, tag_field="do", tag="cover-counts"):
    """No Cover die is rolled: it counts as this face. Penetration is added all the same."""

    face: Six
    who: Who = "you"
    upgun_who: Who = "you"


class DefeatCover(Struct, frozen=True, tag_field="do", tag="defeat-cover"):
    """The Cover die defeats the target's Cover from this face on, whatever that is."""

    least: Six
    traits: list[Trait] = field(default_factory=list)


class FreeAttack(Struct, frozen=True, tag_field="do", tag="free-attack"):
    """One attack without an Action."""

    needs: Needs = "any"
    who: Who = "you"
    upgun_who: Who = "you"


class Kill(Struct, frozen=True, tag_field="do", tag="kill"):
    """Hostiles of one card are killed without dice, if the card has one of these values."""

    hostiles: Some
    upgunned: Figure = 0
    values: list[Figure] = field(default_factory=list)
    needs: Needs = "any"


class Strike(Struct, frozen=True, tag_field="do", tag="strike"):
    """An attack from outside, on one Hostile card, with nobody's weapon, skill or aim."""

    dice: Some
    kill: Ten
    penetration: Figure = 0
    explosion: bool = False


class Penetrate(Struct, frozen=True, tag_field="do", tag="penetration"):
    """Added to the Cover die of an attack."""

    plus: Some
    titles: list[Name] = field(default_factory=list)
    lasts: Lasts = "mission"


class GiveTrait(Struct, frozen=True, tag_field="do", tag="trait"):
    """The weapon to which this is attached has a trait more."""

    gives: Trait


class Stealthy(Struct, frozen=True, tag_field="do", tag="stealth"):
    """So many Stealth attacks of a turn, instead of the first only, count as a 6 on the Cover die."""

    attacks: Some


class Double(Struct, frozen=True, tag_field="do", tag="double"):
    """Its Kills count twice against targets of these kinds."""

    against: Annotated[list[Label], Meta(min_length=1)]


# ---- moving --------------------------------------------------------------------------------------


class FreeMove(Struct, frozen=True, tag_field="do", tag="free-move"):
    """A Move without an Action; the Entrance cost is due, and so is the limit of one Move a turn."""

    who: Who = "you"
    upgun_who: Who = "you"


class PayEntrance(Struct, frozen=True, tag_field="do", tag="pay-entrance"):
    """Discarded for an Entrance cost, it stands for so many cards."""

    cards: Some


class Entrance(Struct, frozen=True, tag_field="do", tag="entrance"):
    """The Entrance cost of a Location changes; it never falls below nothing."""

    plus: Change
    upgunned: Change = 0
    where: Place = "here"
    who: Who = "team"
    """Whose entries."""
    upgun_who: Who = "team"
    region: Literal["", "jungle", "middle-east"] = ""
    lasts: Lasts = "mission"
    uses: Figure = 0
    """For so many entries; 0 for all."""
    per: Per = "mission"
    """What the uses are counted in."""


class NoPenalties(Struct, frozen=True, tag_field="do", tag="no-penalties"):
    """What Hostiles add to the Entrance cost of a Location is nothing."""

    where: Place = "chosen"
    lasts: Lasts = "turn"


class Movement(Struct, frozen=True, tag_field="do", tag="movement"):
    """Added to the Movement value. What is for the team does not add up."""

    plus: Change
    who: Who = "you"


# ---- gear ----------------------------------------------------------------------------------------


class Reload(Struct, frozen=True, tag_field="do", tag="reload"):
    """A weapon is reloaded without an Action."""

    who: Who = "you"
    upgun_who: Who = "you"
    per: Per = "card"


class Supply(Struct, frozen=True, tag_field="do", tag="supply"):
    """Weapons, equipment and ammunition for so many Resources, for Player Soldiers, on the spot."""

    resources: Some


class Ammo(Struct, frozen=True, tag_field="do", tag="ammo"):
    """So many ammunition counters more, for a weapon of its owner, chosen when it is bought."""

    plus: Some


class Loadout(Struct, frozen=True, tag_field="do", tag="loadout"):
    plus: Change


# ---- hands ---------------------------------------------------------------------------------------


class Draw(Struct, frozen=True, tag_field="do", tag="draw"):
    """Action cards, above the hand size, too."""

    cards: Some
    uses: Figure = 1


class Discard(Struct, frozen=True, tag_field="do", tag="discard"):
    cards: Some
    who: Who = "each-player"


class Give(Struct, frozen=True, tag_field="do", tag="give"):
    """Up to so many cards go to another Player Soldier in the same Location."""

    cards: Some
    upgunned: Figure = 0


class Hand(Struct, frozen=True, tag_field="do", tag="hand"):
    """Added to how many cards Discard and Draw fills the hand to."""

    plus: Change


class SupportPrice(Struct, frozen=True, tag_field="do", tag="support-price"):
    """Added to what Support cards cost in discards, never below nothing."""

    cards: Change


class Recon(Struct, frozen=True, tag_field="do", tag="recon"):
    """After the deal one card of a kind is looked for and joins a hand."""

    kind: Literal["location", "action"] = "location"


# ---- Wounds and nerves ---------------------------------------------------------------------------


class Cancel(Struct, frozen=True, tag_field="do", tag="cancel"):
    """In answer to a Hostile's dice: the attack has no effect."""

    on: Literal["wounds", "attack"]
    """Only if it would wound, or also if it would suppress."""
    ammo: Figure = 0
    """Ammunition counters of a loaded weapon with which that Hostile could be attacked; 0 needs none."""
    who: Who = "you"
    upgun_who: Who = "you"


class Treated(Struct, frozen=True):
    """A line of a Heal roll: from this face on, so many points."""

    least: Ten
    points: Some


class Heal(Struct, frozen=True, tag_field="do", tag="heal"):
    """One Wound is treated: by so many points, or by what a die says."""

    points: Figure = 0
    roll: list[Treated] = field(default_factory=list)
    uses: Figure = 0
    """How often before it is used up; 0 with a card that is discarded anyway."""
    who: Who = "you"
    upgun_who: Who = "you"
    action: bool = False
    """Whether it costs an Action."""


class HealPlus(Struct, frozen=True, tag_field="do", tag="heal-plus"):
    plus: Change


class Rally(Struct, frozen=True, tag_field="do", tag="rally"):
    """Suppress counters are removed from a Soldier without an Action."""

    counters: Some
    who: Who = "you"
    upgun_who: Who = "you"
    per: Per = "card"


class Unshaken(Struct, frozen=True, tag_field="do", tag="unshaken"):
    """The first Suppress results of each turn are ignored."""

    results: Some


class Cover(Struct, frozen=True, tag_field="do", tag="cover"):
    plus: Change


class Absorb(Struct, frozen=True, tag_field="do", tag="absorb"):
    """Takes points of a Wound instead of the Soldier."""

    wounds: Some
    uses: Figure = 1


class StartXp(Struct, frozen=True, tag_field="do", tag="start-xp"):
    plus: Some


# ---- Hostiles, the clock, the mission ------------------------------------------------------------


class Peek(Struct, frozen=True, tag_field="do", tag="peek"):
    """When a Location is placed the top Hostile cards may be looked at, and put under the deck with `bury`."""

    cards: Some
    bury: bool = False


class DrawHostile(Struct, frozen=True, tag_field="do", tag="draw-hostile"):
    """More Hostile cards come here. They count to no value, and an event among them draws no more."""

    cards: Some


class HostileValue(Struct, frozen=True, tag_field="do", tag="hostile-value"):
    """Added to the Hostile value of Locations or of the Objective."""

    plus: Change
    at: Literal["locations", "objective"] = "locations"


class Wound(Struct, frozen=True, tag_field="do", tag="wound"):
    """A Wound; with `cover` only if a die defeats the Soldier's Cover."""

    points: Some
    who: Who = "front-most"
    cover: bool = False


class Reach(Struct, frozen=True, tag_field="do", tag="reach"):
    """Nobody, on either side, attacks beyond a range until the next Soldier Turn ends."""

    most: Range


class Clock(Struct, frozen=True, tag_field="do", tag="clock"):
    turns: Change


class Nothing(Struct, frozen=True, tag_field="do", tag="nothing"):
    """It does nothing, and says so."""


Plain = (
    Aim
    | CoverCounts
    | DefeatCover
    | FreeAttack
    | Kill
    | Strike
    | Penetrate
    | GiveTrait
    | Stealthy
    | Double
    | FreeMove
    | PayEntrance
    | Entrance
    | NoPenalties
    | Movement
    | Reload
    | Supply
    | Ammo
    | Loadout
    | Draw
    | Discard
    | Give
    | Hand
    | SupportPrice
    | Recon
    | Cancel
    | Heal
    | HealPlus
    | Rally
    | Unshaken
    | Cover
    | Absorb
    | StartXp
    | Peek
    | DrawHostile
    | HostileValue
    | Wound
    | Reach
    | Clock
    | Nothing
)


class OneOf(Struct, frozen=True, tag_field="do", tag="one-of"):
    """Who plays the card chooses one of these."""

    effects: Annotated[list[Plain], Meta(min_length=2)]


Effect = Plain | OneOf
