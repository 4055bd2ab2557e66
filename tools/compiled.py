"""Do the hot modules compile with mypyc, and do compiled and interpreted games come out alike?

The package is copied to a temporary folder and compiled there, so that a checkout never holds a compiled module which
hides a later change of its source. Where there is no C compiler the check says so; in CI (CI=true) that is a failure.
"""

import json
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent / "src"

HOT_MODULES = (
    "sandtable.boards.hexes",
    "sandtable.boards.paths",
    "sandtable.kernel.chance",
    "sandtable.kernel.flow.door",
    "sandtable.kernel.flow.events",
    "sandtable.kernel.flow.machine",
    "sandtable.kernel.flow.procedures",
    "sandtable.kernel.options",
)

GAMES = ("-m", "sandtable", "simulate", "patrols", "--player", "random", "--games", "20", "--seed", "1", "--json")

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


def file_of(module: str) -> str:
    return module.replace(".", "/") + ".py"


def compile_in(folder: Path) -> None:
    """Compile the hot modules beside their sources; an extension is imported before a .py of the same name."""
    absent = [module for module in HOT_MODULES if not (folder / file_of(module)).exists()]
    if absent:
        sys.exit(f"HOT_MODULES in tools/compiled.py names what does not exist: {', '.join(absent)}.")
    run(folder, "-m", "mypyc", *map(file_of, HOT_MODULES))


def run(folder: Path, *arguments: str) -> str:
    """What Python prints when it runs on the package in this folder rather than on the one installed."""
    environment = {**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1", "MYPYC_OPT_LEVEL": "0"}
    done = subprocess.run([sys.executable, *arguments], cwd=folder, env=environment, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{done.stdout}{done.stderr}\nCompiled: `python {' '.join(arguments)}` failed as told above.")
    return done.stdout


def without_timing(value: object) -> object:
    """The same JSON without the entries that tell seconds, the only ones that may differ between two runs."""
    if isinstance(value, dict):
        return {name: without_timing(entry) for name, entry in value.items() if "second" not in name}
    return [without_timing(entry) for entry in value] if isinstance(value, list) else value


def main() -> None:
    if missing := missing_for_compiling():
        print(f"Compiled: not run, for {missing}.")
        sys.exit(1 if os.environ.get("CI") else 0)
    with tempfile.TemporaryDirectory(prefix="sandtable-compiled-") as name:
        folder = Path(name)
        shutil.copytree(SOURCE / "sandtable", folder / "sandtable", ignore=shutil.ignore_patterns("__pycache__"))
        compile_in(folder)
        run(folder, "-c", ARE_COMPILED, *HOT_MODULES)
        compiled, interpreted = (without_timing(json.loads(run(where, *GAMES))) for where in (folder, SOURCE))
    if compiled != interpreted:
        sys.exit(f"Compiled and interpreted games differ:\n{compiled}\n{interpreted}")
    print(f"Compiled: {len(HOT_MODULES)} hot modules compile, and the games come out as they do interpreted.")


if __name__ == "__main__":
    main()
