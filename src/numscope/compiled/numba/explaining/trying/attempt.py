"""Compile a changed function and compare it with Python; runs in a child process."""

from __future__ import annotations

import ast
import collections
import copy
import inspect
import itertools
import re
import types
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

import numpy as np

from numscope.compiled.numba.checking.garbage import never_written
from numscope.compiled.numba.checking.interpretation import PythonRun, run_as_python
from numscope.compiled.numba.checking.values import Tolerance, difference
from numscope.compiled.numba.explaining.failure import Failure
from numscope.compiled.numba.explaining.reasons import reason
from numscope.compiled.numba.explaining.source import Source
from numscope.compiled.numba.explaining.trying.change import Change
from numscope.compiled.numba.explaining.trying.rebuilding import names_seen, rebuilt
from numscope.compiled.numba.explaining.trying.sample_values import sample
from numscope.compiled.numba.explaining.trying.stencil_truth import stencil_result
from numscope.probes.numba.adapter.compiler import core, stencil_options
from numscope.user_code import is_user_file

_UNITS = 64
_LONGEST_ITERATION = 1000


class Outcome(str, Enum):
    """What became of a change that was tried."""

    AGREES = "compiled and gave the same result as Python on the recorded arguments"
    AGREES_ON_SAMPLES = "compiled and gave the same result as Python on made-up arguments of the same types"
    COMPILED = "compiled; not compared with Python"
    DIFFERS = "compiled, and gave another result than Python"
    FAILED = "did not compile"
    SAME_ERROR = "compiled, and raised the same error as Python on the recorded arguments"
    NOT_TRIED = "not tried"
    PYTHON_FAILS = "plain Python fails on this call too"
    PYTHON_RUNS = "plain Python accepts this call"


@dataclass(frozen=True)
class Verdict:
    """The outcome of one change, and why where that needs a reason."""

    outcome: Outcome
    reason: str = ""

    @property
    def works(self) -> bool:
        """Whether the change may be shown."""
        return self.agrees or self.outcome is Outcome.COMPILED

    @property
    def agrees(self) -> bool:
        """Whether compiled code did what Python does."""
        return self.outcome in (Outcome.AGREES, Outcome.AGREES_ON_SAMPLES, Outcome.SAME_ERROR)

    def __str__(self) -> str:
        joined = ": " if self.outcome in (Outcome.PYTHON_FAILS, Outcome.SAME_ERROR) else ", because "
        return f"{self.outcome.value}{joined if self.reason else ''}{self.reason}"


@dataclass(frozen=True)
class Inputs:
    """What the failing call passed, in the order of the parameters; recorded, or made from the types."""

    values: tuple[Any, ...]
    recorded: bool


def inputs_of(failure: Failure) -> Inputs | None:
    """Return the recorded arguments, else made-up ones of the same types; None: neither can be had."""
    function = failure.function
    if not isinstance(function, types.FunctionType):
        return None
    given = failure.arguments
    parameters = inspect.signature(function).parameters
    if _declared_only(failure, parameters):
        return None
    if given and not all(argument.seen for argument in given.values()):
        try:
            return Inputs(tuple(sample(argument.type) for argument in given.values()), recorded=False)
        except (LookupError, NotImplementedError, TypeError, ValueError):
            return None
    values: list[Any] = []
    for name, parameter in parameters.items():
        if name not in given:
            break
        value = given[name].value
        values.extend(value if parameter.kind is parameter.VAR_POSITIONAL else [value])
    return Inputs(tuple(values), recorded=True)


def _declared_only(failure: Failure, parameters: Mapping[str, inspect.Parameter]) -> bool:
    """Return whether nothing was called: a signature is declared that does not fit the function."""
    called = failure.call_site is not None or failure.during_call
    return not called and bool(_required(parameters) - failure.arguments.keys())


def _required(parameters: Mapping[str, inspect.Parameter]) -> set[str]:
    """Return the names of parameters that a call must give."""
    optional = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    return {name for name, one in parameters.items() if one.default is one.empty and one.kind not in optional}


