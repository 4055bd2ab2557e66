"""No piece of rules runs for ever: what takes too long in a thread is broken off there.

A made-up position, a content nobody has tried or a fault in a game may keep the rules busy without end. The thread in
which they run would be lost to everybody; so an exception is raised inside it.
"""

from __future__ import annotations

import ctypes
import sys
import threading
import time
from collections.abc import Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

LOOKS_EVERY = 0.25
AGAIN = 5.0
"""What goes on after it was broken off, because it caught the exception, is broken off again after so many seconds."""


class BrokenOff(BaseException):
    """Work that was broken off from outside: no error of what was at work, so whoever catches those does not catch it.

    Else a journal that is played through would take it for a rule that forbids the answer it was at.
    """


class TooLong(BrokenOff):
    """The rules took longer than they may; nothing has changed."""

    def __init__(self) -> None:
        super().__init__("the rules took too long over this")


class Stopped(BrokenOff):
    """The server stops, and nobody waits for this any more; nothing has changed."""


class Work:
    """What runs in a thread, and until when it may."""

    __slots__ = ("thread", "until")

    def __init__(self, seconds: float) -> None:
        self.thread = threading.get_ident()
        self.until = time.monotonic() + seconds


class Deadlines:
    """Watches over what runs in threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._works: dict[int, Work] = {}
        self._closed = threading.Event()
        self._stopping = False
        self._watcher: threading.Thread | None = None

    def run(self, seconds: float, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Does the work in this thread; TooLong if it takes more than so many seconds, Stopped if all is to stop."""
        mine = Work(seconds)
        with self._lock:
            if self._stopping:
                raise Stopped
            self._works[mine.thread] = mine
            if self._watcher is None:
                self._watcher = threading.Thread(target=self._watch, name="patience", daemon=True)
                self._watcher.start()
        try:
            return work(*args, **kwargs)
        finally:
            self._end(mine)

    def _end(self, work: Work) -> None:
        while True:
            try:
                with self._lock:
                    self._works.pop(work.thread, None)
                    _interrupt(work.thread, None)  # one that was on its way is too late
                return
            except BrokenOff:
                continue

    def stop(self) -> None:
        """Breaks off all that runs, and whatever would begin now."""
        with self._lock:
            self._stopping = True
            for work in self._works.values():
                work.until = time.monotonic() + LOOKS_EVERY
                _interrupt(work.thread, Stopped)

    def close(self) -> None:
        """Nobody watches any more; all work has ended or been left to itself."""
        self._closed.set()

    def _watch(self) -> None:
        while not self._closed.wait(LOOKS_EVERY):
            now = time.monotonic()
            with self._lock:
                for work in self._works.values():
                    if work.until < now:
                        work.until = now + (LOOKS_EVERY if self._stopping else AGAIN)
                        _interrupt(work.thread, Stopped if self._stopping else TooLong)


def _interrupt(thread: int, error: type[BrokenOff] | None) -> None:
    """Raises an error in another thread at its next step; None takes back one that has not been raised yet."""
    told = ctypes.py_object(error) if error is not None else None
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), told)


def overlooking_breaks(told: Callable[[sys.UnraisableHookArgs], object]) -> Callable[[sys.UnraisableHookArgs], object]:
    """A hook for errors nobody can catch, without ours: one raised while Python clears up is lost, and raised again."""

    def hook(lost: sys.UnraisableHookArgs) -> None:
        if not issubclass(lost.exc_type, BrokenOff):
            told(lost)

    return hook
