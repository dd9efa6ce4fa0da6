"""What is asked of one call of a compiled function, and what was found."""

from __future__ import annotations

import ast
import copy
import traceback
from typing import Any

from numscope.compiled.numba.checking.bounds import BoundsError, loud_bounds
from numscope.compiled.numba.checking.divergence import first_divergence, serial_clone
from numscope.compiled.numba.checking.finding import Call, Finding
from numscope.compiled.numba.checking.garbage import garbage_read
from numscope.compiled.numba.checking.interpretation import PythonRun, run_as_python
from numscope.compiled.numba.checking.shadow import races
from numscope.compiled.numba.checking.shared_scalars import shared_scalars
from numscope.compiled.numba.checking.shared_writes import SharedWrite, shared_writes
from numscope.compiled.numba.checking.stale_cache import stale_callee
from numscope.compiled.numba.checking.thread_counts import differs_by_threads
from numscope.compiled.numba.checking.tolerance import tolerance_of
from numscope.compiled.numba.checking.values import Tolerance, difference
from numscope.compiled.numba.checking.wraparound import wraps
from numscope.compiled.numba.crash.index_errors import index_errors
from numscope.compiled.numba.explaining.source import Source

TOLERANCE = 4


def check(call: Call, units: int = TOLERANCE) -> list[Finding]:
    """Everything that is wrong with one call; an empty list when compiled code and Python agree.

    units: in the last place, that a number may differ by which is no sum.
    """
    findings = out_of_bounds(call)
    if findings:
        # The rest would run the same wild access again, in the same process.
        return findings
    if call.options.get("parallel"):
        findings += in_parallel(call)
    for garbage in garbage_read(call.dispatcher, call.arguments):
        findings.append(call.finding("uninitialised", str(garbage), garbage.line))
    tolerance = tolerance_of(call, units)
    if not any(not finding.note for finding in findings):
        findings += against_python(call, tolerance)
    if call.options.get("parallel") and not any(finding.kind == "race" for finding in findings):
        findings += [_not_shown(call, write) for write in shared_scalars(call.dispatcher.py_func)]
    return findings + fastmath(call, tolerance)


def in_parallel(call: Call) -> list[Finding]:
    """Races seen on this input, those that only the source shows, and results that differ by threads."""
    findings = [
        call.finding("race", str(race), race.line, race.file)
        for race in races(call.dispatcher, call.arguments)
    ]
    seen = {finding.line for finding in findings}
    for write in shared_writes(call.dispatcher.py_func):
        # Of a loop that was caught its other lines say nothing new.
        if seen or write.line in seen:
            continue
        findings.append(_not_shown(call, write))
    said = None
    if not seen:
        said = differs_by_threads(call.dispatcher, call.arguments)
    return findings + ([call.finding("threads", said)] if said else [])


def _not_shown(call: Call, write: SharedWrite) -> Finding:
    sentence = f"{write.sentence} (did not show on these inputs)"
    return call.finding("race", sentence, write.line, note=not write.certain)


def out_of_bounds(call: Call) -> list[Finding]:
    """Run a copy with bounds checks on, in one thread: errors inside prange are silent otherwise."""
    with loud_bounds():
        clone = serial_clone(call.dispatcher, boundscheck=True)
        try:
            clone(*copy.deepcopy(call.arguments))
        except IndexError as error:
            found = BoundsError.read(error)
            if found is not None and call.error is None:
                return [call.finding("out-of-bounds", _index_error(call, found), found.line, found.file)]
        except Exception:  # noqa: BLE001 - the program has met this error itself
            return []
    return []


def _index_error(call: Call, found: BoundsError) -> str:
    """The access in words, with the array's name where Python on the same inputs meets it too."""
    error = run_as_python(call.dispatcher.py_func, call.arguments).error
    traceback_ = error.__traceback__ if isinstance(error, IndexError) else None
    while traceback_ is not None:
        frame = traceback_.tb_frame
        if (frame.f_code.co_filename, traceback_.tb_lineno) == (found.file, found.line):
            named = list(index_errors(found.file, traceback_.tb_lineno, frame.f_locals))
            if named:
                return named[0]
        traceback_ = traceback_.tb_next
    return found.sentence


