"""Chance: fair, repeatable from a key, carried by the state, and never made up by a script or a journal."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise, permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.kernel.chance import (
    AuditDealer,
    ChanceError,
    Dealer,
    FastDealer,
    RecordingDealer,
    ReplayDealer,
    ScriptedDealer,
    commitment,
    dice_key,
    new_key,
    picked,
    seed_key,
)
from sandtable.kernel.state import State, clone
from sandtable.lab.figures import chi_square, chi_square_limit

KEYS = [seed_key(f"fixed {number}") for number in range(3)]
keys = st.binary(min_size=1, max_size=64)
pools = st.lists(st.integers(0, 20), min_size=1, max_size=30)


def position(key: bytes = KEYS[0], drawn: int = 0) -> State:
    return State(key=key, drawn=drawn)


# ---- straight from a key ---------------------------------------------------------------------------


def test_what_is_picked_leaves_the_pool_and_every_pair_is_equally_likely() -> None:
    counts: Counter[tuple[int, ...]] = Counter()
    for number in range(3_000):
        pool = list(range(6))
        taken = picked(seed_key(f"picked {number}"), pool, 2)
        assert sorted(taken + pool) == list(range(6))
        counts[tuple(taken)] += 1
    pairs = list(permutations(range(6), 2))
    assert set(counts) == set(pairs)
    assert chi_square([counts[pair] for pair in pairs]) < chi_square_limit(len(pairs))


# ---- the keyed dealer -----------------------------------------------------------------------------


@pytest.mark.parametrize("dealer", [Dealer(), FastDealer(7)], ids=["keyed", "fast"])
@pytest.mark.parametrize("sides", [2, 3, 6, 10, 52])
@pytest.mark.parametrize("key", KEYS, ids=["key 0", "key 1", "key 2"])
def test_every_face_is_equally_likely(dealer: Dealer, sides: int, key: bytes) -> None:
    s = position(key)
    counts = Counter(dealer.roll(s, sides, "die") for _ in range(60 * sides))
    assert set(counts) <= set(range(1, sides + 1))
    assert chi_square([counts[face] for face in range(1, sides + 1)]) < chi_square_limit(sides)


def test_a_face_says_nothing_of_the_next_one() -> None:
    s = position()
    faces = [Dealer().roll(s, 6, "die") for _ in range(3_601)]
    pairs = Counter(pairwise(faces))
    assert chi_square([pairs[a, b] for a in range(1, 7) for b in range(1, 7)]) < chi_square_limit(36)


def test_every_order_is_equally_likely() -> None:
    s, counts = position(), Counter[tuple[int, ...]]()
    for _ in range(2_400):
        deck = [0, 1, 2, 3]
        Dealer().shuffle(s, deck, "deck")
        counts[tuple(deck)] += 1
    assert chi_square([counts[order] for order in permutations(range(4))]) < chi_square_limit(24)


def test_every_piece_of_a_pool_is_equally_likely() -> None:
    s = position()
    counts = Counter(Dealer().draw(s, [10, 20, 30, 40, 50], "pool") for _ in range(1_500))
    assert chi_square([counts[piece] for piece in (10, 20, 30, 40, 50)]) < chi_square_limit(5)


@given(keys, st.integers(0, 2**39), st.integers(1, 2**64 - 1))
def test_numbers_stay_in_range_however_large(key: bytes, drawn: int, n: int) -> None:
    assert 0 <= Dealer().number(position(key, drawn), n) < n


def test_a_range_that_does_not_divide_the_hash_is_not_favoured_at_its_low_end() -> None:
    """Of 3 * 2^62 numbers a plain remainder would give the lowest third twice as often as the others."""
    n, s = 3 << 62, position()
    thirds = Counter[int]()
    for s.drawn in range(1_500):
        thirds[Dealer().number(s, n) * 3 // n] += 1
    assert chi_square([thirds[third] for third in range(3)]) < chi_square_limit(3)


@given(keys, st.integers(0, 1000), pools)
def test_a_draw_takes_exactly_one_piece(key: bytes, drawn: int, pool: list[int]) -> None:
    left = pool[:]
    piece = Dealer().draw(position(key, drawn), left, "pool")
    assert sorted([*left, piece]) == sorted(pool)


@given(keys, st.integers(0, 1000), pools)
def test_a_shuffle_keeps_every_card(key: bytes, drawn: int, deck: list[int]) -> None:
    shuffled = deck[:]
    Dealer().shuffle(position(key, drawn), shuffled, "deck")
    assert sorted(shuffled) == sorted(deck)


# ---- clones ---------------------------------------------------------------------------------------


@given(keys, st.integers(0, 1000))
def test_clones_deal_the_same_next_die_and_do_not_move_each_other(key: bytes, drawn: int) -> None:
    one = position(key, drawn)
    other = clone(one)
    first = [Dealer().roll(one, 1_000, "die") for _ in range(3)]
    assert other.drawn == drawn
    assert [Dealer().roll(other, 1_000, "die") for _ in range(3)] == first


def test_other_keys_and_other_counts_deal_otherwise() -> None:
    rolls = {tuple(Dealer().roll(position(key, drawn), 10**9, "die") for drawn in range(3)) for key in KEYS}
    assert len(rolls) == 3
    assert len({Dealer().roll(position(drawn=drawn), 10**9, "die") for drawn in range(100)}) == 100


def scripted() -> ScriptedDealer:
    dealer = ScriptedDealer()
    dealer.feed("die", [4])
    dealer.feed("pool", [2])
    dealer.feed("deck", [[3, 1, 2]])
    return dealer


def replaying() -> ReplayDealer:
    dealer = ReplayDealer()
    dealer.feed([("die", 4), ("pool", 2), ("deck", [3, 1, 2])])
    return dealer


@pytest.mark.parametrize(
    "dealer",
    [Dealer(), FastDealer(1), RecordingDealer(Dealer()), scripted(), replaying()],
    ids=lambda d: type(d).__name__,
)
def test_whoever_deals_each_outcome_counts_once(dealer: Dealer) -> None:
    s = position()
    dealer.roll(s, 6, "die")
    assert s.drawn == 1
    dealer.draw(s, [1, 2, 3], "pool")
    assert s.drawn == 2
    dealer.shuffle(s, [1, 2, 3], "deck")
    assert s.drawn == 3


# ---- journals -------------------------------------------------------------------------------------


def recorded() -> list[tuple[str, Any]]:
    dealer, s = RecordingDealer(Dealer()), position()
    dealer.roll(s, 6, "die")
    dealer.draw(s, [1, 2, 3, 4], "pool")
    dealer.shuffle(s, [1, 2, 3, 4], "deck")
    outcomes = dealer.collect()
    assert dealer.collect() == []
    return outcomes


def test_a_journal_deals_again_what_was_dealt() -> None:
    dealer, s = ReplayDealer(), position(KEYS[2], 99)
    outcomes = recorded()
    dealer.feed(outcomes)
    deck, pool = [4, 3, 2, 1], [1, 2, 3, 4]
    again = [("die", dealer.roll(s, 6, "die")), ("pool", dealer.draw(s, pool, "pool"))]
    dealer.shuffle(s, deck, "deck")
    assert [*again, ("deck", deck)] == outcomes
    assert len(pool) == 3 and not dealer.outcomes


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        (None, "the journal holds no outcome for 'die'"),
        (("pool", 4), "the journal's next outcome is for 'pool', but the rules ask for 'die'"),
        (("die", 7), "the journal gives 7 for 'die', a die with 6 sides"),
        (("die", 0), "the journal gives 0"),
        (("die", "6"), "the journal gives '6'"),
    ],
)
def test_a_journal_that_does_not_fit_is_told(outcome: tuple[str, Any] | None, words: str) -> None:
    dealer = ReplayDealer()
    dealer.feed([outcome] if outcome else [])
    with pytest.raises(ChanceError, match=words):
        dealer.roll(position(), 6, "die")


def test_a_journal_draws_and_shuffles_only_what_is_there() -> None:
    dealer = ReplayDealer()
    dealer.feed([("pool", 9), ("deck", [1, 1, 2]), ("deck", 5)])
    with pytest.raises(ChanceError, match="draws 9 for 'pool', which is not in the pool"):
        dealer.draw(position(), [1, 2], "pool")
    for _ in range(2):
        with pytest.raises(ChanceError, match="is not an order of this deck"):
            dealer.shuffle(position(), [1, 2, 3], "deck")


def test_an_audit_finds_nothing_in_an_honest_journal() -> None:
    assert audited(recorded()) == []


@pytest.mark.parametrize("place", [0, 1, 2])
def test_an_audit_finds_each_altered_outcome(place: int) -> None:
    outcomes = recorded()
    purpose, value = outcomes[place]
    outcomes[place] = (purpose, value[::-1] if isinstance(value, list) else value % 4 + 1)
    [finding] = audited(outcomes)
    assert finding.startswith(f"outcome {place + 1} ({purpose}): the journal says {outcomes[place][1]}, the key gives")


def audited(outcomes: list[tuple[str, Any]]) -> list[str]:
    dealer, s = AuditDealer(), position()
    dealer.feed(outcomes)
    dealer.roll(s, 6, "die")
    dealer.draw(s, [1, 2, 3, 4], "pool")
    dealer.shuffle(s, [1, 2, 3, 4], "deck")
    assert s.drawn == 3
    return dealer.findings


# ---- scripts --------------------------------------------------------------------------------------


def test_a_script_deals_by_purpose_in_its_order() -> None:
    dealer, s = ScriptedDealer(), position()
    dealer.feed("attack", [1, 2])
    dealer.feed("defence", [6])
    assert [dealer.roll(s, 6, purpose) for purpose in ("attack", "defence", "attack")] == [1, 6, 2]
    assert dealer.left_over() == {}


def test_what_is_left_over_can_be_told() -> None:
    dealer = ScriptedDealer()
    dealer.feed("attack", [1, 2])
    dealer.roll(position(), 6, "attack")
    assert dealer.left_over() == {"attack": [2]}
    dealer.clear()
    assert dealer.left_over() == {}


def test_what_the_script_does_not_say_is_an_error() -> None:
    dealer, s = ScriptedDealer(), position()
    dealer.feed("attack", [1])
    with pytest.raises(
        ChanceError, match=r"chance is asked for 'noise' \(a die with 10 sides\), and the script does not say"
    ):
        dealer.roll(s, 10, "noise")
    with pytest.raises(ChanceError, match="a draw from a pool of 3"):
        dealer.draw(s, [1, 2, 3], "cup")
    with pytest.raises(ChanceError, match="an order of 3 cards"):
        dealer.shuffle(s, [1, 2, 3], "deck")
    dealer.roll(s, 6, "attack")
    with pytest.raises(ChanceError, match="asked for 'attack'"):
        dealer.roll(s, 6, "attack")


@pytest.mark.parametrize("face", [0, 7, "three"])
def test_a_scripted_die_shows_one_of_its_faces(face: int | str) -> None:
    dealer = ScriptedDealer()
    dealer.feed("attack", [face])
    with pytest.raises(ChanceError, match="a die with faces 1 to 6"):
        dealer.roll(position(), 6, "attack")


def test_a_scripted_draw_and_shuffle_must_be_possible() -> None:
    dealer, s = ScriptedDealer(), position()
    dealer.feed("cup", [9, (9, 8), (9, 2)])
    dealer.feed("deck", [[1, 2]])
    for wanted in ("9", r"\(9, 8\)"):
        with pytest.raises(ChanceError, match=f"the script draws {wanted} for 'cup', which is not in the pool"):
            dealer.draw(s, [1, 2, 3], "cup")
    assert dealer.draw(s, [1, 2, 3], "cup") == 2  # the first of several that is there
    with pytest.raises(ChanceError, match="is not an order of this deck"):
        dealer.shuffle(s, [1, 2, 3], "deck")


# ---- trust ----------------------------------------------------------------------------------------


def test_no_side_chooses_the_key_alone() -> None:
    host = new_key()
    assert len({dice_key(host, salts) for salts in ([], ["a"], ["b"], ["a", "b"], ["b", "a"])}) == 5
    assert dice_key(host, ["a"]) != dice_key(new_key(), ["a"])
    assert dice_key(host, ["a"]) == dice_key(host, ["a"])


def test_a_commitment_binds_the_key_and_does_not_show_it() -> None:
    one, other = new_key(), new_key()
    assert commitment(one) == commitment(one) != commitment(other)
    assert one.hex() not in commitment(one)


def test_a_seed_gives_the_same_key_each_time() -> None:
    assert seed_key(3) == seed_key("3") != seed_key(4)
