"""The client: files that `make` has built. Every address of a page gets the same one; the client reads the address."""

from __future__ import annotations

import mimetypes
from pathlib import Path

from litestar import Response, get
from litestar.params import FromPath

from sandtable.server import trouble

STATIC = Path(__file__).parents[1] / "static"
FOREVER = "public, max-age=31536000, immutable"
"""For files whose names change with their content, as the build names them."""
PAGES = ["/", "/table/{rest:path}", "/join/{rest:path}", "/watch/{rest:path}", "/game/{rest:path}"]
NOT_BUILT = (
    "The page that shows the tables has not been built here: in a checkout of Sandtable `make play` builds it, and "
    "`make wheel` makes a package that has it inside."
)
INSTEAD = f"""<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Sandtable</title>
<p>{NOT_BUILT}</p>
"""


def is_built(static: Path | None = None) -> bool:
    return ((static or STATIC) / "index.html").is_file()


def pages(static: Path | None = None) -> list[object]:
    """The handlers that serve the client from a folder."""
    folder = (static or STATIC).resolve()

    @get(PAGES, include_in_schema=False)
    async def page(rest: FromPath[str] = "") -> Response[bytes]:
        body = (folder / "index.html").read_bytes() if is_built(folder) else INSTEAD.encode()
        return Response(body, media_type="text/html; charset=utf-8", headers={"Cache-Control": "no-cache"})

    @get("/{file:path}", include_in_schema=False)
    async def built(file: FromPath[str]) -> Response[bytes]:
        found = _found(folder, file)
        if found is None:
            raise trouble.no_such("There is no such page.")
        kind = mimetypes.guess_type(found.name)[0] or "application/octet-stream"
        named_by_content = found.parent.name == "assets"
        caching = FOREVER if named_by_content else "no-cache"
        return Response(found.read_bytes(), media_type=kind, headers={"Cache-Control": caching})

    return [page, built]


def _found(folder: Path, name: str) -> Path | None:
    """A file of the client; nothing outside its folder, and nothing by a name that no file can have."""
    try:
        found = (folder / name.lstrip("/")).resolve()
        return found if found.is_relative_to(folder) and found.is_file() else None
    except (OSError, ValueError):
        return None
