"""The words of Commandos: Europe in cases, one module for each subject."""

from __future__ import annotations

from sandtable.games.commandos.referee import campaign
from sandtable.games.raids.referee import referee

REFEREE = referee(
    campaign.NOUNS, {}, campaign.ENTRIES, before=campaign.BEFORE, check=campaign.check, own=campaign.named_on_this_map
)
