"""Every call of a compiled function, made eagerly as well, on copies of the same inputs."""

from __future__ import annotations

import contextlib
import functools
import io
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import torch

from numscope.compiled.torch_compile.check.compare import Difference, first_difference, gradients
from numscope.compiled.torch_compile.check.state import (
    UncopyableError,
    copy_inputs,
    parameters_of,
    snapshot,
)
from numscope.probes.torch.adapter import compiler as adapter


@dataclass
class Suspect:
    """A call whose results differ, with all it takes to make it again."""

    name: str
    call: int
    difference: Difference
    function: Callable[..., Any]
    options: dict[str, Any]
    arguments: tuple[Any, ...]
    keywords: dict[str, Any]
    restore: Callable[[], None]


@dataclass
class CheckedCalls:
    """How many calls were compared, which differ (the first of each function), which could not be compared."""

    compared: int = 0
    suspects: list[Suspect] = field(default_factory=list)
    uncompared: dict[str, str] = field(default_factory=dict)


@contextlib.contextmanager
def checked_calls() -> Iterator[CheckedCalls]:
    """Have every function that is given to torch.compile within the context checked at each call.

    Random numbers are drawn alike: Inductor falls back on torch's generators inside.
    """
    checks = CheckedCalls()
    original = torch.compile

    @functools.wraps(original)
    def checking_compile(model: Any = None, **options: Any) -> Any:
        if model is None:
            return lambda function: checking_compile(function, **options)
        compiled: Any = original(model, **options)
        if isinstance(model, torch.nn.Module):
            compiled.forward = _checked(model, compiled.forward, options, checks)
            return compiled
        return _checked(model, compiled, options, checks)

    torch.compile = checking_compile
    try:
        with adapter.comparable_compilation():
            yield checks
    finally:
        torch.compile = original


_busy = threading.local()


def _checked(function: Any, compiled: Any, options: dict[str, Any], checks: CheckedCalls) -> Any:
    name = getattr(function, "__qualname__", type(function).__name__)
    calls = 0

    @functools.wraps(compiled)
    def checked(*arguments: Any, **keywords: Any) -> Any:
        nonlocal calls
        # Within another compiled function Dynamo traces through here, and the outer call is the one compared.
        if torch.compiler.is_compiling() or getattr(_busy, "now", False):
            return compiled(*arguments, **keywords)
        calls += 1
        if any(suspect.name == name for suspect in checks.suspects) or name in checks.uncompared:
            return compiled(*arguments, **keywords)
        _busy.now = True
        try:
            return _compare(Call(name, calls, function, compiled, options), arguments, keywords, checks)
        finally:
            _busy.now = False

    return checked


@dataclass
class Call:
    """One call of a compiled function."""

    name: str
    number: int
    function: Any
    compiled: Any
    options: dict[str, Any]


def _compare(call: Call, arguments: tuple[Any, ...], keywords: dict[str, Any], checks: CheckedCalls) -> Any:
    try:
        kept = copy_inputs(arguments, keywords)
        twins = copy_inputs(arguments, keywords)
    except UncopyableError as error:
        checks.uncompared[call.name] = str(error)
        return call.compiled(*arguments, **keywords)
    restore = snapshot(call.function, arguments)
    parameters = parameters_of(call.function, arguments)
    eager = run_and_differentiate(call.function, *twins, parameters, quiet=True)
    restore()
    inputs = _Inputs(arguments, keywords)
    result: Any = None
    failure: Exception | None = None
    try:
        result = call.compiled(*arguments, **keywords)
    except Exception as error:  # noqa: BLE001  # compared with what eager raised, then raised again
        failure = error
    compiled = _with_gradients(result, failure, inputs, parameters)
    checks.compared += 1
    difference = first_result_difference(eager, compiled)
    if difference:
        checks.suspects.append(
            Suspect(call.name, call.number, difference, call.function, call.options, *kept, restore)
        )
    if failure is not None:
        raise failure
    return result


def run_and_differentiate(
    function: Any,
    arguments: tuple[Any, ...],
    keywords: dict[str, Any],
    parameters: Sequence[torch.Tensor] = (),
    *,
    quiet: bool = False,
) -> dict[str, Any]:
    """Call `function`; return its output or exception, the inputs afterwards, and gradients.

    Gradients are those of the inputs and of `parameters`.
    """
    inputs = _Inputs(arguments, keywords)
    result: Any = None
    failure: Exception | None = None
    with contextlib.redirect_stdout(io.StringIO()) if quiet else contextlib.nullcontext():
        try:
            result = function(*arguments, **keywords)
        except Exception as error:  # noqa: BLE001  # an exception is a result to compare
            failure = error
    return _with_gradients(result, failure, inputs, parameters)


class _Inputs:
    """The tensors among the arguments of a call that is about to be made."""

    def __init__(self, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> None:
        self.tensors = adapter.tensors_in((arguments, keywords))
        self._versions = [adapter.version_of(each) for each in self.tensors]

    def unwritten(self) -> list[torch.Tensor]:
        """Return those the call did not write to: of the others, eager and compiled differentiate other values."""
        return [
            each
            for each, version in zip(self.tensors, self._versions, strict=True)
            if adapter.version_of(each) == version
        ]


def _with_gradients(
    result: Any, failure: Exception | None, inputs: _Inputs, parameters: Sequence[torch.Tensor]
) -> dict[str, Any]:
    return {
        "exception": None if failure is None else type(failure).__name__,
        "output": adapter.detached(result),
        "input": [each.detach().clone() for each in inputs.tensors],
        "gradient of input": gradients(result, inputs.unwritten()),
        "gradient of parameter": gradients(result, list(parameters)),
    }


def first_result_difference(eager: dict[str, Any], compiled: dict[str, Any]) -> Difference | None:
    """Return the first difference between two results of `run_and_differentiate`."""
    for part in eager:
        found = first_difference(eager[part], compiled[part], part)
        if found:
            return found
    return None
