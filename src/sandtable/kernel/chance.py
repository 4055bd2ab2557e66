"""Chance: the only source of dice, draws and shuffles.

The keyed dealer hashes a secret key with a counter that lives in the state, so that a clone carries its
own future, nobody predicts the next die from the last ones, and a revealed key lets anyone check them all.
Other dealers take the outcomes from elsewhere: a script, a journal, a fast generator for playouts.
"""

from __future__ import annotations

import hashlib
import random
import secrets
from collections import deque
from collections.abc import Callable
from typing import Any

from sandtable.kernel.state import State

D6 = 6
D10 = 10

_SPAN = 1 << 64

Chance = tuple[str, Any]
"""A journalled outcome: its purpose and the face, the piece drawn, or the order shuffled."""


class ChanceError(Exception):
    """Chance was asked for something that its script or journal does not hold."""


class Dealer:
    """The keyed dealer. Each roll, draw or shuffle raises the state's counter by one, whoever deals."""

    def apart(self) -> Dealer:
        """Who deals for a copy of a game: one who deals alike, but keeps nothing for the game itself."""
        return self

    def number(self, s: State, n: int, part: int = 0) -> int:
        """A number from 0 to n-1, each equally likely; a shuffle asks for several parts of one outcome."""
        limit = _SPAN - _SPAN % n
        while True:
            count = ((part << 40) + s.drawn).to_bytes(12, "little")
            value = int.from_bytes(hashlib.blake2b(count, key=s.key, digest_size=8).digest(), "little")
            if value < limit:
                return value % n
            part += 1 << 20

    def roll(self, s: State, sides: int, purpose: str) -> int:
        """A die with faces 1 to `sides`."""
        s.drawn += 1
        return self.number(s, sides) + 1

    def draw(self, s: State, pool: list[int], purpose: str) -> int:
        """Takes one piece out of a pool, blindly."""
        s.drawn += 1
        return take_out(pool, self.number(s, len(pool)))

    def shuffle(self, s: State, deck: list[int], purpose: str) -> None:
        """Puts a deck into a random order (every order equally likely)."""
        s.drawn += 1
        for last in range(len(deck) - 1, 0, -1):
            other = self.number(s, last + 1, last)
            deck[last], deck[other] = deck[other], deck[last]

    def mix(self, s: State, deck: list[int], purpose: str) -> None:
        """A shuffle of things that only hides which is which: no rule may depend on its outcome."""
        self.shuffle(s, deck, purpose)


def take_out(pool: list[int], index: int) -> int:
    """Removes one entry; the order of a pool means nothing, so the last entry fills the gap."""
    value = pool[index]
    pool[index] = pool[-1]
    pool.pop()
    return value


def picked(key: bytes, pool: list[int], count: int) -> list[int]:
    """Takes so many pieces out of a pool, straight from a key: a dealt world need not shuffle a cup for a handful.

    512 bits of it serve some eighty draws, each piece equally likely to far more digits than anybody could measure.
    """
    luck = int.from_bytes(hashlib.blake2b(key).digest(), "little")
    found = []
    for _ in range(count):
        luck, index = divmod(luck, len(pool))
        found.append(take_out(pool, index))
    return found


