"""Watch Numba compile, and keep what is known about every function that fails.

Numba raises only the first typing error and forgets the types it had found. Here inference is asked once
without raising, its state is read, and then Numba raises exactly what it would have raised.
"""

from __future__ import annotations

import inspect
import sys
import warnings
from collections.abc import Callable
from types import FrameType
from typing import Any

from numscope.compiled.numba.explaining.case import lowering_line
from numscope.compiled.numba.explaining.failure import Argument, Attempt, Failure, Inference, Problem
from numscope.compiled.numba.explaining.inference import snapshot
from numscope.compiled.numba.explaining.stencils import kernel_in
from numscope.probes.numba.adapter.compiler import (
    core,
    forget_failure,
    kernel_function,
    require_numba,
    unmatched,
)
from numscope.probes.numba.adapter.patches import Patches
from numscope.user_code import is_user_file

CALL_TIME_TEXTS = (
    "No matching definition for argument type(s)",
    "cannot reflect element of reflected container",
    "can't unbox heterogeneous",
    "missing argument",
    "not enough arguments",
    "too many arguments",
    "some keyword arguments unexpected",
    "Int value is too large",
    "int too big to convert",
    "cannot compute fingerprint of empty",
)


class Observer:
    """Collects `failures` and Numba's `warnings` while it is entered.

    The program behaves as it would without.
    """

    def __init__(self) -> None:
        self.failures: list[Failure] = []
        self.warnings: list[Failure] = []
        self._inferences: list[Inference] = []
        self._attempts: list[Attempt] = []
        self._depth = 0
        # The innermost function of the user's that failed inside of another, after its types were inferred.
        self._inner: tuple[BaseException, Any] | None = None
        self._patches = Patches()

    def __enter__(self) -> Observer:
        require_numba()
        config = core("config")

        for name, make in (
            ("propagate", self._around_propagate),
            ("unify", self._around_unify),
            ("format_failures", self._around_format),
            ("compile_cached", self._around_cached),
            ("compile_core", self._around_compile),
            ("ufunc_compile_core", self._around_compile),
            ("call", self._around_call),
            ("stencil_call", self._around_stencil),
        ):
            self._patches.wrap(name, make)
        self._uninitialised = config.ALWAYS_WARN_UNINIT_VAR
        config.ALWAYS_WARN_UNINIT_VAR = 1
        self._show = warnings.showwarning
        warnings.showwarning = self._show_warning  # type: ignore[assignment]
        return self

    def __exit__(self, *_: object) -> None:
        config = core("config")

        self._patches.undo()
        config.ALWAYS_WARN_UNINIT_VAR = self._uninitialised
        warnings.showwarning = self._show

    def failure_of(self, error: BaseException) -> Failure | None:
        """The failure `error` stands for, if it was seen."""
        return next((failure for failure in self.failures if failure.error is error), None)

    def _around_propagate(self, original: Callable[..., Any]) -> Callable[..., Any]:
        def propagate(inferer: Any, raise_errors: bool = True) -> Any:
            if not raise_errors or not is_user_file(inferer.func_ir.loc.filename):
                return original(inferer, raise_errors)
            errors = original(inferer, raise_errors=False)
            if errors:
                self._inferences.append(snapshot(inferer, errors, self._attempts))
                return original(inferer, raise_errors)
            return errors

        return propagate

    def _around_unify(self, original: Callable[..., Any]) -> Callable[..., Any]:
        numba_errors = core("errors")

        def unify(inferer: Any, *arguments: Any, **keywords: Any) -> Any:
            try:
                return original(inferer, *arguments, **keywords)
            except numba_errors.NumbaError as error:
                if is_user_file(inferer.func_ir.loc.filename):
                    self._inferences.append(snapshot(inferer, [error], self._attempts))
                raise

        return unify

    def _around_format(self, original: Callable[..., Any]) -> Callable[..., Any]:
        def format_failures(failures: Any) -> str:
            text: str = original(failures)
            call = unmatched(failures)
            key = getattr(call.function_type, "typing_key", None)
            name = getattr(key, "__name__", None) or str(call.function_type)
            self._attempts.append(Attempt(name, *call, text))
            return text

        return format_failures

    def _around_cached(self, original: Callable[..., Any]) -> Callable[..., Any]:
        def compile_cached(compiler: Any, arguments: Any, return_type: Any) -> Any:
            forget_failure(compiler, arguments, return_type)
            return original(compiler, arguments, return_type)

        return compile_cached

    def _around_compile(self, original: Callable[..., Any]) -> Callable[..., Any]:
        numba_errors = core("errors")

        def compile_core(compiler: Any, arguments: Any, *rest: Any) -> Any:
            if self._depth == 0:
                self._inferences.clear()
                self._attempts.clear()
            self._depth += 1
            try:
                return original(compiler, arguments, *rest)
            except numba_errors.ForceLiteralArg:
                raise
            except Exception as error:
                own = is_user_file(compiler.py_func.__code__.co_filename)
                if own and self._depth > 1 and not self._inferences:
                    self._inner = (error, compiler.py_func)
                if self._depth == 1:
                    # A jitclass constructor is generated code that calls the user's __init__.
                    if not own and not self._inferences and self._inner and self._inner[0] is error:
                        self._inferences.append(_unfinished(*self._inner))
                    if own or self._inferences:
                        self._keep(error, compiler.py_func, arguments)
                    self._inner = None
                raise
            finally:
                self._depth -= 1

        return compile_core

    def _keep(self, error: BaseException, function: Any, types: Any) -> None:
        names = list(inspect.signature(function).parameters)
        # Of `vectorize` and `guvectorize` it is a signature.
        kinds = types if isinstance(types, (tuple, list)) else getattr(types, "args", ())
        failure = Failure(
            error, function, {name: Argument(kind) for name, kind in zip(names, kinds, strict=False)}
        )
        failure.inferences = list(self._inferences)
        # Numba raises it anew, without the frames that know the kernel.
        failure.kernel = kernel_in(error)
        self.failures.append(failure)

    def _around_call(self, original: Callable[..., Any]) -> Callable[..., Any]:
        def call(dispatcher: Any, *arguments: Any, **keywords: Any) -> Any:
            try:
                return original(dispatcher, *arguments, **keywords)
            except Exception as error:
                site = _users_frame(sys._getframe(1))
                where = (site.f_code.co_filename, site.f_lineno)
                self.note_call(error, dispatcher, arguments, keywords, where)
                failure = self.failure_of(error)
                if failure is not None:
                    failure.names = {**site.f_globals, **site.f_locals}
                raise

        return call

    def _around_stencil(self, original: Callable[..., Any]) -> Callable[..., Any]:
        def call(stencil: Any, *arguments: Any, **keywords: Any) -> Any:
            self._inferences.clear()
            self._attempts.clear()
            try:
                return original(stencil, *arguments, **keywords)
            except core("errors").NumbaError as error:
                site = _users_frame(sys._getframe(1))
                function = kernel_function(stencil)
                self._keep(error, function, [numba_type(one) for one in arguments])
                failure = self.failures[-1]
                failure.call_site = (site.f_code.co_filename, site.f_lineno)
                for name, value in bind(function, arguments, {}).items():
                    failure.arguments[name] = Argument(numba_type(value), value, seen=True)
                raise

        return call

    def note_call(
        self,
        error: BaseException,
        dispatcher: Any,
        arguments: tuple[Any, ...],
        keywords: dict[str, Any],
        site: tuple[str, int] | None,
    ) -> None:
        """Add the values of a failing call to what is known of it; a failure of the call itself is new."""
        failure = self.failure_of(error)
        if failure is None:
            if not str(error).startswith(CALL_TIME_TEXTS) or not is_user_file(
                dispatcher.py_func.__code__.co_filename
            ):
                return
            failure = Failure(error, dispatcher.py_func, during_call=True)
            self.failures.append(failure)
        failure.call_site = site
        failure.signatures = list(dispatcher.signatures)
        failure.options = dict(dispatcher.targetoptions)
        for name, value in bind(dispatcher.py_func, arguments, keywords).items():
            kind = failure.arguments[name].type if name in failure.arguments else numba_type(value)
            failure.arguments[name] = Argument(kind, value, seen=True)

    def _show_warning(
        self, message: Any, category: Any, filename: str, line: int, file: Any = None, source: Any = None
    ) -> None:
        numba_errors = core("errors")

        if isinstance(message, numba_errors.NumbaWarning) and not isinstance(
            message, numba_errors.NumbaPendingDeprecationWarning
        ):
            self.warnings.append(Failure(message, call_site=(filename, line)))
        else:
            self._show(message, category, filename, line, file, source)


def _unfinished(error: BaseException, function: Any) -> Inference:
    """Return what is known of a function whose types were inferred and that could not be lowered."""
    code = function.__code__
    place = lowering_line(error)
    line = place[1] if place and place[0] == code.co_filename else None
    return Inference(function.__name__, code.co_filename, code.co_firstlineno, [Problem(line, str(error))])


def _users_frame(frame: FrameType) -> FrameType:
    """Return the user's frame that made a call: the constructor of a jitclass is called by one of Numba's."""
    found: FrameType | None = frame
    while found is not None and not is_user_file(found.f_code.co_filename):
        found = found.f_back
    return found or frame


def bind(function: Any, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> dict[str, Any]:
    """Parameter names and the values a call gives them, as far as they fit."""
    try:
        bound = inspect.signature(function).bind_partial(*arguments, **keywords)
    except TypeError:
        return dict(zip(inspect.signature(function).parameters, arguments, strict=False))
    return dict(bound.arguments)


def numba_type(value: Any) -> Any:
    """The type Numba gives an argument with this value, or None where it has none."""
    import numba

    numba_errors = core("errors")

    try:
        return numba.typeof(value)
    except (numba_errors.NumbaError, ValueError, TypeError):
        return None