def python_run(failure: Failure, inputs: Inputs | None) -> PythonRun | None:
    """Return what Python does on the inputs; None: there are none, they can't be copied, or it is no Python alone."""
    if inputs is None or failure.function is None:
        return None
    if failure.of_stencil:
        return None
    if not is_user_file(failure.function.__code__.co_filename):
        return PythonRun(None, None, inputs.values)
    if isinstance(failure.function, types.FunctionType):
        # A decorator that compiles at once fails before the name of the function is there.
        failure.function.__globals__.setdefault(failure.function.__name__, failure.function)
    try:
        run = run_as_python(failure.function, inputs.values)
        # What raises it calls something that is compiled all the same, a stencil: that is not Python's answer.
        return None if isinstance(run.error, core("errors").NumbaError) else run
    except Exception:  # noqa: BLE001 - a value of the user's that can't be copied
        return None


def attempt(
    failure: Failure, change: Change, inputs: Inputs | None, python: PythonRun | None, not_run: str
) -> Verdict:
    """Compile the changed function for the failing call, run it, and compare with what Python did.

    not_run: why it is only compiled; "": it runs.
    """
    try:
        function = rebuilt(failure, change)
        if inputs is None or (python is None and not failure.of_stencil) or not_run:
            _compile(function, failure, change, inputs)
            if (
                inputs is not None and not not_run and failure.kernel is not None
            ):  # which looks at shapes when it is called
                function(*_converted(function, failure, change, copy.deepcopy(inputs.values)))
            return Verdict(Outcome.COMPILED, not_run or _not_comparable(inputs))
        values = _converted(function, failure, change, copy.deepcopy(inputs.values))
        if isinstance(function, type):
            function(*values)
            return Verdict(Outcome.COMPILED, "an object of a jitclass has no counterpart to compare with")
        if failure.of_stencil:
            return _stencil_verdict(failure.function, function(*values), function, inputs)
    except Exception as error:  # noqa: BLE001 - whatever the compiler or a converted value raises is the verdict
        return Verdict(Outcome.FAILED, str(error)[:300])
    assert python is not None
    return _compared(function, values, inputs, python, failure.function)


def _stencil_verdict(kernel: Any, result: Any, stencil: Any, inputs: Inputs) -> Verdict:
    """Compare a stencil's result with what its kernel gives as Python, element by element."""
    try:
        expected = stencil_result(kernel, copy.deepcopy(inputs.values), stencil_options(stencil))
    except Exception as error:  # noqa: BLE001 - the kernel is the user's
        return Verdict(Outcome.COMPILED, f"its kernel fails as Python: {_brief(error)}")
    if expected.dtype.kind != result.dtype.kind:
        return Verdict(Outcome.DIFFERS, f"{result.dtype} compiled, {expected.dtype} in Python")
    found = _different(result, expected.astype(result.dtype))
    return Verdict(Outcome.DIFFERS, found) if found is not None else Verdict(Outcome.AGREES)


def python_verdict(python: PythonRun | None) -> Verdict | None:
    """Return whether the function runs without Numba; an error that it raises on purpose counts as running."""
    if python is None:
        return None
    if python.error is None or _raised_on_purpose(python.error):
        return Verdict(Outcome.PYTHON_RUNS)
    return Verdict(Outcome.PYTHON_FAILS, _brief(python.error))


