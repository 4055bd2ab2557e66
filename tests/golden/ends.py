"""Every way each game can end: one golden record is kept for each."""

from msgspec import Struct

from sandtable.kernel.game import Setup
from sandtable.kernel.options import Option


class End(Struct, frozen=True):
    """One way to end: by which rule and, where the rule knows several, with which result; in one of these setups."""

    rule: str
    setups: tuple[Setup, ...]
    label: str = ""
    gives_up: Option = ()
    """Whoever is asked takes this standing option when half the game is over."""
    players: tuple[str, ...] = ("plain", "random")
    """They take turns from seed to seed."""


BCT = tuple(Setup(scenario, seats=2) for scenario in ("intervention", "terrorist-hunt", "surge", "jihad"))
LEVELS = [
    "Draw",
    *(f"{level}: {side}" for level in ("Marginal", "Campaign", "Decisive") for side in ("Coalition", "Insurgent")),
]
ANYBODY = ("random", "plain", "random", "plain,random", "random", "random,plain")
"""Random play is quick and close, plain play spreads wide, and against random it wins by far."""

ENDS: dict[str, dict[str, End]] = {
    "patrols": {
        "order": End("end.order", (Setup(seats=2),)),
        "wiped": End("end.wiped", (Setup(seats=2),)),
        "night": End("end.night", (Setup(seats=1),)),
    },
    "kandahar": {
        "last-mission": End("victory.last-mission", (Setup("short"),)),
        "stop-early": End("victory.stop-early", (Setup("full"),)),
        "last-team": End("victory.last-team", (Setup("full"),)),
    },
    "bct": {
        **{setup.scenario: End("end.turns", (setup,)) for setup in BCT},
        **{label.lower().replace(": ", "-"): End("end.turns", BCT[:2], label, players=ANYBODY) for label in LEVELS},
        "dealt-face-down": End("end.turns", BCT[3:]),
        "resigned": End("end.resign", BCT, gives_up=("resign",), players=ANYBODY),
    },
}
