"""The rules compiled by mypyc: do they give the same games, how much faster are they, and a wheel of them.

    python tools/compiled.py kandahar     the gate: the kernel and one game (CI: within three minutes)
    python tools/compiled.py              every game whose rules are compiled (`make fast`)
    python tools/compiled.py --wheel DIR  a compiled wheel in DIR (`make wheel COMPILED=1`)

The package is copied to a temporary folder and compiled there, so that a checkout never holds a compiled module which
hides a later change of its source. Where there is no C compiler the check says so; in CI (CI=true) that is a failure.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import importlib.machinery
import os
import shlex
import shutil
import statistics
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src"

SHARED = (
    "boards/*.py",
    "kernel/chance.py",
    "kernel/flow/*.py",
    "kernel/options.py",
    "kernel/sharing.py",
    "kernel/words.py",
    "players/at_random.py",
    "players/seats.py",
)
"""What every game is played with."""
GAMES = {
    "kandahar": (
        "games/raids/field.py",
        "games/raids/pieces.py",
        "games/raids/state.py",
        "games/raids/rules/*.py",
        "games/kandahar/pieces.py",
        "games/kandahar/state.py",
        "games/kandahar/rules/*.py",
    ),
    "bct": ("games/bct/pieces.py", "games/bct/state.py", "games/bct/rules/*.py", "games/bct/setup/*.py"),
}
"""What of each game is compiled: all but its Structs, which have modules of their own. Patrols is the example for
readers, its Structs beside its rules, and is played as it is written."""

LEAST = 1.6
"""How many times as fast as interpreted the decisions of a game must be made."""
ROUNDS = 5
QUICKLY, THOROUGHLY = "1", "3"
"""How hard the C compiler tries: a check should not take longer than it must."""

COST_OF_A_DECISION = """
import sys
from sandtable.kernel.game import open_game
from sandtable.lab.bench import decision_cost
print(decision_cost(open_game(sys.argv[1]), 3).turns)
"""

ARE_COMPILED = """
import importlib, importlib.machinery, sys
for name in sys.argv[1:]:
    file = importlib.import_module(name).__file__
    if not file.endswith(tuple(importlib.machinery.EXTENSION_SUFFIXES)):
        sys.exit(f"{name} was loaded from {file}, which is not compiled.")
