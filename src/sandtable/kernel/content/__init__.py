"""Content packs: the data of a game as printed tables, every value with its source, overlays laid on top.

    content = load(folder, Tables({"pieces": Piece, "terrain": Terrain}), overlays=[printed_values])
    content.table("pieces", Piece)["m249"].fire
    content.source("pieces", "m249", "fire")          # rulebook 13.3

From the file up, each part knows only those before it:

    pages, yaml_text         what the author wrote, with line and column, and what is wrong with it
    words, values            text read by the declared type of its field
    parts, tables, packs     one pack as written, and the source of every value
    keeping                  a pack as plain data, kept with the tables that began with it
    merged, loading          all packs laid over each other, complete and typed
    holding                  names of rows and what else the game declares of them
    cards                    wordings that take their numbers from the effects under them

Import from here, not from the parts.
"""

from sandtable.kernel.content.cards import wording
from sandtable.kernel.content.keeping import UnfitPack, pack, unpack
from sandtable.kernel.content.loading import ContentError, check, load
from sandtable.kernel.content.merged import Content, SourcedValue, Sources
from sandtable.kernel.content.pages import Problem
from sandtable.kernel.content.sections import Kind, Misfit, Misfits, Rows, Source, Tables
from sandtable.kernel.content.words import names

__all__ = [
    "Content",
    "ContentError",
    "Kind",
    "Misfit",
    "Misfits",
    "Problem",
    "Rows",
    "Source",
    "SourcedValue",
    "Sources",
    "Tables",
    "UnfitPack",
    "check",
    "load",
    "names",
    "pack",
    "unpack",
    "wording",
]
