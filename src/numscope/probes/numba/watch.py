"""Puts the hooks in Numba's types once the program has imported it, and takes them away."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numscope._core as _core
from numscope.probes.numba import adapter
from numscope.probes.numba.names import name_of, traits_of
from numscope.probes.numba.outcomes import CompileClock, Outcomes
from numscope.startup.hook import cancel, when_imported


class _Installation:
    """There is one in a process: the hooks sit in Numba's own types."""

    def __init__(self) -> None:
        self._clock: CompileClock | None = None
        self._end: Callable[[], None] | None = None
        self.refusals: list[str] = []

    def install(self) -> None:
        # Each type by itself: NumPy, and with it the recording, may begin in the middle of Numba's import.
        for kind in adapter.COMPILED:
            when_imported(kind.module, partial(self._watch, kind))

    def _watch(self, kind: adapter.Compiled) -> None:
        if self._clock is None:
            self._clock = CompileClock(_core.mute, _core.unmute)
            self._end = adapter.listen(self._clock.on_start, self._clock.on_end)
        answer = _core.watch_calls(
            kind.type(), partial(_name, kind), Outcomes(kind, self._clock), kind.versions
        )
        if answer:
            self.refusals.append(f"{kind.module}.{kind.name} {answer}")

    def remove(self) -> None:
        for kind in adapter.COMPILED:
            cancel(kind.module)
        if self._end is not None:
            self._end()
        self._clock = self._end = None
        self.refusals.clear()


def _name(kind: adapter.Compiled, function: Any, arguments: tuple[Any, ...]) -> tuple[str, bool, str | None]:
    """Return what a function is called that the core meets, whose traits are known from now on."""
    named = name_of(function, arguments)
    traits = traits_of(function, kind)
    if traits:
        _core.know_traits({named[0]: int(traits)})
    return named


_installation = _Installation()


def install() -> None:
    """Record the calls of what Numba compiles, as soon as the parts of it that hold these types are loaded."""
    _installation.install()


def remove() -> None:
    """Forget about Numba. The pointers themselves are put back by the core's `unwatch_all`."""
    _installation.remove()


def refusals() -> list[str]:
    """What could not be watched, and why."""
    return list(_installation.refusals)
