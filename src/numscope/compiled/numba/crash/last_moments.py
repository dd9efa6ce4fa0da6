"""The report on a death in compiled code out of what the process left: no second run of the program, no gdb.

The recorder writes the call that never ended with all its inputs. That function alone is run as Python on copies of
them: where Python says which index is wrong, and what its variables are there, the report can vouch for both.
"""

from __future__ import annotations

import linecache
import os
import shlex
import signal
from collections.abc import Iterator, Sequence
from pathlib import Path

from numscope.compiled.numba.crash.dying_call import Rerun, calls_before, dying_call, place_of, run_as_python
from numscope.compiled.numba.crash.fault_file import Frame, read_fault
from numscope.errors import TraceError
from numscope.trace import Operation, Trace
from numscope.trace.reader import open_trace
from numscope.user_code import is_user_file

_EARLIER_CALLS = 5
_LAST_OPERATIONS = 5


def last_moments(trace: Path, folder: str, number: int, words: Sequence[str]) -> str:
    """The report as text; empty if Numba had no part in the program. `folder`: where its processes left words."""
    found = [
        fault for path in sorted(Path(folder).glob("*.words")) if (fault := read_fault(path)) is not None
    ]
    if not found:
        return ""
    frames = found[0].frames
    place: str | None = None
    lines = [f"the program died of {signal.Signals(number).name}"]
    try:
        with open_trace(trace) as opened:
            place, about = _about_the_call(opened, number)
            lines += [*about]
            lines += _last_operations(opened)
    except TraceError as error:
        lines.append(f"  {error}")
    lines += _python_stack(frames)
    lines += _what_next(words, place)
    return "\n".join(lines)


def _about_the_call(trace: Trace, number: int) -> tuple[str | None, list[str]]:
    """Where to set a breakpoint, if that is known, and the lines on the call that died or spoilt memory."""
    dying = dying_call(trace)
    lines = []
    if dying is not None:
        lines += [f"  in {_named(dying)}, called at {dying.user_site or dying.site} with", *_given(dying)]
        rerun = run_as_python(dying, "fatal" if number == signal.SIGFPE else "")
        if rerun.event == "raised":
            return _breakpoint(dying, rerun), [*lines, *_found(dying, rerun)]
        if rerun.event == "impossible":
            lines.append(f"  It can't be run as Python by itself: {rerun.why}.")
        else:
            lines.append("  As Python, on the same inputs, it ends without an error.")
    for earlier in calls_before(trace, _EARLIER_CALLS):
        rerun = run_as_python(earlier)
        if rerun.event == "raised" and rerun.causes:
            lines.append(f"  An earlier call wrote or read outside an array, and ended: {_named(earlier)}")
            return _breakpoint(earlier, rerun), [*lines, *_found(earlier, rerun)]
    return None, lines


def _breakpoint(operation: Operation, rerun: Rerun) -> str | None:
    place = place_of(operation)
    return f"{_short(place[0])}:{rerun.line}" if place else None


def _named(operation: Operation) -> str:
    place = place_of(operation)
    where = f" ({_short(place[0])}:{place[1]})" if place else ""
    return f"{operation.name}{where}"


def _given(operation: Operation) -> Iterator[str]:
    for operand in (*operation.inputs, *operation.arguments):
        label = operand.name or f"argument {operand.position}"
        text = operand.describe()
        yield f"    {label}: {text.partition('=')[2] if operand.position is None else text}"


def _found(operation: Operation, rerun: Rerun) -> Iterator[str]:
    place = place_of(operation)
    file = place[0] if place else "?"
    for cause in rerun.causes:
        yield f"  probably: {cause}, line {rerun.line}"
    if not rerun.causes:
        yield f"  as Python it raises {rerun.error}, line {rerun.line}"
    yield f"  {_short(file)}:{rerun.line} in {rerun.function}, where as Python on the same inputs"
    yield f"    {rerun.line:>4} | {linecache.getline(file, rerun.line).strip()}"
    for name, text in (rerun.locals or {}).items():
        yield f"    {name} = {text}"


def _last_operations(trace: Trace) -> Iterator[str]:
    ids = trace.sql(
        "select id from operations where user_visible order by id desc limit ?", [_LAST_OPERATIONS]
    )["id"].to_pylist()
    if ids:
        yield "  the last operations:"
        for operation in (trace[number] for number in sorted(ids)):
            yield f"    {operation}"


def _python_stack(frames: Sequence[Frame]) -> Iterator[str]:
    users = [frame for frame in frames if is_user_file(frame.file)]
    if users:
        yield "  Python was at:"
        for frame in users:
            yield f"    {_short(frame.file)}:{frame.line} in {frame.function}"


def _what_next(words: Sequence[str], place: str | None) -> Iterator[str]:
    program = shlex.join(words)
    if words[0] in ("-m", "-c", "-"):
        return
    yield f"  the line and locals as they truly were: numscope run --crash-report {program}"
    stop = f"--break {shlex.quote(place)} " if place else ""
    yield f"  to look around: numscope debug {stop}{program}"


def _short(file: str) -> str:
    relative = os.path.relpath(file)
    return file if relative.startswith("..") else relative
