"""States: copies that share nothing that changes, saves that lose nothing, fields that say who knows them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct, field

from sandtable.kernel.state import (
    HIDDEN,
    OWN,
    PUBLIC,
    Frame,
    Knowledge,
    Masked,
    State,
    clone,
    digest,
    knowledge,
    load,
    save,
)
from sandtable.kernel.view import Outcome


class Pin(Struct):
    """A changeable value inside a state."""

    holes: list[int] = field(default_factory=list)


class Seal(Struct, frozen=True):
    number: int


class Step(Frame, tag="step"):
    path: Annotated[list[int], PUBLIC] = field(default_factory=list)


class Everything(State, kw_only=True):
    """A field of each kind that the kernel can copy."""

    count: Annotated[int, PUBLIC] = 0
    text: Annotated[str, PUBLIC] = ""
    share: Annotated[float, PUBLIC] = 0.0
    flag: Annotated[bool, PUBLIC] = False
    raw: Annotated[bytes, HIDDEN] = b""
    pair: Annotated[tuple[int, int], PUBLIC] = (0, 0)
    mood: Annotated[Literal["calm", "tense"], PUBLIC] = "calm"
    maybe: Annotated[int | None, PUBLIC] = None
    flat: Annotated[list[int], OWN] = field(default_factory=list)
    deep: Annotated[list[list[int]], PUBLIC] = field(default_factory=list)
    bits: Annotated[bytearray, PUBLIC] = field(default_factory=bytearray)
    some: Annotated[set[int], PUBLIC] = field(default_factory=set)
    table: Annotated[dict[str, int], PUBLIC] = field(default_factory=dict)
    rows: Annotated[dict[str, list[int]], PUBLIC] = field(default_factory=dict)
    seal: Annotated[Seal, PUBLIC] = Seal(1)
    pin: Annotated[Pin, PUBLIC] = field(default_factory=Pin)
    pins: Annotated[list[Pin], PUBLIC] = field(default_factory=list)


numbers = st.lists(st.integers(-(2**40), 2**40), max_size=5)
everything = st.builds(
    Everything,
    stack=st.lists(st.builds(Step, step=st.text(max_size=4), path=numbers), max_size=3).map(list[Frame]),
    key=st.binary(max_size=8),
    count=st.integers(-(2**60), 2**60),
    text=st.text(),
    share=st.floats(allow_nan=False, allow_infinity=False),
    flag=st.booleans(),
    raw=st.binary(),
    pair=st.tuples(st.integers(0, 9), st.integers(0, 9)),
    mood=st.sampled_from(["calm", "tense"]),
    maybe=st.none() | st.integers(0, 9),
    flat=numbers,
    deep=st.lists(numbers, max_size=3),
    bits=st.binary(max_size=4).map(bytearray),
    some=st.sets(st.integers(0, 99), max_size=4),
    table=st.dictionaries(st.text(max_size=3), st.integers(0, 9), max_size=3),
    rows=st.dictionaries(st.text(max_size=3), numbers, max_size=3),
    seal=st.builds(Seal, st.integers(0, 9)),
    pin=st.builds(Pin, numbers),
    pins=st.lists(st.builds(Pin, numbers), max_size=2),
    outcome=st.none() | st.builds(Outcome, st.text(max_size=5), st.lists(st.integers(0, 9), max_size=2)),
)


def changed(s: Everything) -> None:
    """Changes whatever can be changed in place."""
    for flat in (s.flat, s.begun, *s.deep, *s.rows.values(), s.pin.holes, *(pin.holes for pin in s.pins)):
        flat.append(77)
    s.deep.append([1])
    s.bits.append(7)
    s.some.add(777)
    s.table["new"] = 7
    s.rows["new"] = [7]
    s.pins.append(Pin([7]))
    for frame in s.stack:
        frame.step = "changed"
        assert isinstance(frame, Step)
        frame.path.append(77)
    s.stack.append(Step("new"))


@given(everything)
def test_a_clone_shares_nothing_that_changes(s: Everything) -> None:
    before, copy = save(s), clone(s)
    assert copy == s and type(copy) is Everything
    changed(copy)
    assert save(s) == before
    copy = clone(s)
    changed(s)
    assert save(copy) == before


@given(everything)
def test_a_save_loses_nothing(s: Everything) -> None:
    again = load(save(s), Everything, {"step": Step})
    assert again == s
    assert save(again) == save(s)


@given(everything)
def test_a_save_can_be_read_by_people(s: Everything) -> None:
    assert set(msgspec.json.decode(save(s))) == set(Everything.__struct_fields__)


def test_a_digest_covers_every_field_but_the_key() -> None:
    s = Everything(flat=[1, 2])
    assert digest(s) == digest(clone(s)) == digest(Everything(flat=[1, 2], key=b"other"))
    for other in (Everything(flat=[2, 1]), Everything(flat=[1, 2], count=1), Everything(flat=[1, 2], drawn=1)):
        assert digest(other) != digest(s)


def test_a_frame_of_an_unknown_tag_is_not_loaded() -> None:
    with pytest.raises(KeyError, match="step"):
        load(save(Everything(stack=[Step()])), Everything, {})


class WithObject(State, kw_only=True):
    thing: Annotated[object, PUBLIC] = None


class WithEither(State, kw_only=True):
    thing: Annotated[list[int] | None, PUBLIC] = None


class WithSetOfLists(State, kw_only=True):
    thing: Annotated[dict[str, Any], PUBLIC] = field(default_factory=dict)


@pytest.mark.parametrize("kind", [WithObject, WithEither, WithSetOfLists])
def test_what_cannot_be_copied_safely_is_refused_by_name(kind: type[State]) -> None:
    with pytest.raises(TypeError, match=rf"{kind.__name__}\.thing is of type .*, which the kernel cannot copy"):
        clone(kind())


# ---- knowledge ------------------------------------------------------------------------------------


class Known(State, kw_only=True):
    at: Annotated[list[int], PUBLIC] = field(default_factory=list)
    mine: Annotated[int, HIDDEN] = 0
    orders: Annotated[list[int], OWN] = field(default_factory=list)
    kind: Annotated[list[int], Masked("seen")] = field(default_factory=list)
    seen: Annotated[list[int], PUBLIC] = field(default_factory=list)


def test_each_field_says_who_knows_it() -> None:
    told = knowledge(Known)
    assert told.keys() == set(Known.__struct_fields__)
    assert (told["at"], told["mine"], told["orders"]) == (PUBLIC, HIDDEN, OWN)
    assert told["kind"] == Knowledge("masked", "seen")
    assert told["key"] == HIDDEN and told["stack"] == PUBLIC


class Silent(Frame, tag="silent"):
    local: int = 0


class Twice(Frame, tag="twice"):
    local: Annotated[int, PUBLIC, HIDDEN] = 0


@pytest.mark.parametrize("kind", [Silent, Twice])
def test_a_field_that_does_not_say_it_once_is_an_error(kind: type[Frame]) -> None:
    with pytest.raises(TypeError, match=rf"{kind.__name__}\.local does not say who knows it"):
        knowledge(kind)
