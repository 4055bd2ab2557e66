"""Every way each game can end: one golden record is kept for each."""

from sandtable.kernel.game import Setup

ENDS: dict[str, dict[str, Setup]] = {
    "patrols": {
        "end.order": Setup(seats=2),
        "end.wiped": Setup(seats=2),
        "end.night": Setup(seats=1),
    },
    "kandahar": {
        "victory.last-mission": Setup("short"),
        "victory.stop-early": Setup("full"),
        "victory.last-team": Setup("full"),
    },
}
