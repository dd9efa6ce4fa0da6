"""Watch a program call its compiled functions, and check some of these calls."""

from __future__ import annotations

import copy
import inspect
from collections.abc import Callable
from typing import Any

from numscope.compiled.numba.checking.checks import TOLERANCE, check
from numscope.compiled.numba.checking.finding import Call, Finding
from numscope.compiled.numba.checking.ufuncs import check_ufunc, python_function
from numscope.probes.numba.adapter.compiler import core, require_numba
from numscope.probes.numba.adapter.patches import Patches
from numscope.user_code import is_user_file


class Checker:
    """While entered, the first `calls` calls of every function and signature are checked after they were made.

    The program gets the result of its own call. `findings` holds what was found, each once; `checked` counts the
    calls and `skipped` says why some were not checked.
    """

    def __init__(self, calls: int = 3, tolerance: int = TOLERANCE) -> None:
        self.findings: list[Finding] = []
        self.checked = 0
        self.skipped: dict[str, str] = {}
        self._calls = calls
        self._tolerance = tolerance
        self._counts: dict[tuple[Any, ...], int] = {}
        self._busy = False
        self._patches = Patches()

    def __enter__(self) -> Checker:
        require_numba()
        self._patches.wrap("call", self._around_call)
        for name in ("dufunc_call", "gufunc_call"):
            self._patches.wrap(name, self._around_ufunc)
        return self

    def __exit__(self, *_: object) -> None:
        self._patches.undo()

    def _around_call(self, original: Callable[..., Any]) -> Callable[..., Any]:
        def call(dispatcher: Any, *arguments: Any, **keywords: Any) -> Any:
            if self._busy:
                return original(dispatcher, *arguments, **keywords)
            if keywords:
                arguments, keywords = _by_position(dispatcher.py_func, arguments, keywords)
            if keywords or not self._wanted(dispatcher, arguments):
                return original(dispatcher, *arguments, **keywords)
            self._busy = True
            try:
                return self._checked_call(original, dispatcher, arguments)
            finally:
                self._busy = False

        return call

    def _around_ufunc(self, original: Callable[..., Any]) -> Callable[..., Any]:
        def call(ufunc: Any, *arguments: Any, **keywords: Any) -> Any:
            function = python_function(ufunc)
            if self._busy or keywords or function is None or not self._is_wanted(ufunc, function, arguments):
                return original(ufunc, *arguments, **keywords)
            self._busy = True
            try:
                before = copy.deepcopy(arguments)
                result = original(ufunc, *arguments)
                self.checked += 1
                # What it wrote into its last argument is its result.
                given = arguments[len(arguments) - 1] if result is None and arguments else result
                found = check_ufunc(ufunc, before, given, self._tolerance)
                if isinstance(found, str):
                    self.checked -= 1
                    self.skipped[function.__name__] = found
                elif found is not None:
                    self._add(found)
                return result
            finally:
                self._busy = False

        return call

    def _wanted(self, dispatcher: Any, arguments: tuple[Any, ...]) -> bool:
        return self._is_wanted(dispatcher, dispatcher.py_func, arguments)

    def _is_wanted(self, called: Any, function: Any, arguments: tuple[Any, ...]) -> bool:
        code = function.__code__
        if not is_user_file(code.co_filename):
            return False
        if "random" in code.co_names:
            self.skipped[code.co_name] = "it uses random numbers, which Python draws differently"
            return False
        key = (id(called), *(str(type(value)) + str(getattr(value, "dtype", "")) for value in arguments))
        self._counts[key] = self._counts.get(key, 0) + 1
        return self._counts[key] <= self._calls

    def _checked_call(self, original: Callable[..., Any], dispatcher: Any, arguments: tuple[Any, ...]) -> Any:
        numba_errors = core("errors")

        try:
            before = copy.deepcopy(arguments)
        except (TypeError, copy.Error) as reason:
            self.skipped[dispatcher.py_func.__name__] = f"its arguments can't be copied ({reason})"
            return original(dispatcher, *arguments)
        failed: Exception | None = None
        result = None
        try:
            result = original(dispatcher, *arguments)
            return result
        except Exception as raised:
            failed = raised
            raise
        finally:
            if not isinstance(failed, numba_errors.NumbaError) and not _is_iterator(result):
                self._check(Call(dispatcher, before, result, arguments, failed))

    def _check(self, call: Call) -> None:
        self.checked += 1
        for finding in check(call, self._tolerance):
            self._add(finding)

    def _add(self, finding: Finding) -> None:
        if not any(finding.same_as(known) for known in self.findings):
            self.findings.append(finding)


def _by_position(
    function: Any, arguments: tuple[Any, ...], keywords: dict[str, Any]
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """The call with keywords put in their places, where the function's signature allows it."""
    try:
        bound = inspect.signature(function).bind(*arguments, **keywords)
    except TypeError:
        return arguments, keywords
    return bound.args, bound.kwargs


def _is_iterator(value: Any) -> bool:
    """A compiled generator: what it gives can't be looked at without using it up."""
    return hasattr(value, "__next__")
