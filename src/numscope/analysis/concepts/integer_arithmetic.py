"""Integer arithmetic without an end: what operands truly make, where a result left the range of its type."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from numscope.analysis.concepts.kept_values import value_of
from numscope.operations.lore.formulas import short_name
from numscope.operations.traits import Trait
from numscope.trace import Operand, Operation

_MOST_WORK = 50_000_000
_RUNNING = ("cumsum", "cumprod", "add.accumulate", "multiply.accumulate")
# Of wider types the phase of an oscillator and random numbers are made.
_SHORT = ("uint8", "uint16")


def limits(dtype: str | None) -> tuple[int, int] | None:
    """Return the smallest and largest integer of a type; None if it is no integer type."""
    try:
        kind = np.dtype(dtype or "V0")
    except TypeError:
        return None
    if kind.kind not in "iu":
        return None
    info = np.iinfo(kind)
    return int(info.min), int(info.max)


Exact = tuple[int, Any, Any]  # how many elements went round, their true values, what they became


def exact_elementwise(operation: Operation) -> Exact | None:
    """Return what the operands truly make where that is not what came out; None if values were not kept."""
    function = _EXACT.get(short_name(operation.name))
    values = [value_of(operand) for operand in operation.inputs]
    results = [value_of(operand) for operand in (*operation.outputs, *operation.mutated)]
    if (
        function is None
        or not values
        or any(value is None for value in values)
        or not results
        or results[0] is None
    ):
        return None
    made = np.asarray(results[0])
    given = [np.asarray(value).astype(object if made.size <= 20_000 else float) for value in values[:2]]
    with np.errstate(all="ignore"):
        try:
            true = np.broadcast_to(function(*given), made.shape)
        except (TypeError, ValueError, OverflowError, ZeroDivisionError):
            return None
    low, high = limits(str(made.dtype)) or (0, 0)
    outside = np.asarray((true < low) | (true > high), bool)
    return int(outside.sum()), true[outside], made[outside]


_EXACT: dict[str, Callable[..., Any]] = {
    "add": lambda a, b: a + b,
    "subtract": lambda a, b: a - b,
    "multiply": lambda a, b: a * b,
    "power": lambda a, b: a**b,
    "square": lambda a: a * a,
    "negative": lambda a: -a,
    "absolute": lambda a: abs(a),
}


def wrong_reduction(operation: Operation) -> str | None:
    """Return how a sum or product of integers went round; None if it did not, or values were not kept."""
    arrays = [operand for operand in operation.inputs if operand.is_array()]
    made = next(iter(operation.outputs), None)
    range_ = limits(made.dtype) if made is not None else None
    if made is None or range_ is None or not arrays or any(limits(one.dtype) is None for one in arrays):
        return None
    if (
        any(argument.name in ("where", "initial") for argument in operation.arguments)
        and "reduce" not in operation.name
    ):
        return None
    given = [value_of(one) for one in arrays]
    if _is_asked_for(operation, made, given):
        return None
    true, result = _true_reduction(operation, given), value_of(made)
    if true is None or result is None or np.shape(true) != np.shape(result):
        return None
    low, high = range_
    outside = (np.asarray(true) < float(low)) | (np.asarray(true) > float(high))
    if not outside.any():
        return None
    first = int(np.flatnonzero(outside)[0])
    name = _reduction(operation)
    return (
        f"{name} in {made.dtype} went round: {np.asarray(true).flat[first]:.10g} became "
        f"{np.asarray(result).flat[first]}"
    )


def _is_asked_for(operation: Operation, made: Operand, given: list[Any]) -> bool:
    """Return whether the sum modulo the range of the type was asked for: a checksum, a hash, differences added up.

    Each number of a running total counts, so a shorter type than that of the addends is meant for it only where they
    are differences that went round: some of those lie near the end of the type's range.
    """
    name = str(made.dtype)
    if not name.startswith("u") or all(argument.name != "dtype" for argument in operation.arguments):
        return False
    if name not in _SHORT or not _reduction(operation).startswith(_RUNNING):
        return True
    high = (limits(name) or (0, 0))[1]
    return any(
        value is None or np.iinfo(value.dtype).max <= high or np.max(value, initial=0) > high // 2
        for value in given
    )


def _reduction(operation: Operation) -> str:
    """Return which reduction it is, of an array or of an object that holds one: `sum`."""
    name = short_name(operation.name).removeprefix("ndarray.")
    return name.rpartition(".")[2] if operation.traits & Trait.STANDS else name


def _true_reduction(operation: Operation, values: list[Any]) -> Any:
    """Return the operation in floating point; None if it is not known how."""
    if any(value is None for value in values) or sum(np.size(value) for value in values) > _MOST_WORK:
        return None
    name = _reduction(operation)
    if operation.traits & Trait.STANDS and len(values) > 1:
        return None
    wide = [np.asarray(value, float) for value in values]
    if name in ("dot", "matmul", "inner", "outer", "mm"):
        if len(wide) != 2 or wide[0].size * wide[1].size ** 0.5 > _MOST_WORK:
            return None
        return {"mm": np.matmul}.get(name, getattr(np, name, np.matmul))(*wide)
    function = _OF_AXIS.get(name)
    if function is None:
        return None
    scalars = operation.scalars
    axis, keep = _axes(operation, scalars), bool(scalars.get("keepdims"))
    if axis is not None and not isinstance(axis, (int, tuple)):
        return None
    if "accumulate" in name and axis is None:
        axis = 0
    if axis is None and "reduce" in name and "axis" not in scalars and "1" not in scalars:
        axis = 0
    try:
        with np.errstate(all="ignore"):
            return function(wide[0], axis=axis, **({"keepdims": True} if keep else {}))
    except (TypeError, ValueError):
        return None


def _axes(operation: Operation, scalars: Mapping[str, Any]) -> Any:
    """Return the axis along which an operation reduces, or several as a tuple; None if it was given none."""
    several = next(
        (
            one.literal
            for one in operation.arguments
            if one.kind == "literal" and (one.name == "axis" or one.position == 1)
        ),
        None,
    )
    if several is not None and _AXES.fullmatch(str(several)):
        return ast.literal_eval(str(several))
    return scalars.get("axis", scalars.get("1"))


_AXES = re.compile(r"\((-?\d+,? ?)+\)")
_OF_AXIS: dict[str, Any] = {
    "sum": np.sum,
    "prod": np.prod,
    "cumsum": np.cumsum,
    "cumprod": np.cumprod,
    "add.reduce": np.sum,
    "multiply.reduce": np.prod,
    "add.accumulate": np.cumsum,
    "multiply.accumulate": np.cumprod,
}
