"""What seats see, compared: words and piles in a view, and views that must not differ."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from sandtable.kernel import sight
from sandtable.kernel.cases.comparing import first_difference, plain, seen_data, written
from sandtable.kernel.cases.forms import CaseError, known_words, mapping, sequence, spoken
from sandtable.kernel.options import SPECTATOR, Seat
from sandtable.kernel.view import Card, View

if TYPE_CHECKING:
    from sandtable.kernel.cases.running import Trial

SEES_WORDS = {"shows", "hides", "piles"}
SAME_WORDS = {"seats", "as"}
MOMENTS = ("start", "before")


def sees(trial: Trial, wanted: Mapping[str, Any]) -> None:
    """sees: {seat: {shows: [texts], hides: [texts], piles: {name: number or titles}}}: that seat's view and log."""
    for seat, said in wanted.items():
        texts, who = mapping(said, f"sees {seat}"), trial.who(seat, watching=True)
        known_words(texts, SEES_WORDS, f"sees {seat}")
        seen = sight.view_bytes(trial.g, who).decode() + "\n".join([*log(trial, who), *counted(trial, who)])
        for text in spoken(texts.get("shows", []), "shows"):
            if text not in seen:
                raise _unlike(
                    f"seat {seat} does not see {text!r}", {"shows": text}, "not seen", f"{seat} sees {text!r}"
                )
        for text in spoken(texts.get("hides", []), "hides"):
            if text in seen:
                raise _unlike(f"seat {seat} sees {text!r}", {"hides": text}, "seen", f"{seat} does not see {text!r}")
        if "piles" in texts:
            check_piles(seat, sight.view(trial.g, who), mapping(texts["piles"], "piles"))


def counted(trial: Trial, seat: Seat) -> list[str]:
    """Cards that lie several in one, as a case says it: `Operations x2`."""
    view = sight.view(trial.g, seat)
    every = [card for cards in (*_held(view), *(deck.cards for deck in view.decks)) for card in cards]
    return [f"{card.title} x{card.count}" for card in every if card.count > 1]


def _held(view: View) -> list[list[Card]]:
    return [view.hand, *(hand.cards for hand in view.hands)]


def _unlike(found: str, expected: Any, got: Any, wanted: str) -> CaseError:
    return CaseError(found, expected, got, wanted, found)


def check_piles(seat: str, view: View, wanted: Mapping[str, Any]) -> None:
    """How many cards or pieces lie in a pile as this seat sees it, or the titles that it may read.

    Of several hands each is a pile by its owner: `hand-of-diaz`; `hand` is what this seat holds in all of its own.
    """
    seen = {_slug(deck.name): (deck.count, [card.title for card in deck.cards]) for deck in view.decks}
    seen |= {_slug(f"hand of {hand.name}"): (hand.count, [card.title for card in hand.cards]) for hand in view.hands}
    own = [*view.hand, *(card for hand in view.hands if hand.seat == view.seat for card in hand.cards)]
    seen["hand"] = (len(own), [card.title for card in own])
    for name, said in wanted.items():
        if _slug(name) not in seen:
            raise CaseError(f"seat {seat} sees no pile {name!r}; there are {', '.join(seen)}")
        count, titles = seen[_slug(name)]
        want, got = plain(said), plain(titles if isinstance(said, list) else count)
        if (sorted(want) != sorted(got)) if isinstance(want, list) else want != got:
            told = f"seat {seat} sees {name} with {written(got)}, not {written(want)}"
            raise _unlike(told, {name: want}, {name: got}, f"{seat} sees {name} with {written(want)}")


def _slug(title: str) -> str:
    return title.lower().replace(" ", "-")


def log(trial: Trial, seat: Seat) -> list[str]:
    return [event.said(seat).text for event in trial.heard]


# ---- views that must be equal -----------------------------------------------------------------------


def looks(trial: Trial) -> dict[Seat, bytes]:
    """What everybody sees now."""
    return {seat: sight.view_bytes(trial.g, seat) for seat in (SPECTATOR, *range(trial.g.s.seats))}


def same_view(trial: Trial, wanted: Mapping[str, Any]) -> None:
    """same-view: {seats: [insurgent], as: before}: what they see has not changed; or as with another position."""
    known_words(wanted, SAME_WORDS, "same-view")
    seats = _seats(trial, wanted)
    moment = wanted.get("as", "")
    if isinstance(moment, Mapping):
        if trial.step != "then":
            raise CaseError("same-view as another position is compared over the whole case: it stands in then")
        return  # compare_twins does it when the rest of the case has been compared
    if moment not in MOMENTS:
        raise CaseError(f"same-view as {written(moment)}: write as: before, as: start, or as: with nouns of given")
    if moment not in trial.looks:
        raise CaseError("same-view as before stands in the expect of a step; in then write as: start")
    for name, seat in seats.items():
        then, now = trial.looks[moment][seat], sight.view_bytes(trial.g, seat)
        told = first_difference(seen_data(then, question=False), seen_data(now, question=False))
        if told:
            since = "before this step" if moment == "before" else "at the start"
            raise _unlike(f"{name} sees another position than {since}: {told}", "the same view", told, "the same view")


def _seats(trial: Trial, wanted: Mapping[str, Any]) -> dict[str, Seat]:
    named = sequence(wanted.get("seats", ""), "seats")
    if not named:
        raise CaseError("same-view names its seats: {seats: [insurgent, spectator], as: before}")
    return {str(name): trial.who(name, watching=True) for name in named}


def compare_twins(trial: Trial, case: Mapping[str, Any], title: str) -> None:
    """Plays the case from the other position as well: at no question may these seats see a difference."""
    wanted = mapping(mapping(case.get("then", {}), "then").get("same-view", {}), "same-view")
    changes = wanted.get("as", "")
    if not isinstance(changes, Mapping):
        return
    seats = _seats(trial, wanted)
    other = {**case, "given": {**mapping(case.get("given", {}), "given"), **changes}}
    one, twin = trial.anew(), trial.anew()
    try:
        pairs = zip(one.played(case, title, judged=False), twin.played(other, title, judged=False), strict=True)
        for _ in pairs:
            for name, seat in seats.items():
                _same_everywhere(one, twin, name, seat)
    except CaseError as error:
        raise CaseError(
            f"same-view as {written(changes)}: {error}", error.expected, error.got, error.wanted, error.found
        ) from error


def _same_everywhere(one: Trial, twin: Trial, name: str, seat: Seat) -> None:
    views = [seen_data(sight.view_bytes(each.g, seat), question=True) for each in (one, twin)]
    told = first_difference(*views) or first_difference(log(one, seat), log(twin, seat), ["log"])
    if told:
        where = "at the first question" if one.step == "given" else f"after step {one.step}"
        raise _unlike(
            f"{name} can tell the two positions apart {where}: {told}", "the same view", told, "the same view"
        )


WORDS: dict[str, Callable[[Trial, Mapping[str, Any]], None]] = {"sees": sees, "same-view": same_view}
"""The words of `then` and `expect` that every game has."""
