"""Says anew what becomes of every record that ever landed: `python tools/kept.py` writes tests/records/kept.yaml.

Run it only after a change of rules that is meant, and look at the difference: each line that changes is a kept game
that the rules of today no longer allow, and from which entry on.
"""

from __future__ import annotations

import gzip
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from sandtable.kernel.records import NoLonger, RecordError, decode, replay, verify

FOLDER = Path(__file__).parents[1] / "tests" / "records"


def became(file: Path) -> str:
    """`good`, the first entry that the rules no longer allow, or `content` where that is not known."""
    data = gzip.decompress(file.read_bytes())
    try:
        replay(decode(data))
    except NoLonger as error:
        return f"entry {error.entries + 1}"
    except RecordError as error:
        assert "does not hold it" in str(error), error
        return "content"
    report = verify(data)
    return "good" if report.good else "; ".join(report.findings)


def main() -> None:
    files = sorted(FOLDER.glob("*.json.gz"))
    with ProcessPoolExecutor() as pool:
        told = list(pool.map(became, files))
    lines = [f"{file.name.removesuffix('.json.gz')}: {what}\n" for file, what in zip(files, told, strict=True)]
    (FOLDER / "kept.yaml").write_text("".join(lines))
    print("".join(lines), end="")


if __name__ == "__main__":
    main()
