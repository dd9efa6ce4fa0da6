"""Run a compiled function as the Python it was written in, with what it calls interpreted too."""

from __future__ import annotations

import ast
import copy
import sys
import types
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Literal

import numpy as np

from numscope.compiled.numba.explaining.source import Source
from numscope.probes.numba.adapter.patches import Patches
from numscope.user_code import is_user_file


@dataclass
class PythonRun:
    """The result or the error, the arguments afterwards, and every assignment (line, variable, value) if asked."""

    result: Any
    error: Exception | None
    arguments: tuple[Any, ...]
    assignments: list[tuple[int, str, Any]] = field(default_factory=list)


def run_as_python(
    function: Callable[..., Any],
    arguments: tuple[Any, ...],
    watched: dict[int, list[str]] | None = None,
    namespace: dict[str, Any] | None = None,
    copied: bool = True,
    over: Literal["ignore", "call"] = "ignore",
) -> PythonRun:
    """Call `function` with copies of `arguments` (themselves if not `copied`).

    `watched` maps lines to the variables assigned there, to be noted; `namespace` replaces globals of the
    function. Other compiled functions it calls run as Python too. `over`: what NumPy does when a number overflows.
    """
    copies = copy.deepcopy(arguments) if copied else arguments
    run = PythonRun(None, None, copies)
    called = function
    if namespace is not None:
        called = types.FunctionType(
            function.__code__,
            {**function.__globals__, **namespace},
            function.__name__,
            function.__defaults__,
            function.__closure__,
        )
    before = sys.gettrace()
    with Patches() as patches:
        patches.wrap("call", _interpreted)
        if watched is not None:
            sys.settrace(_tracer(function.__code__, watched, run.assignments))
        try:
            with np.errstate(all="ignore", over=over):
                run.result = called(*copies)
        except Exception as error:  # noqa: BLE001 - whatever the user's function raises is part of the answer
            run.error = error
        finally:
            sys.settrace(before)
    return run


def _interpreted(original: Any) -> Any:
    """Return a call that runs the user's functions as Python; Numba's own (of typed containers) work only compiled."""

    def call(dispatcher: Any, *arguments: Any, **keywords: Any) -> Any:
        users = is_user_file(dispatcher.py_func.__code__.co_filename)
        return (dispatcher.py_func if users else partial(original, dispatcher))(*arguments, **keywords)

    return call


def _tracer(code: types.CodeType, watched: dict[int, list[str]], found: list[tuple[int, str, Any]]) -> Any:
    """A trace function that notes, when a line is left, the variables that line assigns."""
    bodies = _loop_bodies(code.co_filename)

    def enter(frame: Any, kind: str, argument: Any) -> Any:
        if frame.f_code is not code:
            return None
        left: list[int] = []

        def inside(frame: Any, kind: str, argument: Any) -> Any:
            if kind == "exception":
                # The line did not get as far as its assignment.
                left.clear()
                return inside
            # A loop's line that is left for what follows the loop has assigned nothing this time.
            over = bool(left) and left[-1] in bodies and frame.f_lineno not in bodies[left[-1]]
            if left and kind in ("line", "return") and not over:
                for name in watched.get(left[-1], ()):
                    if name in frame.f_locals:
                        found.append((left[-1], name, digest(frame.f_locals[name])))
            left[:] = [frame.f_lineno]
            return inside

        return inside

    return enter


def _loop_bodies(file: str) -> dict[int, range]:
    """The lines of the body of every `for`, by the line of its head."""
    return {
        loop.lineno: range(loop.body[0].lineno, (loop.body[-1].end_lineno or loop.body[-1].lineno) + 1)
        for loop in Source.of(file).walk(ast.For)
    }


def digest(value: Any) -> Any:
    """A number for a value, as the probes in compiled code record it: arrays by their sum; None for the rest."""
    if isinstance(value, np.ndarray):
        return float(np.sum(value, dtype=np.float64)) if value.dtype.kind in "fiub" else None
    if isinstance(value, (bool, int, float, complex, np.number, np.bool_)):
        return value
    return None
