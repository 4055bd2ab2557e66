"""12.4, 12.5: markers that are held, which of them may be played, and what becomes of one that was."""

from __future__ import annotations

from sandtable.games.invasion.cards import When
from sandtable.games.invasion.frames import Draws
from sandtable.games.invasion.pieces import Kit, MarkerId
from sandtable.games.invasion.state import GONE, HAND, IN_BIN, IN_PLAY, WAITING, WG, War, markers_at

EVENTS = {
    "ceasefire": "event.ceasefire",
    "cold-war": "event.cold-war",
    "defections": "event.defections",
    "dra-infighting": "event.dra-infighting",
    "dra-army": "event.dra-army",
    "dra-khad": "event.dra-khad",
    "front-organization": "event.front",
    "intelligence-breakthrough": "event.intelligence",
    "loya-jirga": "event.loya-jirga",
    "major-offensive": "event.major-offensive",
    "moscow-commands": "event.moscow-commands",
    "moscow-go-home": "event.go-home",
    "national-reconciliation": "event.reconciliation",
    "national-revolution": "event.revolution",
    "purge": "event.purge",
    "refugees": "event.refugees",
    "resource-war": "event.resource-war",
    "soviet-upgrade": "event.upgrade",
    "faction": "event.faction",
    "intervention-cia": "event.cia",
    "intervention-iran": "event.iran",
    "intervention-volunteers": "event.volunteers",
    "intervention-pakistan": "event.pakistan",
    "jihad": "event.jihad",
    "obl": "event.obl",
    "prc-support": "event.prc",
    "raid-ussr": "event.raid",
    "resistance-infighting": "event.infighting",
    "resistance-moves": "event.moves",
    "resistance-unifies": "event.unifies",
    "soviet-reaction": "event.soviet-reaction",
}
"""The rule of each kind of marker, by its id or its family."""


def event_key(kit: Kit, marker: MarkerId) -> str:
    """The rule under which a marker stands; one that a pack has added stands under that of all markers."""
    kind = kit.marker[marker]
    return EVENTS.get(kit.marker_kinds[kind].family or kit.marker_ids[kind], "marker.when")


def is_barred(s: War, kit: Kit, marker: MarkerId) -> bool:
    """Whether another marker, in play or played this year, forbids this one."""
    bars = kit.bars[kit.marker[marker]]
    return any(
        kit.marker[other] in bars and (at == IN_PLAY or s.played >> other & 1) for other, at in enumerate(s.marker_at)
    )


def playable(s: War, kit: Kit, when: When) -> list[MarkerId]:
    """Held markers that may be played in this phase; of two alike, one."""
    found: dict[int, MarkerId] = {}
    for marker in markers_at(s, HAND):
        kind = kit.marker[marker]
        if kit.marker_kinds[kind].when == when and not is_barred(s, kit, marker):  # rule: marker.when
            found.setdefault(kind, marker)
    return list(found.values())


def disposed(g: WG, marker: MarkerId) -> None:
    """A marker was played, at no cost: it stays in play, goes back, or waits with those drawn beside it."""
    s = g.s
    s.played |= 1 << marker  # rule: marker.no-cost
    after = g.kit.marker_kinds[g.kit.marker[marker]].after
    if after in ("year-end", "stays"):
        s.marker_at[marker] = IN_PLAY
    elif after == "discard":
        s.marker_at[marker] = GONE
    else:
        drawing = any(isinstance(frame, Draws) for frame in s.stack)
        s.marker_at[marker] = WAITING if drawing else IN_BIN  # rule: marker.return
