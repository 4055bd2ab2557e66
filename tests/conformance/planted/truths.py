"""Leaks that no dealt world shows, planted in the example game: only many true games give them away."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Annotated

import pytest
from msgspec import field

from sandtable.games.patrols import Patrols, rules
from sandtable.games.patrols.state import MEN, PG, Island, Play
from sandtable.kernel.flow import Procedure, Step, deed
from sandtable.kernel.options import Seat
from sandtable.kernel.state import HIDDEN, PUBLIC
from tests.conformance.planted.planting import Plant, changed, with_procedures, with_step


def unmixed_men(patch: pytest.MonkeyPatch) -> type[Patrols]:
    """The first man of each side is its scout, whatever worlds are dealt."""
    return with_procedures(with_step("play", "mix-the-men", do=lambda g, f: None))


def mine_laid_by_the_first_to_choose(patch: pytest.MonkeyPatch) -> type[Patrols]:
    """Blue chooses an order first where the mine is in one of the first two hexes."""

    def mix(g: PG, f: Play) -> None:
        rules.mix_the_men(g, f)
        f.sealing = int(g.s.mine in g.kit.wild[:2])

    return with_procedures(with_step("play", "mix-the-men", do=mix))


def map_case_with_the_scout(patch: pytest.MonkeyPatch) -> type[Patrols]:
    """Each scout begins with the map case, which lies open."""

    def mix(g: PG, f: Play) -> None:
        rules.mix_the_men(g, f)
        g.s.case = [next(man for man in men if g.s.kind[man] == 0) for men in MEN]

    return with_procedures(with_step("play", "mix-the-men", do=mix))


def scouts_ahead(patch: pytest.MonkeyPatch) -> type[Patrols]:
    """Riflemen start on the hill."""

    def mix(g: PG, f: Play) -> None:
        rules.mix_the_men(g, f)
        for man, kind in enumerate(g.s.kind):
            if kind == 1:
                g.s.at[man] = g.kit.hill
        g.s.trodden |= 1 << g.kit.hill

    return with_procedures(with_step("play", "mix-the-men", do=mix))


def tells(line: Callable[[PG], str]) -> Plant:
    """The set-up ends with a line in the log, for all to hear."""

    def plant(patch: pytest.MonkeyPatch) -> type[Patrols]:
        def mix(g: PG, f: Play) -> None:
            rules.mix_the_men(g, f)
            g.tell("setup.mine", line(g))

        return with_procedures(with_step("play", "mix-the-men", do=mix))

    return plant


log_of_the_mine = tells(lambda g: f"Sappers were seen at {g.kit.names[g.s.mine].replace(' ', '-')} last night.")
log_of_the_men = tells(
    lambda g: f"The men {' and '.join(str(m + 1) for m in range(4) if g.s.kind[m] == 0)} walk softly."
)


# ---- a deck ---------------------------------------------------------------------------------------


class Weather(Island, kw_only=True):
    """The island with a deck of weather, one card for each turn, and a row of the men as they came ashore."""

    deck: Annotated[list[int], HIDDEN] = field(default_factory=lambda: list(range(12)))
    drawn_cards: Annotated[list[int], PUBLIC] = field(default_factory=list)
    ashore: Annotated[list[int], PUBLIC] = field(default_factory=lambda: [0, 1, 2, 3])


class Weathered(Patrols):
    """Patrols with that deck, played as it should be: shuffled once, drawn from its end each turn."""

    state = Weather

    def new(self, setup: object) -> Weather:
        old = super().new(setup)  # type: ignore[arg-type]
        return Weather(at=old.at, trodden=old.trodden, edition=old.edition, stack=old.stack)

    def determinise(self, s: Island, seat: Seat, key: bytes) -> Island:
        world = super().determinise(s, seat, key)
        assert isinstance(world, Weather)
        world.deck = sorted(world.deck)
        random.Random(key + b"deck").shuffle(world.deck)
        return world


def weathered(shuffle: Callable[[PG], None], line: Callable[[PG], str] | None = None) -> Plant:
    """The game with the deck, its set-up as given."""

    def open_the_deck(g: PG, f: Play) -> None:
        shuffle(g)
        if line is not None:
            g.tell("setup.mine", line(g))

    def each_turn(g: PG, f: Play) -> bool:
        stays = rules.each_turn(g, f)
        g.s.drawn_cards.append(g.s.deck.pop())  # type: ignore[attr-defined]
        g.reveal()
        return stays

    def change(_: Procedure, steps: list[Step]) -> list[Step]:
        turns = Step("each-turn", do=each_turn)
        laid, mixed, *rest = (turns if step.name == "each-turn" else step for step in steps)
        return [laid, mixed, deed(open_the_deck), *rest]

    def plant(patch: pytest.MonkeyPatch) -> type[Patrols]:
        class Planted(Weathered):
            procedures = changed("play", change)

        return Planted

    return plant


def shuffled(g: PG) -> None:
    g.shuffle(g.s.deck, "weather", "setup.mine")  # type: ignore[attr-defined]


def cut(g: PG) -> None:
    deck = g.s.deck  # type: ignore[attr-defined]
    place = g.roll(12, "cut", "setup.mine") - 1
    deck[:] = deck[place:] + deck[:place]


def halves(g: PG) -> None:
    """Bad weather is shuffled by itself, and lies below the good."""
    bad, good = list(range(6)), list(range(6, 12))
    for half in (bad, good):
        g.shuffle(half, "weather", "setup.mine")
    g.s.deck[:] = bad + good  # type: ignore[attr-defined]


def ashore_by_kind(g: PG) -> None:
    """The row in which the men came ashore has the scouts first."""
    shuffled(g)
    g.s.ashore = sorted(range(4), key=lambda man: (g.s.kind[man], man))  # type: ignore[attr-defined]


honest_weather = weathered(shuffled)
unshuffled_weather = weathered(lambda g: None)
cut_weather = weathered(cut)
weather_in_halves = weathered(halves)
men_in_a_row = weathered(ashore_by_kind)
log_of_the_deck = weathered(shuffled, lambda g: f"The almanac opens at page {g.s.deck[-3]} today.")  # type: ignore[attr-defined]


# ---- what was seen once ---------------------------------------------------------------------------


def men_who_hide_again(patch: pytest.MonkeyPatch) -> type[Patrols]:
    """Men who have shown themselves are strangers again the next turn, as if nobody had seen them where they stand."""

    def each_turn(g: PG, f: Play) -> bool:
        stays = rules.each_turn(g, f)
        g.s.known = [1, 1, 2, 2]
        return stays

    return with_procedures(with_step("play", "each-turn", do=each_turn))


TRUTHS: dict[str, tuple[Plant, str]] = {
    "unmixed men": (unmixed_men, "can tell Island.kind by its number: "),
    "map case with the scout": (
        map_case_with_the_scout,
        "where it stands at Island.case[1], Island.kind at the first ask is 0 in",
    ),
    "scouts ahead": (scouts_ahead, "can tell Island.kind by its place: where Island.at is"),
    "mine laid by the first to choose": (
        mine_laid_by_the_first_to_choose,
        "can tell Island.mine by who is asked: where that is (1,), Island.mine at the first ask is",
    ),
    "unshuffled weather": (unshuffled_weather, "can tell Weather.deck by its number"),
    "cut weather": (cut_weather, "the step from a value of Weather.deck to the next one "),
    "weather in halves": (weather_in_halves, "Weather.deck"),
    "men in a row": (men_in_a_row, "can tell Weather.kind by its order: where it stands at Weather.ashore["),
    "log of the mine": (log_of_the_mine, "can tell Island.mine by word 5 in line 1 of the log of the set-up"),
    "log of the men": (log_of_the_men, "can tell Island.kind by word 3 in line 1 of the log of the set-up"),
    "men who hide again": (men_who_hide_again, "can tell Island.kind by memory: whether what was seen lies among"),
    "log of the deck": (log_of_the_deck, "can tell Weather.deck by word 6 in line 1 of the log of the set-up"),
}
"""By name: the leak, and the words by which it is told."""
