"""What is asked of one call of a compiled function, and what was found."""

from __future__ import annotations

import copy
import os
import traceback
from dataclasses import dataclass
from typing import Any

from numscope.compiled.numba.checking.as_python import PythonRun, run_as_python
from numscope.compiled.numba.checking.bounds import BoundsError, loud_bounds
from numscope.compiled.numba.checking.divergence import first_divergence, serial_clone
from numscope.compiled.numba.checking.shadow import races, reads_garbage
from numscope.compiled.numba.checking.thread_counts import differs_by_threads
from numscope.compiled.numba.checking.values import difference

TOLERANCE = 4


@dataclass(frozen=True)
class Finding:
    """Something wrong with a call: a short kind, the function, where, and one sentence."""

    kind: str
    function: str
    file: str
    line: int
    sentence: str

    def as_json(self) -> dict[str, Any]:
        """The finding as plain values."""
        return dict(vars(self))

    def __str__(self) -> str:
        relative = os.path.relpath(self.file)
        where = self.file if relative.startswith("..") else relative
        return f"{where}:{self.line} in {self.function}: {self.sentence}"


@dataclass(frozen=True)
class Call:
    """One call as it was made: the function, copies of its arguments from before, the result, them after."""

    dispatcher: Any
    arguments: tuple[Any, ...]
    result: Any
    after: tuple[Any, ...]
    error: Exception | None = None

    def finding(self, kind: str, sentence: str, line: int | None = None) -> Finding:
        """A finding about this call."""
        code = self.dispatcher.py_func.__code__
        return Finding(
            kind, self.dispatcher.py_func.__name__, code.co_filename, line or code.co_firstlineno, sentence
        )

    @property
    def options(self) -> dict[str, Any]:
        """The options of the decorator."""
        return dict(self.dispatcher.targetoptions)


def check(call: Call, tolerance: int = TOLERANCE) -> list[Finding]:
    """Everything that is wrong with one call; an empty list when compiled code and Python agree."""
    findings = out_of_bounds(call)
    if findings:
        # The rest would run the same wild access again, in the same process.
        return findings
    if call.options.get("parallel"):
        findings += [call.finding("race", str(race)) for race in races(call.dispatcher, call.arguments)]
        said = differs_by_threads(call.dispatcher, call.arguments) if not findings else None
        findings += [call.finding("threads", said)] if said else []
    if reads_garbage(call.dispatcher, call.arguments):
        findings.append(
            call.finding("uninitialised", "the result depends on elements of np.empty(...) never written")
        )
    if not findings:
        findings += against_python(call, tolerance)
    return findings + fastmath(call, tolerance)


def out_of_bounds(call: Call) -> list[Finding]:
    """Run a copy with bounds checks on, in one thread: errors inside prange are silent otherwise."""
    with loud_bounds():
        clone = serial_clone(call.dispatcher, boundscheck=True)
        try:
            clone(*copy.deepcopy(call.arguments))
        except IndexError as error:
            found = BoundsError.read(error)
            if found is not None and call.error is None:
                return [call.finding("out-of-bounds", found.sentence, found.line)]
        except Exception:  # noqa: BLE001 - the program has met this error itself
            return []
    return []


def against_python(call: Call, tolerance: int) -> list[Finding]:
    """Compare the result, the error and the arguments afterwards with Python's."""
    python = run_as_python(call.dispatcher.py_func, call.arguments)
    said = _difference(call, python, tolerance)
    if said is None:
        return []
    if isinstance(python.error, OverflowError) and call.error is None:
        line = _raised_on(python.error, call.dispatcher.py_func)
        return [call.finding("overflow", f"{said}; a compiled integer wraps around at 64 bits", line)]
    first = first_divergence(call.dispatcher, call.arguments, tolerance)
    if first is None:
        return [call.finding("differs", f"{said}; no single assignment of a number differs before that")]
    kind, why = "differs", ""
    if first.overflowed:
        kind, why = "overflow", "; a compiled integer wraps around at 64 bits"
    return [call.finding(kind, f"{said}; they part at {first}{why}", first.line)]


def _difference(call: Call, python: PythonRun, tolerance: int) -> str | None:
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


def _ended(error: Exception | None) -> str:
    return "returns" if error is None else f"raises {type(error).__name__}: {error}"


def fastmath(call: Call, tolerance: int) -> list[Finding]:
    """With fastmath: the same function without it."""
    if not call.options.get("fastmath") or call.error is not None:
        return []
    strict = serial_clone(call.dispatcher, fastmath=False)
    text = difference(call.result, strict(*copy.deepcopy(call.arguments)), tolerance)
    if text is None:
        return []
    return [call.finding("fastmath", f"fastmath changes the result: {text.replace('Python', 'without it')}")]
