"""Add up samples by line, and set them and the lines that ran beside the source."""

from __future__ import annotations

import linecache
import os
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from numscope.compiled.numba.debugger.breakpoints import function_at
from numscope.compiled.numba.lines.allocations import Allocations
from numscope.compiled.numba.lines.objects import Code
from numscope.compiled.numba.lines.ran import RanLines
from numscope.compiled.numba.lines.sampling import Sampler
from numscope.errors import NumscopeError
from numscope.views.values import short_size


@dataclass(frozen=True)
class Line:
    """One line of compiled code.

    seconds: processor time, of which `called` in functions of libraries that it calls. ran: None where it was not
    asked. allocations: how many times it asked for memory, `allocated` bytes in all.
    """

    file: str
    line: int
    function: str
    seconds: float = 0.0
    called: float = 0.0
    ran: bool | None = None
    allocations: int = 0
    allocated: int = 0

    @property
    def source(self) -> str:
        """The text of the line."""
        return linecache.getline(self.file, self.line).rstrip()


@dataclass(frozen=True)
class Lines:
    """Lines by file and number; seconds of processor time of the whole program (None: not measured), and samples.

    elsewhere: allocations and bytes that belong to no line (None: not counted).
    """

    lines: list[Line]
    seconds: float | None = None
    samples: int = 0
    elsewhere: tuple[int, int] | None = None

    def as_json(self) -> dict[str, Any]:
        """Return the answer as plain values."""
        rows = [{**vars(line), "source": line.source} for line in self.lines]
        return {
            "seconds": self.seconds,
            "samples": self.samples,
            "elsewhere": self.elsewhere,
            "lines": rows,
        }


def timed_lines(sampler: Sampler, code: Code) -> Lines:
    """Return the processor time of every line of `code`."""
    samples = sampler.samples()
    places = code.places(samples[:, 0].copy())
    outside = [row for row, place in enumerate(places) if place is None]
    own = Counter(place for place in places if place is not None)
    called = Counter(place for place in code.callers(samples[outside, 1:]) if place is not None)
    unit = sampler.seconds / max(len(samples), 1)
    lines = [
        Line(*place, _function(*place), (own[place] + called[place]) * unit, called[place] * unit)
        for place in _ordered(own.keys() | called.keys())
    ]
    return Lines(lines, sampler.seconds, len(samples))


def covered_lines(ran: RanLines) -> Lines:
    """Return every line that was compiled, and whether it ran."""
    done = ran.ran
    return Lines([Line(*place, _function(*place), ran=place in done) for place in _ordered(ran.compiled)])


def allocating_lines(allocations: Allocations) -> Lines:
    """Return every line that allocated memory, with how often and how much."""
    found = allocations.by_line
    lines = [
        Line(*place, _function(*place), allocations=found[place][0], allocated=found[place][1])
        for place in _ordered(found)
    ]
    return Lines(lines, elsewhere=allocations.elsewhere)


def write_coverage(lines: Lines, path: str) -> None:
    """Write the lines that ran as a data file of coverage.py, which `coverage combine` adds to others.

    Raises `NumscopeError` where coverage.py is not installed.
    """
    try:
        from coverage import CoverageData
    except ImportError:
        raise NumscopeError("coverage.py is needed to write its file: pip install coverage") from None
    data = CoverageData(basename=path)
    data.erase()
    found: dict[str, list[int]] = {}
    for line in lines.lines:
        if line.ran:
            found.setdefault(os.path.abspath(line.file), []).append(line.line)
    data.add_lines(found)
    data.write()


def as_text(answer: Lines, limit: int) -> str:
    """Return the answer for a terminal: whole functions for coverage, the dearest lines for time and memory."""
    if answer.elsewhere is not None:
        return "\n".join(_allocating_text(answer.lines, answer.elsewhere, limit))
    if answer.seconds is None:
        return "\n".join(_covered_text(answer.lines))
    inside = sum(line.seconds for line in answer.lines)
    head = f"{inside:.2f} s of {answer.seconds:.2f} s of processor time in compiled code ({answer.samples} samples)"
    dearest = sorted(answer.lines, key=lambda line: -line.seconds)[:limit]
    rows = [
        f"{100 * line.seconds / inside:5.1f} % {line.seconds:8.3f} s  {_place(line)}  {line.source.strip()}"
        + (f"  ({line.called:.3f} s of it in what it calls)" if line.called else "")
        for line in dearest
    ]
    return "\n".join([head, *rows])


def _allocating_text(lines: list[Line], elsewhere: tuple[int, int], limit: int) -> Iterable[str]:
    times, allocated = sum(line.allocations for line in lines), sum(line.allocated for line in lines)
    yield f"{times:,} allocations of {short_size(allocated)} in all in compiled code"
    if elsewhere[0]:
        yield f"and {elsewhere[0]:,} of {short_size(elsewhere[1])} inside Numba's functions, of lines not known"
    for line in sorted(lines, key=lambda line: -line.allocated)[:limit]:
        share = 100 * line.allocated / max(allocated, 1)
        much = f"{share:5.1f} % {short_size(line.allocated):>9} {line.allocations:>11,} x"
        yield f"{much}  {_place(line)}  {line.source.strip()}"


def _covered_text(lines: list[Line]) -> Iterable[str]:
    shown = None
    for line in lines:
        if (line.file, line.function) != shown:
            shown = (line.file, line.function)
            same = [other for other in lines if (other.file, other.function) == shown]
            yield f"{_relative(line.file)}: {line.function}: {sum(bool(o.ran) for o in same)} of {len(same)} lines ran"
        yield f"{'  ' if line.ran else '! '}{line.line:5d} | {line.source}"


def _place(line: Line) -> str:
    return f"{_relative(line.file)}:{line.line} in {line.function}"


def _relative(file: str) -> str:
    relative = os.path.relpath(file)
    return file if relative.startswith("..") else relative


def _ordered(places: Iterable[tuple[str, int]]) -> list[tuple[str, int]]:
    return sorted(places)


def _function(file: str, line: int) -> str:
    code = function_at(file, line) if os.path.exists(file) else None
    return code.co_name if code is not None else "?"
