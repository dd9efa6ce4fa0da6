"""Time and allocations by line inside compiled functions, in a recorded process: they stand among its facts."""

from __future__ import annotations

import os
from contextlib import ExitStack
from typing import Any

import numscope._core as _core
from numscope.compiled.numba.lines.allocations import Allocations
from numscope.compiled.numba.lines.answer import Line, allocating_lines, timed_lines
from numscope.compiled.numba.lines.objects import Objects
from numscope.compiled.numba.lines.sampling import Sampler
from numscope.errors import NumscopeError
from numscope.recording.reporting import tell
from numscope.startup.hook import when_imported

# Beyond these come lines that cost next to nothing.
_MOST_LINES = 200


class CompiledLines:
    """Measures this process from the moment it has imported Numba; children that it forks are not looked at.

    timed: samples the processor. allocating: counts allocations, which makes each take 33 ns longer.
    """

    def __init__(self, timed: bool, allocating: bool) -> None:
        self._pid = os.getpid()
        self._timed, self._allocating = timed, allocating
        self._measuring = ExitStack()
        self._sampler: Sampler | None = None
        self._allocations: Allocations | None = None
        when_imported("numba", self._begin)

    def _begin(self) -> None:
        _core.mute()  # what measures is compiled by Numba itself
        try:
            sampler = Sampler() if self._timed else None
            if self._allocating:
                self._allocations = self._measuring.enter_context(Allocations())
            if sampler is not None:
                known = self._allocations
                self._objects = known.objects if known else self._measuring.enter_context(Objects())
                self._sampler = self._measuring.enter_context(sampler)
        except NumscopeError as error:
            tell(str(error))
        finally:
            _core.unmute()

    def facts(self) -> dict[str, Any]:
        """Stop, and return the lines that took most time, and those that allocated most."""
        if os.getpid() != self._pid:
            return {}
        _core.mute()
        try:
            self._measuring.close()
            lines = [*self._timed_lines(), *self._allocating_lines()]
        finally:
            _core.unmute()
        return {"compiled_lines": [_row(line) for line in lines]} if lines else {}

    def _timed_lines(self) -> list[Line]:
        if self._sampler is None:
            return []
        found = timed_lines(self._sampler, self._objects.code()).lines
        return sorted(found, key=lambda line: -line.seconds)[:_MOST_LINES]

    def _allocating_lines(self) -> list[Line]:
        found = allocating_lines(self._allocations).lines if self._allocations is not None else []
        return sorted(found, key=lambda line: -line.allocated)[:_MOST_LINES]


def _row(line: Line) -> dict[str, Any]:
    costs = {"ns": int(line.seconds * 1e9), "allocations": line.allocations, "allocated": line.allocated}
    return {"file": line.file, "line": line.line, "function": line.function, **costs}
