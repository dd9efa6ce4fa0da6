"""Time by line inside compiled functions, in a process that is recorded: it stands among the facts of the process."""

from __future__ import annotations

import os
from typing import Any

import numscope._core as _core
from numscope.compiled.numba.lines.answer import timed_lines
from numscope.compiled.numba.lines.objects import Objects
from numscope.compiled.numba.lines.sampling import Sampler
from numscope.errors import NumscopeError
from numscope.recording.reporting import tell
from numscope.startup.hook import when_imported

# Beyond these come lines that took next to nothing.
_MOST_LINES = 200


class CompiledLines:
    """Samples this process from the moment it has imported Numba; children that it forks are not looked at."""

    def __init__(self) -> None:
        self._pid = os.getpid()
        self._objects: Objects | None = None
        self._sampler: Sampler | None = None
        when_imported("numba", self._begin)

    def _begin(self) -> None:
        _core.mute()  # the handler of the timer is compiled by Numba
        try:
            self._sampler = Sampler()
            self._objects = Objects().__enter__()
            self._sampler.__enter__()
        except NumscopeError as error:
            self._sampler = None
            tell(str(error))
        finally:
            _core.unmute()

    def facts(self) -> dict[str, Any]:
        """Stop, and return the lines that took most time."""
        if self._sampler is None or self._objects is None or os.getpid() != self._pid:
            return {}
        _core.mute()
        try:
            self._sampler.__exit__()
            found = timed_lines(self._sampler, self._objects.code())
        finally:
            self._objects.__exit__()
            _core.unmute()
        dearest = sorted(found.lines, key=lambda line: -line.seconds)[:_MOST_LINES]
        rows = [
            {"file": one.file, "line": one.line, "function": one.function, "ns": int(one.seconds * 1e9)}
            for one in dearest
        ]
        return {"compiled_lines": rows, "compiled_samples": found.samples}
