"""The `sandtable` command."""

from __future__ import annotations

import os
import sys
import tomllib
from collections.abc import Sequence
from io import TextIOWrapper
from pathlib import Path

from cyclopts import App, CycloptsError, Parameter

from sandtable import __version__
from sandtable.kernel.content import ContentError
from sandtable.kernel.game import SetupError, UnknownGame
from sandtable.kernel.ledger import LedgerError
from sandtable.kernel.records import RecordError
from sandtable.terminal.commands import book, lab, play, record, serve, workshop
from sandtable.terminal.reporting import FAILED, GOOD, MISUSED, Complaint

app = App(
    name="sandtable",
    version=__version__,
    help="""Sandtable plays published wargames by their full rules.

Begin with `sandtable games`, then `sandtable play patrols`.
Each command explains itself: `sandtable play --help`.

Commands that report take --json and then print one JSON object. Exit
codes: 0 all is well, 1 something that was checked does not hold, 2 the
command was not understood.""",
    help_format="plaintext",
    default_parameter=Parameter(show_default=False),
)
app.command(play.play)
app.command(play.list_games, name="games")
app.command(book.rules)
app.command(book.content)
app.command(book.cases)
app.command(record.replay)
app.command(record.verify)
app.command(lab.simulate)
app.command(lab.fuzz)
app.command(lab.bench)
app.command(workshop.new_game)
app.command(workshop.conform)
app.command(serve.serve)
app.command(serve.admin)


def main(tokens: Sequence[str] | None = None) -> None:
    """Runs one command and leaves with its exit code; whatever is wrong is a sentence on stderr."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    sys.exit(run(sys.argv[1:] if tokens is None else tokens))


def run(tokens: Sequence[str]) -> int:
    try:
        code = app(tokens, exit_on_error=False, print_error=False, result_action="return_value")
        sys.stdout.flush()
    except CycloptsError as error:
        return _complain(str(error), MISUSED)
    except Complaint as complaint:
        return _complain(str(complaint), complaint.code)
    except UnknownGame as error:
        return _complain(f"{error}{_not_installed_yet(error.name)}", MISUSED)
    except (SetupError, ContentError, LedgerError) as error:
        return _complain(str(error), MISUSED)
    except RecordError as error:
        return _complain(f"The record is no good: {error}.", FAILED)
    except BrokenPipeError:
        return _nobody_reads()
    except KeyboardInterrupt:
        return _complain("Stopped.", FAILED)
    except MemoryError:
        return _complain("That needs more memory than there is for it.", FAILED)
    except OSError as error:
        return _complain(f"{error.filename or 'A file'} cannot be used: {error.strerror or error}.", MISUSED)
    return code if isinstance(code, int) else GOOD


def _nobody_reads() -> int:
    """Whoever read our output has gone: nothing is left to say, not even when Python closes the pipe."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return FAILED


def _not_installed_yet(name: str) -> str:
    """What to do if the game that nobody knows lies here, as `new-game` wrote it."""
    for folder in (Path(name), Path()):
        try:
            announced = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))
            games = announced["project"]["entry-points"]["sandtable.games"]
        except (OSError, ValueError, KeyError, TypeError):
            continue
        if name in games:
            return f" It lies here and is not installed yet: pip install -e {folder}"
    return ""


def _complain(sentence: str, code: int) -> int:
    print(f"sandtable: {sentence}", file=sys.stderr)
    return code