def against_python(call: Call, tolerance: Tolerance) -> list[Finding]:
    """Compare the result, the error and the arguments afterwards with Python's."""
    python = run_as_python(call.dispatcher.py_func, call.arguments)
    said = _difference(call, python, tolerance)
    if said is None:
        return [
            call.finding("overflow", str(wrap), wrap.line) for wrap in wraps(call.dispatcher, call.arguments)
        ]
    cause = _cause(call, python, said, tolerance)
    if cause is not None:
        return [cause]
    if isinstance(python.error, OverflowError) and call.error is None:
        line = _raised_on(python.error, call.dispatcher.py_func)
        return [call.finding("overflow", f"{said}; a compiled integer wraps around at 64 bits", line)]
    first = first_divergence(call.dispatcher, call.arguments, tolerance)
    if first is None:
        line = _only_return(call.dispatcher.py_func)
        return [call.finding("differs", f"{said}; no assignment of a number differs before that", line)]
    kind, why = "differs", ""
    if first.overflowed:
        kind, why = "overflow", "; a compiled integer wraps around at 64 bits"
    return [call.finding(kind, f"{said}; they part at {first}{why}", first.line)]


def _cause(call: Call, python: PythonRun, said: str, tolerance: Tolerance) -> Finding | None:
    """A finding that names why compiled code and Python differ, where that is not in the arithmetic."""
    stale = stale_callee(call.dispatcher)
    if stale and python.error is None:
        fresh = serial_clone(call.dispatcher)(*copy.deepcopy(call.arguments))
        if difference(fresh, python.result, tolerance) is None:
            return call.finding("stale-cache", f"{said}; {stale}")
    if call.options.get("parallel"):
        for write in shared_scalars(call.dispatcher.py_func):
            return call.finding("race", f"{said}; {write.sentence}", write.line)
    return None


def _difference(call: Call, python: PythonRun, tolerance: Tolerance) -> str | None:
    if (call.error is None) != (python.error is None):
        return f"compiled {_ended(call.error)}, Python {_ended(python.error)}"
    if call.error is not None:
        same = type(call.error) is type(python.error)
        return None if same else f"compiled {_ended(call.error)}, Python {_ended(python.error)}"
    text = difference(call.result, python.result, tolerance)
    if text:
        return f"the results differ: {text}"
    names = call.dispatcher.py_func.__code__.co_varnames
    for name, mine, theirs in zip(names, call.after, python.arguments, strict=False):
        text = difference(mine, theirs, tolerance)
        if text:
            return f"argument `{name}` is left different: {text}"
    return None


def _raised_on(error: Exception, function: Any) -> int | None:
    """The last line of `function` on the error's way."""
    lines = [
        frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.name == function.__name__
    ]
    return lines[-1] if lines else None


def _only_return(function: Any) -> int | None:
    """The line of the function's return, if it has one only."""
    source = Source.of(function.__code__.co_filename)
    definition = source.function(function.__name__, function.__code__.co_firstlineno + 1)
    returns = [] if definition is None else [n for n in ast.walk(definition) if isinstance(n, ast.Return)]
    return returns[0].lineno if len(returns) == 1 else None


def _ended(error: Exception | None) -> str:
    return "returns" if error is None else f"raises {type(error).__name__}: {error}"


def fastmath(call: Call, tolerance: Tolerance) -> list[Finding]:
    """With fastmath: the same function without it."""
    if not call.options.get("fastmath") or call.error is not None:
        return []
    strict = serial_clone(call.dispatcher, fastmath=False)
    text = difference(call.result, strict(*copy.deepcopy(call.arguments)), tolerance)
    if text is None:
        return []
    return [call.finding("fastmath", f"fastmath changes the result: {text.replace('Python', 'without it')}")]
