"""Compiled functions that make NaN: their source is run again on the recorded inputs, to see which line began it."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import Any

import numpy as np

from numscope.analysis.concepts.kept_values import value_of
from numscope.analysis.concepts.program import program_of
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.root import Root, at_line_of
from numscope.analysis.nan.roots.interpreter import Interpreter, UnknownCodeError, Wrong
from numscope.operations.lore.compiled import COMPILED
from numscope.trace import Operation, Trace

_ADVICE = "Look what this line is given there: bound it, or treat the case before."
# What a syntax tree may do to numbers, arrays and indexes of another kind than was compiled.
_FAILS = (
    UnknownCodeError,
    ArithmeticError,
    LookupError,
    TypeError,
    ValueError,
    AttributeError,
    RecursionError,
)


def compiled_run(trace: Trace, operation: Operation) -> Root | None:
    """Return the line inside a compiled function at which numbers first went wrong.

    None if its source can't be run here, or gives other results than were recorded.
    """
    site = operation.user_site or operation.site
    if site is None or not operation.name.startswith(COMPILED):
        return None
    given = [one for one in operation.operands if one.role in ("input", "argument")]
    values = [value_of(one) for one in given]
    if any(
        value is None or (one.name is not None and one.position is None)
        for one, value in zip(given, values, strict=True)
    ):
        return None
    program = program_of(trace, site)
    wrong = _wrong(
        program.tree, operation, [np.array(one) if isinstance(one, np.ndarray) else one for one in values]
    )
    if wrong is None:
        return None
    said = f"{wrong.sentence}, in the compiled function `{wrong.function}`"
    made = replace(program.site(wrong.line, site), function=wrong.function)
    return Root(made, Cause(f"{said}{at_line_of(operation, made)}", _ADVICE))


def _wrong(tree: ast.Module, operation: Operation, values: list[Any]) -> Wrong | None:
    recorded = [value_of(one) for one in operation.outputs]
    interpreter = Interpreter(tree)
    try:
        with np.errstate(all="ignore"):
            result = interpreter.call(operation.name.rpartition(".")[2], values)
    except _FAILS:
        return None
    results = result if isinstance(result, tuple) else (result,)
    same = len(results) == len(recorded) and all(map(_agree, results, recorded))
    return interpreter.wrong if same else None


def _agree(result: Any, recorded: Any) -> bool:
    if recorded is None or np.shape(result) != np.shape(recorded):
        return False
    return bool(np.allclose(result, recorded, rtol=1e-6, equal_nan=True))
