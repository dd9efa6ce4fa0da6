"""Whether calling an operation again shows what the program was halted for."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from numscope.rules.errors import RuleError
from numscope.rules.facts import ArrayFacts, OperationFacts, Statistics
from numscope.rules.language import UnknownValueError, read_rule

# What of a call is looked at: its results, and the arguments it wrote into.
Shows = Callable[[list[Any], list[Any]], bool]


def looks_for(why: str, name: str) -> Shows:
    """Return a function that says, from the results and inputs of a call, whether it shows the reason `why`."""
    parts: list[Shows] = []
    if "made NaN" in why:
        parts.append(lambda results, inputs: any(_any(np.isnan, result) for result in results))
    if "made Inf" in why:
        parts.append(lambda results, inputs: any(_any(np.isinf, result) for result in results))
    for text in re.findall(r"meets '(.*?)'(?: and |$)", why):
        parts.append(_rule_holds(text, name))
    return lambda results, inputs: bool(parts) and all(part(results, inputs) for part in parts)


def divides_by_zero(call: Callable[[], Any]) -> bool:
    """Return whether NumPy itself reports that `call` divides by zero."""
    with (
        np.errstate(divide="raise", invalid="raise", over="ignore", under="ignore"),
        warnings.catch_warnings(),
    ):
        warnings.simplefilter("ignore")
        try:
            call()
        except FloatingPointError:
            return True
    return False


def _any(test: Any, result: Any) -> bool:
    array = np.asarray(result)
    return array.dtype.kind in "fc" and bool(test(array).any())


def _rule_holds(text: str, name: str) -> Shows:
    try:
        rule = read_rule(text)
    except RuleError:
        return lambda results, inputs: False

    def holds(results: list[Any], inputs: list[Any]) -> bool:
        operation = OperationFacts(
            name, 0, [facts_of(i) for i in inputs], [facts_of(r) for r in results], lambda: None
        )
        try:
            return rule.ask(operation) is not None
        except UnknownValueError:
            return False

    return holds


def facts_of(value: Any) -> ArrayFacts:
    """Return what rules can ask of an array that is at hand."""
    array = np.asarray(value)
    return ArrayFacts(array.dtype, array.shape, statistics_of(array), lambda: array)


def statistics_of(array: Any) -> Statistics | None:
    """Return the statistics of an array as the recorder takes them; None of what holds no numbers."""
    if array.dtype.kind not in "biufc":
        return None
    numbers = np.abs(array).astype(np.float64) if array.dtype.kind == "c" else array.astype(np.float64)
    finite = numbers[np.isfinite(numbers)]
    if finite.size:
        moments = (float(finite.min()), float(finite.max()), float(finite.mean()), float(finite.std()))
    else:
        moments = (np.nan,) * 4
    infinite = np.isposinf(numbers), np.isneginf(numbers)
    counts = (finite == 0, np.isnan(numbers), *infinite)
    zeros, nans, positive, negative = (int(np.count_nonzero(which)) for which in counts)
    return (*moments, zeros, nans, positive, negative)
