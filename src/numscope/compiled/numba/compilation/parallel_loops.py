"""What became of the parallel loops of a function: which run in parallel, which were fused, which run inside others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

PARALLEL, FUSED, SERIAL = "parallel", "fused", "serial"


@dataclass(frozen=True)
class ParallelLoop:
    """One loop that Numba found to be parallel, by Numba's own number.

    fate: `parallel`, `fused` into the loop `host`, or `serial`, inside the loop `host`. kind: prange, or the array
    operation that it is. hoisted: what Numba moved out of the loop.
    """

    number: int
    line: int | None
    kind: str
    fate: str
    host: int | None
    hoisted: int = 0

    def __str__(self) -> str:
        words = {
            PARALLEL: "runs in parallel",
            FUSED: f"fused into loop #{self.host}",
            SERIAL: f"serial, inside loop #{self.host}",
        }[self.fate]
        hoisted = (
            f", {self.hoisted} instruction{'' if self.hoisted == 1 else 's'} moved out of it"
            if self.hoisted
            else ""
        )
        line = "" if self.line is None else f", line {self.line}"
        return f"loop #{self.number}{line}, {self.kind}: {words}{hoisted}"


def parallel_loops(result: Any, file: str) -> list[ParallelLoop]:
    """The loops of one compilation of a function in `file`, by line; empty where nothing was to be parallel."""
    diagnostics = (result.metadata or {}).get("parfor_diagnostics")
    loops = getattr(diagnostics, "initial_parfors", None)
    if diagnostics is None or not loops:
        return []
    fused = {other: host for host, others in diagnostics.fusion_info.items() for other in others}
    nested = {other: host for host, others in diagnostics.nested_fusion_info.items() for other in others}
    found = []
    for loop in loops:
        fate, host = PARALLEL, None
        if loop.id in fused:
            fate, host = FUSED, fused[loop.id]
            while host in fused:
                host = fused[host]
        elif loop.id in nested:
            fate, host = SERIAL, nested[loop.id]
        hoisted = len(diagnostics.hoist_info.get(loop.id, {}).get("hoisted", ()))
        found.append(ParallelLoop(loop.id, _line(loop, file), _kind(loop), fate, host, hoisted))
    return sorted(found, key=lambda loop: (loop.line or 1 << 30, loop.number))


def _line(loop: Any, file: str) -> int | None:
    """The user's line: of a loop inside Numba's own code that of the call that led there, where it is known."""
    if loop.loc.filename == file:
        return int(loop.loc.line)
    for pattern in loop.patterns:
        for part in _flat(pattern):
            if getattr(part, "filename", None) == file:
                return int(part.line)
    return None


def _flat(pattern: Any) -> Iterator[Any]:
    if isinstance(pattern, tuple):
        for part in pattern:
            yield from _flat(part)
    else:
        yield pattern


def _kind(loop: Any) -> str:
    """`prange`, `np.zeros`, `array expression`: what the loop was in the source."""
    parts = list(_flat(loop.patterns[0])) if loop.patterns else []
    words = [part for part in parts if isinstance(part, str)]
    if words[:2] == ["prange", "user"]:
        return "prange"
    if words[-1:] == ["numpy"] and len(words) > 1:
        return f"np.{words[-2]}"
    if words and words[0].endswith(" function"):
        return f"np.{words[0].removesuffix(' function')}"
    if words and words[0].startswith("array expression"):
        return "array expression"
    return "a loop of Numba's own"