def _raised_on_purpose(error: Exception) -> bool:
    """Tell whether an error comes from a `raise` or `assert` of the user's."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None or not is_user_file(trace.tb_frame.f_code.co_filename):
        return False
    source = Source.of(trace.tb_frame.f_code.co_filename)
    return any(source.nodes(kind, trace.tb_lineno) for kind in (ast.Raise, ast.Assert))


def _not_comparable(inputs: Inputs | None) -> str:
    return "its arguments are not known" if inputs is None else "it can't be run as Python by itself"


def _compile(function: Any, failure: Failure, change: Change, inputs: Inputs | None) -> None:
    import numba

    assert failure.function is not None
    if inputs is None and _declared_only(failure, inspect.signature(failure.function).parameters):
        if not getattr(function, "types", getattr(function, "signatures", None)):
            raise LookupError  # nothing is declared any more, so nothing was compiled
    elif inputs is None:
        function.compile(tuple(argument.type for argument in failure.arguments.values()))
    else:
        function.compile(
            tuple(numba.typeof(value) for value in _converted(function, failure, change, inputs.values))
        )


def _converted(function: Any, failure: Failure, change: Change, values: tuple[Any, ...]) -> tuple[Any, ...]:
    import numba

    assert isinstance(failure.function, types.FunctionType)
    names = {**names_seen(failure.function), "np": np, "numba": numba, "collections": collections}
    result = list(values)
    for number, expression in change.arguments:
        result[number] = eval(expression, {**names, "value": result[number]})
    parameters = list(inspect.signature(failure.function).parameters)
    more = list(inspect.signature(getattr(function, "py_func", failure.function)).parameters)[
        len(parameters) :
    ]
    return (*result, *(copy.deepcopy(names[name]) for name in more if name in names))


def _compared(
    function: Callable[..., Any], values: tuple[Any, ...], inputs: Inputs, python: PythonRun, plain: Any
) -> Verdict:
    try:
        result = function(*values)
    except Exception as error:  # noqa: BLE001 - the compiler's error, or that of the function itself
        same = type(error) is type(python.error) and bool(getattr(function, "signatures", None))
        return (
            Verdict(Outcome.SAME_ERROR, _brief(error)) if same else Verdict(Outcome.FAILED, str(error)[:300])
        )
    if python.error is not None and _raised_on_purpose(python.error):
        return Verdict(Outcome.DIFFERS, f"Python raises {_brief(python.error)}")
    if python.error is not None:
        return Verdict(Outcome.COMPILED, f"plain Python fails on this call too: {_brief(python.error)}")
    found = _different(result, python.result)
    if found is not None and _same_kind(result, python.result) and never_written(plain, inputs.values):
        found = None  # of an array that nothing was written into there is nothing else to compare
    for after, expected in zip(values, python.arguments, strict=False):
        if found is None and type(after) is type(expected) and isinstance(after, (np.ndarray, list, dict)):
            found = _different(after, expected)
    if found is not None:
        return Verdict(Outcome.DIFFERS, found)
    if (
        isinstance(result, np.ndarray)
        and isinstance(python.result, np.ndarray)
        and result.dtype != python.result.dtype
    ):
        return Verdict(Outcome.DIFFERS, f"{result.dtype} compiled, {python.result.dtype} in Python")
    return Verdict(Outcome.AGREES if inputs.recorded else Outcome.AGREES_ON_SAMPLES)


def _same_kind(compiled: Any, python: Any) -> bool:
    """Return whether both are arrays of one shape and dtype."""
    arrays = isinstance(compiled, np.ndarray) and isinstance(python, np.ndarray)
    return arrays and compiled.shape == python.shape and compiled.dtype == python.dtype


def _brief(error: Exception) -> str:
    text = reason([str(error)]) or str(error).strip().partition("\n")[0]
    return f"{type(error).__name__}: {text}"[:120] if text else type(error).__name__


def _different(compiled: Any, python: Any) -> str | None:
    try:
        return difference(_plain(compiled), _plain(python), Tolerance(_UNITS, None, normwise=True))
    except (TypeError, ValueError) as error:
        return f"the results can't be compared ({error})"


def _plain(value: Any) -> Any:
    """Return a typed container as the Python one, an iterator as its items, and a number in an array as a number."""
    if isinstance(value, types.GeneratorType) or type(value).__name__ == "generator":
        return tuple(_plain(item) for item in itertools.islice(value, _LONGEST_ITERATION))
    if isinstance(value, (list, tuple)) or type(value).__name__ == "List":
        return tuple(_plain(item) for item in value)
    if isinstance(value, dict) or type(value).__name__ == "Dict":
        return tuple(sorted(((_plain(key), _plain(item)) for key, item in value.items()), key=repr))
    if isinstance(value, (set, frozenset)):
        return tuple(sorted((_plain(item) for item in value), key=repr))
    if isinstance(value, np.ndarray) and value.ndim == 0 and value.dtype.kind in "biufc":
        return value[()]
    return _SCALAR_REPR.sub(r"\1", value) if isinstance(value, str) else value


# Compiled code hands NumPy's scalars to Python as plain numbers.
_SCALAR_REPR = re.compile(r"np\.(?:float|int|uint|complex)\d+\(([^()]*)\)")