"""


def missing_for_compiling() -> str | None:
    """What mypyc needs and this machine lacks, as a sentence, or None."""
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")[0]
    if not shutil.which(compiler):
        return f"there is no C compiler {compiler} here; on Debian and Ubuntu: apt install gcc"
    if not (Path(sysconfig.get_path("include")) / "Python.h").exists():
        version = sysconfig.get_python_version()
        return f"Python's C headers are not here; on Debian and Ubuntu: apt install python{version}-dev"
    return None


def files_of(games: Iterable[str]) -> list[str]:
    """The files that are compiled for these games, as paths in the source folder."""
    package = SOURCE / "sandtable"
    found = []
    for pattern in (*SHARED, *(pattern for game in games for pattern in GAMES[game])):
        files = sorted(package.glob(pattern))
        if not files:
            sys.exit(f"tools/compiled.py names {pattern}, and there is no such file.")
        found += [str(file.relative_to(SOURCE)) for file in files]
    return found


def module_of(file: str) -> str:
    return file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def compile_in(folder: Path, files: list[str], effort: str) -> None:
    """Compiles files beside their sources; an extension is imported before a .py of the same name."""
    run(folder, "-m", "mypyc", *files, MYPYC_OPT_LEVEL=effort, MYPYC_DEBUG_LEVEL="0")
    shutil.rmtree(folder / "build")
    run(folder, "-c", ARE_COMPILED, *map(module_of, files))


def run(where: Path, *arguments: str, within: Path | None = None, **more: str) -> str:
    """What Python prints when it runs on the package in this folder rather than on the one installed."""
    environment = {**os.environ, "PYTHONPATH": str(where), "PYTHONDONTWRITEBYTECODE": "1", **more}
    done = subprocess.run(
        [sys.executable, *arguments], cwd=within or where, env=environment, capture_output=True, text=True
    )
    if done.returncode:
        sys.exit(f"{done.stdout}{done.stderr}\nCompiled: `python {' '.join(arguments)}` failed as told above.")
    return done.stdout


def gain(compiled: Path, game: str) -> float:
    """How many times as fast a game is compiled, measured by turns, so that a busy minute slows both."""
    costs: dict[Path, list[float]] = {compiled: [], SOURCE: []}
    for _ in range(ROUNDS):
        for where, measured in costs.items():
            measured.append(float(run(where, "-c", COST_OF_A_DECISION, game)))
    slow, fast = statistics.median(costs[SOURCE]), statistics.median(costs[compiled])
    print(
        f"Compiled: {game}, a decision in {fast:.0f} turns of the loop, interpreted in {slow:.0f}: {slow / fast:.2f}."
    )
    return slow / fast


def check(games: list[str]) -> None:
    """Compiled games come out as the golden ones did, byte for byte, and are faster by what compiling is worth."""
    with tempfile.TemporaryDirectory(prefix="sandtable-compiled-") as name:
        folder = Path(name)
        shutil.copytree(SOURCE / "sandtable", folder / "sandtable", ignore=shutil.ignore_patterns("__pycache__"))
        files = files_of(games)
        compile_in(folder, files, QUICKLY)
        golden = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/golden", "-k", " or ".join(games))
        run(folder, *golden, within=ROOT)
        slow = [game for game in games if gain(folder, game) < LEAST]
    if slow:
        sys.exit(f"Compiled rules must be {LEAST} times as fast, and those of {' and '.join(slow)} are not.")
    print(f"Compiled: {len(files)} modules; the golden games of {' and '.join(games)} come out as they do interpreted.")


# ---- the wheel --------------------------------------------------------------------------------------


def build_wheel(where: Path) -> Path:
    """The pure wheel, as hatchling makes it, with every game compiled in it: for this Python on this machine only."""
    with tempfile.TemporaryDirectory(prefix="sandtable-wheel-") as name:
        folder, content = Path(name), Path(name) / "content"
        run(SOURCE, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder), within=ROOT)
        (pure,) = folder.glob("*.whl")
        with zipfile.ZipFile(pure) as packed:
            packed.extractall(content)
        compile_in(content, files_of(GAMES), THOROUGHLY)
        version = f"cp{sys.version_info.major}{sys.version_info.minor}"
        tag = f"{version}-{version}-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}"
        (info,) = content.glob("*.dist-info")
        told = (info / "WHEEL").read_text(encoding="utf-8")
        told = told.replace("Tag: py3-none-any", f"Tag: {tag}").replace("Purelib: true", "Purelib: false")
        (info / "WHEEL").write_text(told, encoding="utf-8")
        where.mkdir(parents=True, exist_ok=True)
        return pack(content, info / "RECORD", where / pure.name.replace("py3-none-any", tag))


def pack(content: Path, record: Path, wheel: Path) -> Path:
    """A wheel of a folder, with the list of all that is in it written anew."""
    files = sorted(file for file in content.rglob("*") if file.is_file() and file != record)
    lines = []
    for file in files:
        data = file.read_bytes()
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        lines.append(f"{file.relative_to(content)},sha256={digest},{len(data)}")
    lines.append(f"{record.relative_to(content)},,")
    record.write_text("\n".join(lines) + "\n", encoding="utf-8")
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as packed:
        for file in (*files, record):
            packed.write(file, file.relative_to(content))
    return wheel


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("games", nargs="*", choices=[*GAMES, []], help="the games to check; all if none is named")
    parser.add_argument("--wheel", type=Path, metavar="DIR", help="build a compiled wheel in DIR instead")
    said = parser.parse_args()
    if missing := missing_for_compiling():
        print(f"Compiled: not run, for {missing}.")
        sys.exit(1 if os.environ.get("CI") or said.wheel else 0)
    if said.wheel:
        wheel = build_wheel(said.wheel.resolve())
        extensions = importlib.machinery.EXTENSION_SUFFIXES[0]
        with zipfile.ZipFile(wheel) as packed:
            count = sum(name.endswith(extensions) for name in packed.namelist())
        print(f"Compiled: {wheel.name} with {count} compiled modules, {wheel.stat().st_size / 1e6:.1f} MB.")
    else:
        check(said.games or list(GAMES))


if __name__ == "__main__":
    main()
