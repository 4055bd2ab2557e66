"""The words of the game: how each answer reads."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.kernel.options import Verb

VERBS: Mapping[str, Verb] = {
    # set-up
    "against": Verb("against {0:foe}", ("foe",), "against"),
    "report": Verb("{0:report}", ("report",), "Situation Report"),
    "no-report": Verb("no Situation Report", title="none"),
    "aim-at": Verb("{0:objective}", ("objective",), "Objective"),
    "go-on": Verb("go on", title="go on", place="confirm"),
    "recon": Verb("{0:soldier} gets {1:card}", ("soldier", "card"), "Recon"),
    # the team
    "suggested": Verb("take the suggested team", title="suggested team", suggested=True),
    "hire": Verb("hire {0:recruit}", ("recruit",), "hire"),
    "learn": Verb("{0:soldier}: {1:skill}", ("soldier", "skill"), "skill"),
    "buy": Verb("{0:soldier}: {1:gear}", ("soldier", "gear"), "buy"),
    "buy-pouch": Verb("{0:soldier}: {1:gear} with {2:ammo}", ("soldier", "gear", "ammo"), "buy"),
    "buy-lot": Verb("{0:soldier}: ammunition for {1:gear}", ("soldier", "gear"), "buy ammunition"),
    "buy-round": Verb("{0:soldier}: a {1:ammo} round", ("soldier", "ammo"), "buy a round"),
    # the Soldier Turn
    "attack": Verb("{0:soldier} attacks {2:target} with {1:arm}", ("soldier", "arm", "target"), "attack"),
    "fire": Verb("fire: {0:mode}", ("mode",), "fire", place="confirm"),
    "fit": Verb("use {0:item}", ("item",), "fit"),
    "help": Verb("{0:soldier} plays {1:held}", ("soldier", "held"), "help"),
    "help-upgunned": Verb("{0:soldier} plays {1:held} Upgunned", ("soldier", "held"), "help Upgunned"),
    "move": Verb("{0:soldier} moves to {1:space}", ("soldier", "space"), "move"),
    "reload": Verb("{0:soldier} reloads {1:arm}", ("soldier", "arm"), "reload"),
    "quick-reload": Verb("{0:soldier} reloads {1:arm} without an Action", ("soldier", "arm"), "reload quickly"),
    "clear": Verb("{0:soldier} clears {1:arm}", ("soldier", "arm"), "clear a jam"),
    "redraw": Verb("{0:soldier} discards and draws", ("soldier",), "Discard and Draw"),
    "throw": Verb("{0:soldier} discards {1:held}", ("soldier", "held"), "discard"),
    "draw": Verb("{0:soldier} draws", ("soldier",), "draw", place="confirm"),
    "recover": Verb("{0:soldier} loses a Suppress", ("soldier",), "remove Suppress"),
    "steady": Verb("{0:soldier} keeps his nerve", ("soldier",), "remove Suppress at once"),
    "lay": Verb("{0:soldier} lays {1:held}", ("soldier", "held"), "Location"),
    "activate": Verb("{0:soldier} activates the Objective", ("soldier",), "activate"),
    "play": Verb("{0:soldier} plays {1:held}", ("soldier", "held"), "play"),
    "upgun": Verb("{0:soldier} plays {1:held} Upgunned", ("soldier", "held"), "Upgun"),
    "save": Verb("{0:soldier} puts {1:held} aside", ("soldier", "held"), "put aside"),
    "use": Verb("{0:soldier} uses {1:item}", ("soldier", "item"), "use"),
    "support": Verb("use {0:support}", ("support",), "Support"),
    "hand": Verb("{0:soldier} gives {1:soldier} {2:item}", ("soldier", "soldier", "item"), "give"),
    "drop": Verb("{0:soldier} drops {1:item}", ("soldier", "item"), "drop"),
    "take": Verb("{0:soldier} picks up {1:item}", ("soldier", "item"), "pick up"),
    "hand-ammo": Verb(
        "{0:soldier} gives {1:soldier} {3} {2:ammo}", ("soldier", "soldier", "ammo", "number"), "give ammunition"
    ),
    "drop-ammo": Verb("{0:soldier} drops {2} {1:ammo}", ("soldier", "ammo", "number"), "drop ammunition"),
    "take-ammo": Verb("{0:soldier} picks up {2} {1:ammo}", ("soldier", "ammo", "number"), "pick up ammunition"),
    "medevac": Verb("evacuate {0:soldier}", ("soldier",), "Medevac", grave=True),
    "abandon": Verb("evacuate {0:soldier}, the last", ("soldier",), "give up the mission", grave=True, final=True),
    "assign": Verb("{1:seat} leads {0:soldier}", ("soldier", "seat"), "hand over"),
    "ready": Verb("done", title="end your turn", place="end"),
    # effects
    "calm": Verb("{0:soldier} loses a Suppress", ("soldier",), "remove Suppress"),
    "treat": Verb("treat {1:wound} of {0:soldier}", ("soldier", "wound"), "treat"),
    "mark": Verb("lay it in {0:space}", ("space",), "where"),
    "kill": Verb("kill {0:hostile}", ("hostile",), "kill"),
    "call-fire": Verb("fire at {0:hostile}", ("hostile",), "fire"),
    "share": Verb("{0:soldier} gives {1:soldier} {2:held}", ("soldier", "soldier", "held"), "give"),
    "forgo": Verb("nothing", title="do without", place="end"),
    "done": Verb("done", title="done", place="end"),
    # payments
    "give-xp": Verb("{0:soldier} gives {1} XP", ("soldier", "number"), "give XP"),
    "give-card": Verb("{0:soldier} discards {1:held}", ("soldier", "held"), "discard"),
    "ease": Verb("use {0:item}", ("item",), "use"),
    "pay": Verb("pay", title="pay", place="confirm"),
    "decline": Verb("give nothing", title="give nothing", place="end"),
    "call-off": Verb("call it off", title="call it off", place="end"),
    # events and Support
    "leave-it": Verb("leave it on top", title="leave it"),
    "bury": Verb("put it under the deck", title="put it under"),
    "cancel": Verb("cancel it", title="cancel"),
    "let-be": Verb("let it happen", title="let it happen", place="end"),
    "retain": Verb("keep it", title="keep it"),
    "let-go": Verb("let it go", title="let it go", place="end"),
    "shed": Verb("{0:soldier} throws away {1:item}", ("soldier", "item"), "throw away"),
    "shed-ammo": Verb("{0:soldier} throws away {1:ammo}", ("soldier", "ammo"), "throw away ammunition"),
    # the Hostile Turn
    "draw-for": Verb("{0:space} first", ("space",), "reinforcement"),
    "attacker": Verb("{0:hostile} next", ("hostile",), "attacks next"),
    "react": Verb("{0:soldier} plays {1:held} for {2:soldier}", ("soldier", "held", "soldier"), "react"),
    "react-with": Verb(
        "{0:soldier} plays {1:held} for {2:soldier} with {3:arm}", ("soldier", "held", "soldier", "arm"), "react"
    ),
    "absorb": Verb("{0:item} takes it", ("item",), "use"),
    "pass": Verb("let it happen", title="let it happen", place="end"),
}
