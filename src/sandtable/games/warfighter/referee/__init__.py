"""The words that cases of Warfighter are written in: entry points, nouns, compound verbs."""

from __future__ import annotations

from sandtable.games.warfighter import setup
from sandtable.games.warfighter.frames import Turn, Whole
from sandtable.games.warfighter.pieces import Kit
from sandtable.games.warfighter.sight import names
from sandtable.games.warfighter.state import Sortie
from sandtable.kernel.cases import Referee
from sandtable.kernel.cases.nouns import asks, enter, result

REFEREE = Referee[Sortie, Kit](
    blank=lambda game, plan: setup.blank(game.kit, plan),
    entries={"soldiers": (enter(Whole("each-turn"), Turn("begin-turn")), "the Soldier Turn begins")},
    nouns={"asks": asks(), "result": result()},
    titles=names.TITLES,
    call=lambda g, domain, value: names.called(g.kit, g.s, domain, value),
)
