"""What must never be committed: addresses of a package registry in a lock, and paths of one machine anywhere.

A lock that names a registry works only where that registry can be reached; a path of the author's machine works
nowhere else. Each find is one line, `file:line: what is wrong`, and any find fails the gate.
"""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# A path that starts at the root of a file system and leads to somebody's own folders; /usr and /dev are everybody's.
OWN_FOLDER = re.compile(r"(?<![\w.~)}\]-])/(?:home|root|Users|work|tmp|opt|mnt)/[\w.]")
BESIDE = re.compile(r"\.\./shared\b")
"""A folder beside the repository; inside the client it is one of its rooms."""
CLIENT = ROOT / "web" / "src"
REGISTRY = re.compile(r"https?://")
RESOLVED = re.compile(r'"resolved"')

MADE_BY_TOOLS = {"__pycache__", "build", "dist", "node_modules"}


def committed_files() -> list[Path]:
    """What git tracks or would add; without git (an unpacked archive) all that is neither hidden nor built."""
    git = ["git", "-C", str(ROOT), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        listed = subprocess.run(git, capture_output=True, check=True, text=True).stdout.split("\0")
        return [ROOT / name for name in sorted(set(listed)) if name and (ROOT / name).is_file()]
    except (FileNotFoundError, subprocess.CalledProcessError):
        return [path for path in sorted(ROOT.rglob("*")) if path.is_file() and not is_made_or_hidden(path)]


def is_made_or_hidden(path: Path) -> bool:
    folders = path.relative_to(ROOT).parts[:-1]
    return any(folder in MADE_BY_TOOLS or (folder.startswith(".") and folder != ".ci") for folder in folders)


def faults(path: Path) -> Iterator[str]:
    """Each fault of one file; files that are not text hold nothing that a person could have pasted."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError:
        return
    name = path.relative_to(ROOT)
    for number, line in enumerate(lines, 1):
        if found := OWN_FOLDER.search(line) or (CLIENT not in path.parents and BESIDE.search(line)):
            yield f"{name}:{number}: {found[0]!r} leads to one machine's folders; write a path inside the repository"
        if path.suffix == ".lock" and REGISTRY.search(line):
            yield f"{name}:{number}: a lock must not name a registry; make it anew with `make lock`"
        if path.name == "package-lock.json" and RESOLVED.search(line):
            yield f"{name}:{number}: resolved addresses name a registry; set omit-lockfile-registry-resolved in .npmrc"


def main() -> int:
    files = committed_files()
    found = [fault for path in files for fault in faults(path)]
    print("\n".join(found) or f"Gates: {len(files)} files name no registry in a lock and no machine's own folders.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
