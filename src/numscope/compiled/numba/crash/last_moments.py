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

from numscope.compiled.numba.crash.called_functions import called_functions
from numscope.compiled.numba.crash.dying_call import (
    Outside,
    Rerun,
    calls_before,
    dying_call,
    outsides,
    place_of,
    run_as_python,
    unfinished_calls,
)
from numscope.compiled.numba.crash.fault_file import Frame, read_fault
from numscope.errors import TraceError
from numscope.trace import Operation, Trace
from numscope.trace.reader import open_trace
from numscope.user_code import is_user_file

_EARLIER_CALLS = 200
_LAST_OPERATIONS = 5


def last_moments(trace: Path, folder: str, number: int, words: Sequence[str]) -> str:
    """The report as text; empty if Numba had no part in the program. `folder`: where its processes left words."""
    found = [
        fault for path in sorted(Path(folder).glob("*.words")) if (fault := read_fault(path)) is not None
    ]
    # What eats the heap may leave no words: then the trace alone says what it was.
    frames = found[0].frames if found else []
    place: str | None = None
    lines = [f"the program died of {signal.Signals(number).name}"]
    try:
        with open_trace(trace) as opened:
            if not found and not _has_part(opened):
                return ""
            place, about = _about_the_call(opened, number, frames)
            lines += [*about]
            lines += _last_operations(opened)
    except TraceError as error:
        lines.append(f"  {error}")
    lines += _python_stack(frames)
    lines += _what_next(words, place)
    return "\n".join(lines)


def _has_part(trace: Trace) -> bool:
    """Return whether Numba had a part in a program that left no words when it died."""
    return (
        bool(calls_before(trace, 1)) or dying_call(trace) is not None or _unfinished_place(trace) is not None
    )


def _unfinished_place(trace: Trace) -> tuple[str, int] | None:
    """Return the line of a call that never ended, if a compiled function is called there."""
    places = [place for call in unfinished_calls(trace) if (place := _line_of(call)) is not None]
    return next((place for place in places if any(called_functions(*place))), None)


def _line_of(call: Operation) -> tuple[str, int] | None:
    site = call.user_site or call.site
    return None if site is None else site.place


def _about_the_call(trace: Trace, number: int, frames: Sequence[Frame]) -> tuple[str | None, list[str]]:
    """Where to set a breakpoint, if that is known, and the lines on the call that died or spoilt memory."""
    dying = dying_call(trace)
    if dying is None:
        stop, lines = _by_source(trace, frames)
    else:
        stop, lines = _dying(dying, number)
    if stop is not None:
        return stop, lines
    earlier = ([dying] if dying is not None else []) + calls_before(trace, _EARLIER_CALLS)
    found = outsides(_distinct(earlier))
    if not found:
        return None, lines
    if found[0].operation is not dying:
        lines.append(
            f"  An earlier call wrote or read outside an array, and ended: {_named(found[0].operation)}"
        )
    stop, lines = _outside(found[0], lines)
    others = [
        f"  So did a call of {_named(other.operation)}: {other.text}, line {other.line}"
        for other in found[1:]
    ]
    return stop, [*lines, *others]


def _dying(dying: Operation, number: int) -> tuple[str | None, list[str]]:
    lines = [f"  in {_named(dying)}, called at {dying.user_site or dying.site} with", *_given(dying)]
    rerun = run_as_python(dying, "fatal" if number == signal.SIGFPE else "")
    if rerun.event == "raised":
        return _breakpoint(place_of(dying), rerun), [*lines, *_found(place_of(dying), rerun)]
    if rerun.event == "impossible":
        lines.append(f"  It can't be run as Python by itself: {rerun.why}.")
    else:
        lines.append("  As Python, on the same inputs, it ends without an error.")
    return None, lines


def _by_source(trace: Trace, frames: Sequence[Frame]) -> tuple[str | None, list[str]]:
    """What the line that Python was at calls, where the trace has no call of a compiled function that never ended."""
    users = ((frame.file, frame.line) for frame in frames if is_user_file(frame.file))
    at = next(users, None) or _unfinished_place(trace)
    function = next(called_functions(*at), None) if at is not None else None
    if at is None or function is None:
        return None, []
    place = (function.file, function.line)
    line = f"  in {function.name} ({_short(place[0])}:{place[1]}), called at {_short(at[0])}:{at[1]}"
    # What calls a cfunc may be recorded (SciPy's quad), the call of the cfunc itself never is.
    if function.decorator == "cfunc":
        return None, [f"{line}; what it was given is not recorded of a cfunc"]
    call = next((call for call in unfinished_calls(trace) if _line_of(call) == at), None)
    if call is None:
        return None, [f"{line}; that call had ended"]
    rerun = run_as_python(call, place=place)
    lines = [f"{line} with", *_given(call)]
    if rerun.event != "raised":
        return None, lines
    return _breakpoint(place, rerun), [*lines, *_found(place, rerun)]


def _outside(outside: Outside, lines: list[str]) -> tuple[str, list[str]]:
    """Add what a bounds check found, with Python's values where Python comes as far."""
    place = place_of(outside.operation)
    rerun = run_as_python(outside.operation)
    if rerun.event == "raised" and rerun.causes:
        return _breakpoint(place, rerun) or "", [*lines, *_found(place, rerun)]
    file = place[0] if place else "?"
    lines += [f"  with bounds checks: {outside.text}, line {outside.line}"]
    lines += [f"    {outside.line:>4} | {linecache.getline(file, outside.line).strip()}"]
    return f"{_short(file)}:{outside.line}", lines


def _distinct(calls: Sequence[Operation]) -> list[Operation]:
    """Return calls that differ in function or inputs, in their order."""
    return list({(call.name, *_given(call)): call for call in reversed(calls)}.values())[::-1]


def _breakpoint(place: tuple[str, int] | None, rerun: Rerun) -> str | None:
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


def _found(place: tuple[str, int] | None, rerun: Rerun) -> Iterator[str]:
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
    ids = trace.ask(
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
