"""What a whole campaign costs: kept small, opened soon, and its last map no slower than its first."""

from __future__ import annotations

from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from sandtable.kernel.chance import ReplayDealer
from sandtable.kernel.game import Setup, open_game
from sandtable.kernel.records import Record, apply_entry, decode, encode, record_of, replay, snapshots
from sandtable.kernel.table import quick_table
from sandtable.players import Seated
from tests.server.test_growth import calls

LARGEST = 300_000
MAPS = 4


def campaign() -> Record:
    return decode((Path(__file__).parents[1] / "golden" / "commandos-whole-campaign.json").read_bytes())


def thirty_missions() -> Record:
    """A whole game of Kandahar, as its own player plays it."""
    table = quick_table(open_game("kandahar"), 7, Setup("full"))
    players = Seated(table.game, "plain", 1, 7)
    while not table.over:
        table.answer(0, players.answer(table.g, 0))
    return decode(encode(record_of(table)))


def test_a_saved_campaign_is_small() -> None:
    assert len(encode(campaign())) < LARGEST
    assert len(positions(campaign())[0]) < LARGEST // 4, "what a server keeps to open it from"


def test_a_campaign_opens_as_soon_as_a_game_on_one_map(aside: ProcessPoolExecutor) -> None:
    played, kept = zip(*aside.submit(openings).result(timeout=300), strict=True)
    assert played[0] < 2 * played[1], "played through"
    assert kept[0] < 2 * kept[1], "from the position that a server keeps"


def openings() -> list[tuple[int, int]]:
    """Of a campaign and of thirty missions, the calls that it takes to play it through, and to open it."""
    return [(opening(record, []), opening(record, positions(record))) for record in (campaign(), thirty_missions())]


def positions(record: Record) -> list[str]:
    """Where it stood some answers before its end."""
    return [snapshots.snapshot_of(replay(record, len(record.journal) - 16))]


def opening(record: Record, kept: list[str]) -> int:
    """How many calls it takes to open it from there, or from its beginning; what is made once is made."""
    snapshots.open_table(record, kept)
    (table, _), count = calls(lambda: snapshots.open_table(record, kept))
    assert table.over
    return count


def test_an_answer_costs_no_more_on_the_last_map_than_on_the_first(aside: ProcessPoolExecutor) -> None:
    means = aside.submit(by_map).result(timeout=300)
    assert len(means) == MAPS and max(means) < 1.3 * means[0], means


def by_map() -> list[float]:
    """How many calls an answer takes on each map, on average."""
    record = campaign()
    replay(record)
    table, dealer = replay(record, 0), ReplayDealer()
    table.dealer.source = dealer
    found: dict[int, list[int]] = defaultdict(list)
    for place in range(len(record.journal)):
        number = table.g.s.map
        found[number].append(calls(lambda: apply_entry(table, dealer, record.journal, place))[1])  # noqa: B023
    return [sum(counts) / len(counts) for counts in found.values()]
