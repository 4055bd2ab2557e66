"""The words of Commandos: Europe in cases, one module for each subject."""

from __future__ import annotations

from sandtable.games.commandos.referee import campaign, ground
from sandtable.games.raids.referee import referee

REFEREE = referee(
    {**campaign.NOUNS, **ground.NOUNS},
    {},
    campaign.ENTRIES,
    ground.COMPOUNDS,
    before=campaign.BEFORE,
    overlay=ground.overlay,
    check=campaign.check,
    own=campaign.named_on_this_map,
    blank=campaign.blank,
)