class FastDealer(Dealer):
    """For playouts of players: not keyed, not verifiable, several times faster."""

    def __init__(self, seed: int) -> None:
        self.bits: Callable[[int], int] = random.Random(seed).getrandbits

    def number(self, s: State, n: int, part: int = 0) -> int:
        return (self.bits(32) * n) >> 32

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles with its generator where it stands (a compiled class is not made without its arguments)."""
        return _fast_dealer, (self.bits,)


def _fast_dealer(bits: Callable[[int], int]) -> FastDealer:
    dealer = FastDealer(0)
    dealer.bits = bits
    return dealer


class RecordingDealer(Dealer):
    """Deals as another dealer does and keeps the outcomes for the journal."""

    def __init__(self, source: Dealer) -> None:
        self.source = source
        self.outcomes: list[Chance] = []

    def apart(self) -> Dealer:
        return self.source

    def roll(self, s: State, sides: int, purpose: str) -> int:
        face = self.source.roll(s, sides, purpose)
        self.outcomes.append((purpose, face))
        return face

    def draw(self, s: State, pool: list[int], purpose: str) -> int:
        piece = self.source.draw(s, pool, purpose)
        self.outcomes.append((purpose, piece))
        return piece

    def shuffle(self, s: State, deck: list[int], purpose: str) -> None:
        self.source.shuffle(s, deck, purpose)
        self.outcomes.append((purpose, deck[:]))

    def collect(self) -> list[Chance]:
        outcomes, self.outcomes = self.outcomes, []
        return outcomes


class ReplayDealer(Dealer):
    """Deals the outcomes of a journal again, so that an old record never depends on the generator."""

    def __init__(self) -> None:
        self.outcomes: deque[Chance] = deque()

    def feed(self, outcomes: list[Chance]) -> None:
        self.outcomes.extend(outcomes)

    def roll(self, s: State, sides: int, purpose: str) -> int:
        s.drawn += 1
        face = self._next(purpose)
        if not isinstance(face, int) or not 1 <= face <= sides:
            raise ChanceError(f"the journal gives {face!r} for {purpose!r}, a die with {sides} sides")
        return face

    def draw(self, s: State, pool: list[int], purpose: str) -> int:
        s.drawn += 1
        piece = self._next(purpose)
        if piece not in pool:
            raise ChanceError(f"the journal draws {piece!r} for {purpose!r}, which is not in the pool")
        return take_out(pool, pool.index(piece))

    def shuffle(self, s: State, deck: list[int], purpose: str) -> None:
        s.drawn += 1
        order = self._next(purpose)
        if not isinstance(order, list) or sorted(order) != sorted(deck):
            raise ChanceError(f"the journal's order for {purpose!r} is not an order of this deck")
        deck[:] = order

    def _next(self, purpose: str) -> Any:
        if not self.outcomes:
            raise ChanceError(f"the journal holds no outcome for {purpose!r}")
        said, value = self.outcomes.popleft()
        if said != purpose:
            raise ChanceError(f"the journal's next outcome is for {said!r}, but the rules ask for {purpose!r}")
        return value


class AuditDealer(ReplayDealer):
    """Deals the outcomes of a journal and notes each one that the revealed key does not give."""

    def __init__(self) -> None:
        super().__init__()
        self.keyed = Dealer()
        self.findings: list[str] = []

    def roll(self, s: State, sides: int, purpose: str) -> int:
        face = super().roll(s, sides, purpose)
        self._compare(s, purpose, face, self.keyed.number(s, sides) + 1)
        return face

    def draw(self, s: State, pool: list[int], purpose: str) -> int:
        due = pool[:]
        piece = super().draw(s, pool, purpose)
        self._compare(s, purpose, piece, due[self.keyed.number(s, len(due))])
        return piece

    def shuffle(self, s: State, deck: list[int], purpose: str) -> None:
        due = deck[:]
        super().shuffle(s, deck, purpose)
        s.drawn -= 1
        self.keyed.shuffle(s, due, purpose)
        self._compare(s, purpose, deck, due)

    def _compare(self, s: State, purpose: str, said: Any, due: Any) -> None:
        if said != due:
            self.findings.append(f"outcome {s.drawn} ({purpose}): the journal says {said}, the key gives {due}")


class ScriptedDealer(Dealer):
    """Chance forced by purpose, for tests and rulings. What is not scripted is an error."""

    def __init__(self) -> None:
        self.script: dict[str, deque[Any]] = {}

    def feed(self, purpose: str, values: list[Any]) -> None:
        self.script.setdefault(purpose, deque()).extend(values)

    def left_over(self) -> dict[str, list[Any]]:
        return {purpose: list(values) for purpose, values in self.script.items() if values}

    def clear(self) -> None:
        self.script.clear()

    def roll(self, s: State, sides: int, purpose: str) -> int:
        s.drawn += 1
        face = self._next(purpose, f"a die with {sides} sides")
        if not isinstance(face, int) or not 1 <= face <= sides:
            raise ChanceError(f"the script gives {face!r} for {purpose!r}, a die with faces 1 to {sides}")
        return face

    def draw(self, s: State, pool: list[int], purpose: str) -> int:
        s.drawn += 1
        wanted = self._next(purpose, f"a draw from a pool of {len(pool)}")
        for piece in wanted if isinstance(wanted, tuple) else (wanted,):
            if piece in pool:
                return take_out(pool, pool.index(piece))
        raise ChanceError(f"the script draws {wanted!r} for {purpose!r}, which is not in the pool")

    def shuffle(self, s: State, deck: list[int], purpose: str) -> None:
        s.drawn += 1
        order = self._next(purpose, f"an order of {len(deck)} cards")
        if sorted(order) != sorted(deck):
            raise ChanceError(f"the script's order for {purpose!r} is not an order of this deck")
        deck[:] = order

    def mix(self, s: State, deck: list[int], purpose: str) -> None:
        """What is mixed stays in its order unless the script says otherwise: a case cannot depend on it."""
        if self.script.get(purpose):
            self.shuffle(s, deck, purpose)
        else:
            s.drawn += 1

    def _next(self, purpose: str, what: str) -> Any:
        values = self.script.get(purpose)
        if not values:
            raise ChanceError(f"chance is asked for {purpose!r} ({what}), and the script does not say")
        return values.popleft()


# ---- trust ----------------------------------------------------------------------------------------


def new_key() -> bytes:
    """The host's half of the dice, chosen before the first ask."""
    return secrets.token_bytes(32)


def commitment(host_key: bytes) -> str:
    """What the host publishes before play; the key itself is revealed at the end."""
    return hashlib.sha256(b"sandtable dice\n" + host_key).hexdigest()


def dice_key(host_key: bytes, salts: list[str]) -> bytes:
    """The key that deals: the host's key mixed with a salt from each seat, so that no side chooses it alone."""
    return hashlib.blake2b(b"\n".join(salt.encode() for salt in salts), key=host_key, digest_size=32).digest()


def seed_key(seed: int | str) -> bytes:
    """A host key from a seed, for simulations and tests that must be repeatable."""
    return hashlib.sha256(f"sandtable seed {seed}".encode()).digest()
