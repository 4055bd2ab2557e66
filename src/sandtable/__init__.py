"""Sandtable plays published wargames by their full rules.

    import sandtable

    g = sandtable.new_game("patrols", seed=7)
    while not g.over:
        g.answer(g.awaited, g.options()[0])

Everything that is named here stays; docs/python.md walks through it. Nothing is imported before it is used.
"""

__version__ = "0.1.0"

TYPE_CHECKING = False  # checkers take it for true by its name, and nobody has to load `typing`

if TYPE_CHECKING:
    from sandtable.kernel.begin import Play, new_game, new_table
    from sandtable.kernel.chance import Dealer, FastDealer
    from sandtable.kernel.content import ContentError
    from sandtable.kernel.game import Game, Meta, Setup, SetupError, open_game, shelf
    from sandtable.kernel.options import SPECTATOR, Ask, Group, Option, Refusal, Refused, Seat
    from sandtable.kernel.records import Record, RecordError, Report, decode, encode, record_of, replay, verify
    from sandtable.kernel.sight import view, world
    from sandtable.kernel.state import State, digest, save
    from sandtable.kernel.table import Table
    from sandtable.kernel.view import Outcome, View
    from sandtable.lab.cluster import cluster
    from sandtable.lab.simulate import Simulation, simulate
    from sandtable.players import Budget, Player, PlayerError, Seated, Seats, Sits, Thinking, play_out, player_names

_HOMES = {
    "kernel.begin": ("Play", "new_game", "new_table"),
    "kernel.chance": ("Dealer", "FastDealer"),
    "kernel.content": ("ContentError",),
    "kernel.game": ("Game", "Meta", "Setup", "SetupError", "open_game", "shelf"),
    "kernel.options": ("SPECTATOR", "Ask", "Group", "Option", "Refusal", "Refused", "Seat"),
    "kernel.records": ("Record", "RecordError", "Report", "decode", "encode", "record_of", "replay", "verify"),
    "kernel.sight": ("view", "world"),
    "kernel.state": ("State", "digest", "save"),
    "kernel.table": ("Table",),
    "kernel.view": ("Outcome", "View"),
    "lab.cluster": ("cluster",),
    "lab.simulate": ("Simulation", "simulate"),
    "players": (
        "Budget", "Player", "PlayerError", "Seated", "Seats", "Sits", "Thinking", "play_out", "player_names",
    ),
}  # fmt: skip
"""Where each name lives."""

__all__ = [
    "SPECTATOR",
    "Ask",
    "Budget",
    "ContentError",
    "Dealer",
    "FastDealer",
    "Game",
    "Group",
    "Meta",
    "Option",
    "Outcome",
    "Play",
    "Player",
    "PlayerError",
    "Record",
    "RecordError",
    "Refusal",
    "Refused",
    "Report",
    "Seat",
    "Seated",
    "Seats",
    "Setup",
    "SetupError",
    "Simulation",
    "Sits",
    "State",
    "Table",
    "Thinking",
    "View",
    "__version__",
    "cluster",
    "decode",
    "digest",
    "encode",
    "new_game",
    "new_table",
    "open_game",
    "play_out",
    "player_names",
    "record_of",
    "replay",
    "save",
    "shelf",
    "simulate",
    "verify",
    "view",
    "world",
]

if not TYPE_CHECKING:  # a checker would take everything for there

    def __getattr__(name):
        from importlib import import_module

        for home, names in _HOMES.items():
            if name in names:
                value = globals()[name] = getattr(import_module(f"sandtable.{home}"), name)
                return value
        raise AttributeError(f"sandtable has no {name!r}; it has {', '.join(__all__)}")

    def __dir__():
        return sorted({*globals(), *__all__})
