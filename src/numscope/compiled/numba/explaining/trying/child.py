"""Try changes in child processes: one for all of them, another after each that crashes it or takes too long.

A child is a fork: Numba is loaded in it, and the arguments of the failing call are there as they are. Its time is
processor time, so a busy machine loses no answer; a limit of real time, ten times as long, ends what sleeps.
"""

from __future__ import annotations

import contextlib
import dataclasses
import faulthandler
import math
import os
import pickle
import select
import signal
import struct
import time
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
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
REAL_TIME = 10.0
_RESERVED = (
    0.25  # The share of the time that is left to last resorts: one that works compiles in less than a second.
)
_LENGTH = struct.Struct("<I")
_AT_LEAST_S = 0.05  # A fork alone takes that.

# What makes the changes to try, in the child: it may run the function as Python.
Proposing: TypeAlias = Callable[[Inputs | None], list[Change]]
# What a child sends: as `Tried`, with its own processor time.
_Sent: TypeAlias = tuple[Change | None, Verdict | None, float]


@dataclass(frozen=True)
class Tried:
    """A change with its verdict; without a change that of the function as it is, None if it can't be run as Python.

    seconds: processor time of all children up to then.
    """

    change: Change | None
    verdict: Verdict | None
    seconds: float


def can_try() -> bool:
    """Return whether this system can fork."""
    return hasattr(os, "fork")


def try_changes(failure: Failure, proposing: Proposing, budget_s: float) -> Generator[Tried, None, None]:
    """Yield each change with its verdict until the budget is spent; one that crashed is then only compiled.

    budget_s: seconds of processor time.
    """
    until = time.monotonic() + budget_s * REAL_TIME
    spent = 0.0
    task = _Task(0, budget_s, budget_s * _RESERVED)
    while task.seconds > _AT_LEAST_S and time.monotonic() < until:
        done = 0
        with _Child(failure, proposing, task) as child:
            for change, verdict, seconds in child.verdicts(until):
                yield Tried(change, verdict, spent + seconds)
                done += change is not None
        if child.ended or (child.silent and not task.python):
            return
        spent += child.spent
        task = _next(
            child, dataclasses.replace(task, first=task.first + done, seconds=budget_s - spent), done
        )


def _next(child: _Child, task: _Task, done: int) -> _Task:
    """Return what the next child does after one that ended early at the first change of `task`, after so many."""
    if child.silent and task.python:
        return dataclasses.replace(task, python=False)
    if task.alone and done:
        return dataclasses.replace(task, alone=False)
    if child.crashed and task.python and not task.alone:
        return dataclasses.replace(task, alone=True)
    return dataclasses.replace(task, first=task.first + 1, alone=False)


@dataclass(frozen=True)
class _Task:
    """Try changes from number `first` on, for so much processor time.

    reserved: how much of it is for last resorts. python: whether to run the function as Python; without that the
    changes are only compiled, as there is nothing to compare. alone: only compile the first of them, and try no other.
    """

    first: int
    seconds: float
    reserved: float
    python: bool = True
    alone: bool = False

    @property
    def not_run(self) -> str:
        """Why changes are only compiled; "": they run."""
        if self.alone:
            return "running it ended the process that tried it"
        return "" if self.python else "as Python the function takes too long, or ends its process"


class _Child:
    """A fork that does one task.

    silent: whether it sent nothing, so Python's run did not come to an end. spent, crashed: known after the `with`
    block; the second is whether it ended by something else than its time.
    """

    def __init__(self, failure: Failure, proposing: Proposing, task: _Task) -> None:
        self._reading, writing = os.pipe()
        self.silent = True
        self.crashed = False
        self.ended = False
        self.spent = 0.0
        self._in_time = True
        self._pid = os.fork()
        if self._pid == 0:
            try:
                os.close(self._reading)
                _work(writing, failure, proposing, task)
            finally:
                os._exit(0)
        os.close(writing)

    def __enter__(self) -> _Child:
        return self

    def __exit__(self, *error: object) -> None:
        os.close(self._reading)
        with contextlib.suppress(ProcessLookupError):
            os.kill(self._pid, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):
            _, status, usage = os.wait4(self._pid, 0)
            self.spent = usage.ru_utime + usage.ru_stime
            time_is_over = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGPROF
            self.crashed = self._in_time and not time_is_over

    def verdicts(self, until: float) -> Iterator[_Sent]:
        """Yield what the child sends, until it says that it is through, ends without, or takes too long."""
        while True:
            limit = min(time.monotonic() + LONGEST_S * REAL_TIME, until)
            head = self._read(_LENGTH.size, limit)
            body = self._read(_LENGTH.unpack(head)[0], limit) if head else b""
            if not body:
                return
            sent = pickle.loads(body)
            if sent is None:
                self.ended = True
                return
            self.silent = False
            yield sent

    def _read(self, size: int, until: float) -> bytes:
        text = b""
        while len(text) < size:
            ready, _, _ = select.select([self._reading], [], [], max(0.0, until - time.monotonic()))
            piece = os.read(self._reading, size - len(text)) if ready else b""
            if not piece:
                self._in_time = bool(ready)
                return b""
            text += piece
        return text


def _work(writing: int, failure: Failure, proposing: Proposing, task: _Task) -> None:
    """Try changes in this process, silently; it ends by itself should its parent be gone."""
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    faulthandler.disable()
    signal.alarm(math.ceil(task.seconds * REAL_TIME) + 1)
    _limit(task.seconds / 2 if task.python and task.first == 0 else task.seconds)

    def send(change: Change | None, verdict: Verdict | None) -> None:
        _send(writing, (change, verdict, time.process_time()))

    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    inputs = inputs_of(failure)
    python = python_run(failure, inputs) if task.python else None
    without_numba = python_verdict(python)
    changes = proposing(inputs if task.python else None)
    if without_numba is not None and without_numba.outcome is Outcome.PYTHON_FAILS:
        changes = [change for change in changes if change.by_rule]
    send(None, without_numba)
    changes = changes[task.first :]
    works = False
    for change in changes[:1] if task.alone else changes:
        left = task.seconds - time.process_time() - (0 if change.last_resort else task.reserved)
        _limit(max(left, 0) + _AT_LEAST_S)
        if works and change.last_resort:
            verdict = Verdict(Outcome.NOT_TRIED, "a smaller part works")
        elif left <= 0:
            verdict = Verdict(Outcome.NOT_TRIED, "no time is left")
        else:
            verdict = attempt(failure, change, inputs, python, task.not_run)
        works = works or (change.last_resort and change.ran and verdict.agrees)
        send(change, verdict)
    if not task.alone or not changes:
        _send(writing, None)


def _send(writing: int, sent: _Sent | None) -> None:
    body = pickle.dumps(sent)
    os.write(writing, _LENGTH.pack(len(body)) + body)


def _limit(seconds: float) -> None:
    """Let the system end this process after so much processor time from now on."""
    signal.setitimer(signal.ITIMER_PROF, min(LONGEST_S, seconds))
