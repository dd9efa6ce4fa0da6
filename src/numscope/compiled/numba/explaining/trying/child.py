"""Try changes in child processes: one for all of them, another after each that crashes it or takes too long.

A child is a fork: Numba is loaded in it, and the arguments of the failing call are there as they are.
"""

from __future__ import annotations

import contextlib
import faulthandler
import os
import pickle
import select
import signal
import struct
import time
from collections.abc import Callable, Iterator
from typing import TypeAlias

from numscope.compiled.numba.explaining.failure import Failure
from numscope.compiled.numba.explaining.trying.attempt import (
    Inputs,
    Outcome,
    Verdict,
    attempt,
    inputs_of,
    python_run,
    python_verdict,
)
from numscope.compiled.numba.explaining.trying.change import Change

LONGEST_S = 20.0
_MORE_THAN_ENOUGH_S = 300
_LENGTH = struct.Struct("<I")

# What makes the changes to try, in the child: it may run the function as Python.
Proposing: TypeAlias = Callable[[Inputs | None], list[Change]]
# Without a change: of the function as it is, run as Python.
Tried: TypeAlias = tuple[Change | None, Verdict]


def can_try() -> bool:
    """Return whether this system can fork."""
    return hasattr(os, "fork")


def try_changes(failure: Failure, proposing: Proposing, budget_s: float) -> Iterator[Tried]:
    """Yield each change with its verdict until the budget is spent; one that crashed is then only compiled."""
    until = time.monotonic() + budget_s
    number, run = 0, True
    while time.monotonic() < until:
        with _Child(failure, proposing, number, run) as child:
            for tried in child.verdicts(until):
                yield tried
                number += tried[0] is not None
                child.alone_done = not run
            if child.ended:
                return
            number, run = _next(child, number, run)


def _next(child: _Child, number: int, run: bool) -> tuple[int, bool]:
    """Return which change the next child begins with, and whether it is to be run."""
    if child.alone_done:
        return number, True
    return (number, False) if run and child.crashed else (number + 1, True)


class _Child:
    """A fork that tries changes from a number on, or that one alone without running it."""

    def __init__(self, failure: Failure, proposing: Proposing, first: int, run: bool) -> None:
        self._reading, writing = os.pipe()
        self.alone_done = False
        self.crashed = False
        self.ended = False
        self._pid = os.fork()
        if self._pid == 0:
            try:
                os.close(self._reading)
                _work(writing, failure, proposing, first, run)
            finally:
                os._exit(0)
        os.close(writing)

    def __enter__(self) -> _Child:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._reading)
        with contextlib.suppress(ProcessLookupError):
            os.kill(self._pid, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):
            os.waitpid(self._pid, 0)

    def verdicts(self, until: float) -> Iterator[Tried]:
        """Yield what the child sends, until it says that it is through, ends without, or takes too long."""
        while True:
            limit = min(time.monotonic() + LONGEST_S, until)
            head = self._read(_LENGTH.size, limit)
            body = self._read(_LENGTH.unpack(head)[0], limit) if head else b""
            if not body:
                return
            tried = pickle.loads(body)
            if tried is None:
                self.ended = True
                return
            yield tried

    def _read(self, size: int, until: float) -> bytes:
        text = b""
        while len(text) < size:
            ready, _, _ = select.select([self._reading], [], [], max(0.0, until - time.monotonic()))
            piece = os.read(self._reading, size - len(text)) if ready else b""
            if not piece:
                self.crashed = bool(ready)
                return b""
            text += piece
        return text


def _work(writing: int, failure: Failure, proposing: Proposing, first: int, run: bool) -> None:
    """Try changes in this process, silently; it ends by itself should its parent be gone."""
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    faulthandler.disable()
    signal.alarm(_MORE_THAN_ENOUGH_S)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    inputs = inputs_of(failure)
    python = python_run(failure, inputs)
    without_numba = python_verdict(python)
    if without_numba is not None and first == 0 and run:
        _send(writing, (None, without_numba))
    changes = proposing(inputs)
    if without_numba is not None and without_numba.outcome is Outcome.PYTHON_FAILS:
        changes = [change for change in changes if change.by_rule]
    changes = changes[first:]
    works = False
    for change in changes if run else changes[:1]:
        if works and change.last_resort:  # the smallest part that is left to Python is known
            verdict = Verdict(Outcome.FAILED, "a smaller part works")
        else:
            verdict = attempt(failure, change, inputs, python, run)
        works = works or (change.last_resort and change.ran and verdict.agrees)
        _send(writing, (change, verdict))
    if run or not changes:
        _send(writing, None)


def _send(writing: int, tried: Tried | None) -> None:
    body = pickle.dumps(tried)
    os.write(writing, _LENGTH.pack(len(body)) + body)
