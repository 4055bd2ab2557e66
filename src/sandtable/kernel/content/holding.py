"""Holding merged packs to what their game declares: names of rows, tables not to be empty, what goes together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sandtable.kernel.content.merged import Row
from sandtable.kernel.content.pages import Entries, Items, Leaf, Page, Text, any_of, did_you_mean, quoted
from sandtable.kernel.content.sections import Misfit, Pack, Tables
from sandtable.kernel.content.words import Mention

Merged = dict[str, dict[str, Row]]


def hold(
    schema: Tables, rows: Merged, tables: dict[str, dict[str, Any]], own: Pack, laid_on: Sequence[Pack], *, odd: bool
) -> None:
    """Reports, each on its page, all that the packs together lack; misfits only where nothing else is wrong.

    What is merely `odd` is told only if that is asked for.
    """
    packs = [own, *laid_on]
    whole = [name for name in schema.records if not any(pack.may_lack(name) for pack in packs)]
    present = {name: [row_id for row_id, row in rows[name].items() if not row.removed] for name in schema.records}
    for page, mention in _mentions(schema, rows):
        reference = mention.reference
        known = [row_id for table in reference.tables for row_id in present.get(table, ())]
        if mention.name not in known and all(table in whole for table in reference.tables):
            taken = any(mention.name in rows[table] for table in reference.tables)
            hint = "an overlay takes that row out" if taken else did_you_mean(mention.name, [*known, *reference.also])
            page.report(mention.leaf, quoted(mention.name), reference.expected, mention.where, hint)
    for name in whole:
        missing = [row_id for row_id in schema.needs.get(name, ()) if row_id not in present[name]]
        for row_id in missing:
            page, at = _taken_out(name, packs, row_id)
            told = f"one, because the rules name {any_of(map(quoted, schema.needs[name]))}"
            page.report(at, f"no row {quoted(row_id)}", told, name, did_you_mean(row_id, present[name]))
        least = schema.least.get(name, 0)
        if len(present[name]) < least and not missing and not (name in schema.optional and not present[name]):
            page, at = _taken_out(name, packs)
            page.report(at, _rows(len(present[name])), f"at least {_rows(least)}", name)
    if schema.misfits is not None and not any(page.problems for pack in packs for page in pack.pages):
        for misfit in schema.misfits(tables):
            if misfit.odd and not odd:
                continue
            page, at = _place(rows[misfit.table][misfit.row], misfit)
            where = f"{misfit.table}.{misfit.row}.{misfit.field}".rstrip(".")
            page.report(at, misfit.found, misfit.expected, where, misfit.hint)


def _rows(number: int) -> str:
    return "no rows" if not number else f"{number} row{'s' if number > 1 else ''}"


def _mentions(schema: Tables, rows: Merged) -> Iterator[tuple[Page, Mention]]:
    """Every name of a row in the topmost text of its field."""
    for table, record in schema.records.items():
        for row_id, row in rows[table].items():
            for field, text in row.texts(row.layers).items() if not row.removed else ():
                if slot := record.slots.get(field):
                    page = row.layer(field).part.page
                    for mention in slot.reader.mentions(text, f"{table}.{row_id}.{field}"):
                        yield page, mention


def _taken_out(table: str, packs: Sequence[Pack], row_id: str = "") -> tuple[Page, Text]:
    """Where the last overlay takes a row (or any) out of a table; else the page where the table stands, as a whole."""
    parts = [part for pack in packs for part in pack.parts if part.table == table]
    for part in reversed(parts):
        for name, leaf in reversed(part.removed.items()):
            if row_id in ("", name):
                return part.page, leaf
    return (parts[0].page if parts else packs[0].pages[0]), Leaf(None)


def _place(row: Row, misfit: Misfit) -> tuple[Page, Text]:
    """The page and the text that a misfit speaks of, as far as its path can be followed."""
    given = row.layer(misfit.field)
    at = given.texts.get(misfit.field, given.at)
    for step in misfit.path:
        if isinstance(at, Items) and isinstance(step, int) and step < len(at.items):
            at = at.items[step]
        elif isinstance(at, Entries) and step in at.values:
            at = at.names[str(step)] if step == misfit.path[-1] else at.values[str(step)]
    return given.part.page, at
