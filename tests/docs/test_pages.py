"""The documentation holds: links lead somewhere, quotations are true, commands print and code does what is shown."""

from __future__ import annotations

import doctest
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from sandtable.kernel.cases import run_case
from sandtable.kernel.game import games
from sandtable.players import broken_players
from tests.docs.console import Workshop, agrees
from tests.docs.pages import LINK, PAGES, ROOT, Block, all_blocks, anchors, blocks, prose, quotation, session
from tests.docs.refresh import due

REFRESH = "python -m tests.docs.refresh brings quotations and transcripts up to date"
SHOWN_ONLY = {"text", "toml", "make", "sh"}
"""Languages of blocks that nothing is run of."""


def some(chosen: Callable[[Block], bool]) -> pytest.MarkDecorator:
    """Runs a test once for each block of a kind."""
    return pytest.mark.parametrize("block", [block for block in all_blocks() if chosen(block)], ids=str)


by_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)


@by_page
def test_links_lead_somewhere(page: Path) -> None:
    for target in LINK.findall(prose(page)):
        if target.startswith(("http://", "https://")):
            continue
        name, _, anchor = target.partition("#")
        file = (page.parent / name).resolve() if name else page
        assert file.exists(), f"{page.name} links to {target}, which does not exist"
        assert file.is_relative_to(ROOT), f"{page.name} links out of the repository: {target}"
        if anchor:
            assert anchor in anchors(file), f"{page.name} links to {target}; {file.name} has {sorted(anchors(file))}"


def test_every_block_is_held_to_something() -> None:
    loose = [
        str(block)
        for block in all_blocks()
        if not (block.words or session(block) or block.language == "console" or block.language in SHOWN_ONLY)
    ]
    assert not loose, f"nothing checks these blocks: {', '.join(loose)}"


@some(lambda block: "from" in block.words)
def test_quotations_are_true(block: Block) -> None:
    assert block.text == quotation(block), REFRESH


def test_lines_that_are_gone_are_neither_true_nor_overwritten(tmp_path: Path) -> None:
    gone = Block(ROOT / "README.md", 1, "yaml", {"from": "patrols/rules.yaml"}, "no such line\n")
    with pytest.raises(ValueError, match="do not stand together"):
        quotation(gone)
    assert due(gone, Workshop(tmp_path, gone.page)) == gone.text


@pytest.mark.parametrize(
    "page", [page for page in PAGES if any(block.language == "console" for block in blocks(page))], ids=lambda p: p.name
)
def test_commands_print_what_is_shown(page: Path, tmp_path: Path) -> None:
    """One after the other, as a reader would type them."""
    workshop = Workshop(tmp_path, page)
    for block in blocks(page):
        if block.language == "console":
            printed = workshop.transcript(block)
            assert agrees(block.text, printed), f"{block}: {REFRESH}; printed is\n{printed}"


@pytest.mark.parametrize(
    "page", [page for page in PAGES if any(map(session, blocks(page)))], ids=lambda page: page.name
)
def test_sessions_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The Python of a page, top to bottom, in one session, in which the page's own modules can be imported."""
    games(), broken_players()  # looked up now, so that what a page would install stays out of other tests
    Workshop(tmp_path, page)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    names: dict[str, object] = {}
    parser, told = doctest.DocTestParser(), list[str]()
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)
    for block in filter(session, blocks(page)):
        test = parser.get_doctest(block.text, names, page.name, str(page), block.line - 1)
        runner.run(test, out=told.append, clear_globs=False)
        names = test.globs
    for module in [name for name, held in sys.modules.items() if str(tmp_path) in str(getattr(held, "__file__", ""))]:
        del sys.modules[module]
    assert not runner.summarize(verbose=False).failed, "".join(told)


CASES = [
    pytest.param(case, block.words["cases"], id=f"{block.page.name}-{case.get('id', block.line)}")
    for block in all_blocks()
    if "cases" in block.words
    for case in yaml.load(block.text, Loader=yaml.CBaseLoader)
]


@pytest.mark.parametrize(("case", "game"), CASES)
def test_cases_hold(case: dict[str, object], game: str) -> None:
    verdict = run_case(case, game)
    assert verdict.passed, verdict.text
