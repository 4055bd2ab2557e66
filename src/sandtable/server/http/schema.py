"""Prints the OpenAPI schema, for the generator of the client's types: `python -m sandtable.server.http.schema`."""

from __future__ import annotations

import sys

import msgspec

from sandtable.server.http.app import create_app
from sandtable.server.settings import Settings


def schema() -> bytes:
    """The schema as readable JSON, the same bytes each time."""
    app = create_app(Settings(database="sqlite://"))
    return msgspec.json.format(msgspec.json.encode(app.inner.openapi_schema.to_schema()), indent=2) + b"\n"


if __name__ == "__main__":
    sys.stdout.write(schema().decode())
