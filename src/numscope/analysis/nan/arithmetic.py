"""What arithmetic says of an operation that made NaN or infinities: which of its operands held what, and how often."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.nan.matrices import not_positive_definite
from numscope.operations.lore.formulas import function_name
from numscope.operations.lore.losses import IGNORED
from numscope.operations.lore.nonfinite import (
    EXPONENTIALS,
    FACTORISES,
    LOGARITHMS,
    advice,
    advice_on_division,
)
from numscope.operations.lore.user_line import of, verb
from numscope.operations.traits import Trait
from numscope.trace import Operand, Operation

_LONGEST_NAME = 32


@dataclass(frozen=True)
class Finding:
    """What an operation did, and what to do about it."""

    sentence: str
    advice: str = ""


@dataclass(frozen=True)
class Case:
    """An operation that made NaN or infinities. arrays: its inputs, stretched to `bad`, where the results are bad."""

    operation: Operation
    name: str
    source: str
    arrays: tuple[Any, ...]
    bad: Any

    def count(self, place: int, test: Callable[[Any], Any]) -> int:
        """Return for how many bad results `test` is true of the input at `place`."""
        if place >= len(self.arrays):
            return 0
        return int(np.count_nonzero(test(self.arrays[place]) & self.bad))

    def says(self, place: int, what: str, test: Callable[[Any], Any]) -> str:
        """Return "`w` is 0 in 3 of 8 values"; of a single number just "`w` is 0"."""
        array = _own(self.operation, place, self.arrays)
        name = _called(self, place)
        if array.size == 1:
            return f"{name} is {what}"
        return f"{name} is {what} in {np.count_nonzero(test(array)):,} of {array.size:,} values"


def explain(operation: Operation, source: str) -> Finding | None:
    """Return what the operation did; None if its values don't show it."""
    name = _name(operation)
    if few := too_few(operation):
        return few
    case = _case(operation, name, source)
    if case is not None and case.bad.any():
        rule = _division if operation.traits & Trait.DIVIDES or name == "divide" else _RULES.get(name)
        found = rule(case) if rule is not None else None
        if found is not None:
            return found
        if found := _all_masked(operation) or _of_infinities(case):
            return found
    elif case is None and (found := _by_statistics(operation, name)):
        return found
    return _by_flags(operation, name)


def _name(operation: Operation) -> str:
    return _OF_METHOD.get(operation.name.rpartition(".")[2]) or _plain_name(operation)


def _plain_name(operation: Operation) -> str:
    return function_name(operation.name).removesuffix("_")


def _division(case: Case) -> Finding | None:
    divisor = case.arrays[-1]
    both = case.bad & (case.arrays[0] == 0) & (divisor == 0)
    if case.count(len(case.arrays) - 1, _is_zero):
        all_zero = len(case.arrays) > 1 and both.sum() == (case.bad & (divisor == 0)).sum()
        what = "0 / 0" if all_zero else "zero"
        verb = "divides 0 by 0" if what == "0 / 0" else "divides by zero"
        return Finding(
            f"{verb}: {case.says(len(case.arrays) - 1, '0', _is_zero)}",
            advice_on_division(case.operation.name, *_parts_of_division(case)),
        )
    return None


def _added_quotient(case: Case) -> Finding | None:
    """Return that `a + value * b / c` divided by zero, as the step of an optimiser does whose eps is lost."""
    if len(case.arrays) < 3 or not case.count(2, _is_zero):
        return None
    divisor = _own(case.operation, 2, case.arrays)
    zeros = f"its divisor is 0 in {np.count_nonzero(divisor == 0):,} of {divisor.size:,} values"
    if case.operation.attributes.get("phase") != "optimizer" or divisor.dtype != np.float16:
        return Finding(f"divides by zero: {zeros}")
    return Finding(
        f"divides by zero in the optimiser's step: {zeros}, since its eps is 0 in float16",
        "Keep the parameters in float32 (autocast, GradScaler), or give the optimiser eps=1e-4.",
    )


def _logarithm(case: Case) -> Finding | None:
    lowest = -1.0 if case.name == "log1p" else 0.0
    border = f"{lowest:g}"
    if case.count(0, lambda array: array < lowest):
        what = "negative" if not lowest else f"below {border}"
        return Finding(
            f"takes the logarithm of {'negative numbers' if not lowest else what}: "
            f"{case.says(0, what, lambda array: array < lowest)}",
            advice("negative logarithm", case.operation.name),
        )
    if case.count(0, lambda array: array == lowest):
        return Finding(
            f"takes the logarithm of {'zero' if not lowest else border}: "
            f"{case.says(0, border, lambda array: array == lowest)}",
            advice("logarithm of zero", case.operation.name),
        )
    return None


def _root(case: Case) -> Finding | None:
    if not case.count(0, _is_negative):
        return None
    return Finding(
        f"takes the square root of negative numbers: {case.says(0, 'negative', _is_negative)}",
        advice("root", case.operation.name),
    )


def _power(case: Case) -> Finding | None:
    if case.count(0, _is_negative) and np.isnan(_results(case)).any():
        return Finding(
            f"raises negative numbers to a fraction: {case.says(0, 'negative', _is_negative)}",
            advice("power", case.operation.name),
        )
    if case.count(0, _is_zero):
        return Finding(f"raises 0 to a negative power: {case.says(0, '0', _is_zero)}")
    return None


def _arc(case: Case) -> Finding | None:
    def outside(array: Any) -> Any:
        return np.abs(array) > 1

    if not case.count(0, outside):
        return None
    worst = case.arrays[0][case.bad & outside(case.arrays[0])]
    value = float(worst[np.argmax(np.abs(worst))])
    return Finding(
        f"takes {case.name} of {value!r}: {case.says(0, 'outside [-1, 1]', outside)}",
        advice("arc", case.operation.name),
    )


def _exponential(case: Case) -> Finding | None:
    if not np.isinf(_results(case)).any():
        return None
    return Finding(
        f"overflows: {case.name} of numbers up to {np.max(case.arrays[0][case.bad]):.4g} is too large for "
        f"{_results_dtype(case.operation)}",
        advice("exponential", case.operation.name),
    )


def _cholesky(case: Case) -> Finding | None:
    lack = not_positive_definite(case.operation.inputs[0])
    if lack is None:
        return None
    return Finding(
        f"factorises a matrix that is not positive definite: {lack}",
        advice("not positive definite", case.operation.name),
    )


_OF_METHOD = {
    "__add__": "add",
    "__sub__": "subtract",
    "__mul__": "multiply",
    "__truediv__": "divide",
    "__floordiv__": "floor_divide",
    "__mod__": "remainder",
    "__pow__": "power",
}
_RULES: dict[str, Callable[[Case], Finding | None]] = {
    **dict.fromkeys((*LOGARITHMS, "log1p"), _logarithm),
    **dict.fromkeys(("sqrt", "rsqrt"), _root),
    **dict.fromkeys(("power", "float_power", "pow"), _power),
    **dict.fromkeys(("arccos", "arcsin", "acos", "asin"), _arc),
    **dict.fromkeys(EXPONENTIALS, _exponential),
    "reciprocal": _division,
    "addcdiv": _added_quotient,
    **dict.fromkeys(FACTORISES, _cholesky),
}
# Of these a NaN is what infinities leave: name -> what they do with them.
_WITH_INFINITIES = {
    "subtract": "subtracts infinity from infinity",
    "add": "adds infinity to minus infinity",
    "multiply": "multiplies 0 by infinity",
    "divide": "divides infinity by infinity",
}


def _of_infinities(case: Case) -> Finding | None:
    infinite = sum(int(np.count_nonzero(np.isinf(array) & case.bad)) for array in case.arrays)
    nans = int(np.count_nonzero(np.isnan(_results(case))))
    if not infinite or not nans:
        return None
    what = _WITH_INFINITIES.get(case.name, f"makes NaN of infinities in {case.name}")
    said = f"{what} ({nans:,} of {case.bad.size:,} values)"
    rows = _masked_rows(case)
    if rows:
        return Finding(f"{said}: {rows} masked as a whole", advice("masked", case.name))
    return Finding(said)


def _masked_rows(case: Case) -> str:
    """Return how many rows hold nothing but -inf, of which the largest, -inf, is subtracted; else an empty text."""
    first = case.arrays[0]
    if case.name != "subtract" or not first.ndim or first.shape[-1] < 2:
        return ""
    rows = np.isneginf(first).all(axis=-1)
    met = np.isneginf(first) & np.isneginf(case.arrays[1])
    if not rows.any() or not np.array_equal(met, np.broadcast_to(rows[..., None], first.shape)):
        return ""
    number = int(np.count_nonzero(rows))
    return f"{of(number, rows.size, 'row')} {verb(number, 'is', 'are')}"


def too_few(operation: Operation) -> Finding | None:
    """Return that the operation was given no values that count, or single ones to take the deviation of; else None."""
    return _of_nothing(operation) or _of_ignored(operation) or _spread_of_one(operation, _name(operation))


def _of_nothing(operation: Operation) -> Finding | None:
    arrays = [operand for operand in operation.inputs if operand.is_array() and operand.shape]
    if arrays and not all(arrays[0].shape or ()):
        return Finding(
            f"takes the {_name(operation)} of no values: its input has shape {arrays[0].shape}",
            advice("nothing", operation.name),
        )
    return None


def _of_ignored(operation: Operation) -> Finding | None:
    """Return that a loss was given no label but the one that it ignores."""
    ignored = next((one.literal for one in operation.arguments if one.name == IGNORED), None)
    labels = [one.statistics for one in operation.inputs[1:2] if one.shape and one.statistics is not None]
    if not labels or not labels[0].minimum == labels[0].maximum == ignored:
        return None
    count = prod(operation.inputs[1].shape or ())
    what = f"all {count:,} labels are" if count > 1 else "the only label is"
    return Finding(
        f"takes the mean of no values: {what} {ignored}, which is ignored", advice("nothing", operation.name)
    )


def _spread_of_one(operation: Operation, name: str) -> Finding | None:
    """Return that the deviation of single values was asked for: divided by n - 1, it has none."""
    what = _SPREADS.get(name)
    given = next((size for one in operation.inputs if (size := _size(one)) is not None), None)
    results = next((size for one in operation.outputs if (size := _size(one)) is not None), None)
    if what is None or not given or given != results or _has_infinities(operation):
        return None
    return Finding(
        f"takes the {what} of a single value: it divides by n - 1, which is 0",
        advice("single value", operation.name),
    )


def _has_infinities(operation: Operation) -> bool:
    known = [one.statistics for one in operation.inputs if one.statistics is not None]
    return any(one.positive_infinities or one.negative_infinities for one in known)


def _size(operand: Operand) -> int | None:
    """Return how many numbers an operand holds: an array, a number, or a list in the program's text."""
    if operand.is_array():
        return prod(operand.shape or ())
    if operand.kind in ("scalar", "float", "int"):
        return 1
    text = operand.literal if operand.kind == "literal" else None
    try:
        values = ast.literal_eval(text) if isinstance(text, str) else None
    except (ValueError, SyntaxError):  # cut off, or with objects in it
        return None
    return len(values) if isinstance(values, (list, tuple)) else None


_SPREADS = {
    "std": "standard deviation",
    "std_mean": "standard deviation",
    "var": "variance",
    "var_mean": "variance",
}


def _by_statistics(operation: Operation, name: str) -> Finding | None:
    """Return what the statistics of an input show of an operation whose values were not kept."""
    inputs = [one for one in operation.inputs if one.is_array() and one.statistics is not None]
    before = inputs[0].statistics if inputs else None
    if before is None:
        return None
    values = prod(inputs[0].shape or ())
    if name in ("sqrt", "rsqrt") and before.minimum < 0:
        return Finding("takes the square root of negative numbers", advice("root", operation.name))
    if name in LOGARITHMS:
        if before.minimum < 0:
            return Finding(
                "takes the logarithm of negative numbers", advice("negative logarithm", operation.name)
            )
        if before.zeros:
            where = (
                f"its input is 0 in {before.zeros:,} of {values:,} values" if values > 1 else "its input is 0"
            )
            return Finding(
                f"takes the logarithm of zero: {where}", advice("logarithm of zero", operation.name)
            )
    return None


def _by_flags(operation: Operation, name: str) -> Finding | None:
    flags = operation.floating_point
    if "divide" in flags:
        return Finding(f"divides by zero inside {name}")
    if ("overflow" in flags and "invalid" not in flags) or _left_the_range(operation):
        return Finding(f"overflows in {name}: a result is too large for {_results_dtype(operation)}")
    masked = _all_masked(operation)
    if masked:
        return masked
    return Finding(f"has no defined result in {name}") if "invalid" in flags else None


def _left_the_range(operation: Operation) -> bool:
    """Return whether finite numbers gave nothing worse than infinities: half precision raises no flag in sums."""
    before = [operand.statistics for operand in operation.inputs if operand.statistics is not None]
    after = [operand.statistics for operand in operation.outputs if operand.statistics is not None]
    infinite = [one.infinities for one in after]
    finite = not any(one.nonfinite for one in before)
    return bool(before) and finite and sum(infinite) > 0 and not any(one.nans for one in after)


def _all_masked(operation: Operation) -> Finding | None:
    """Return that whole rows were minus infinity, as a mask that leaves nothing makes them."""
    arrays = [operand for operand in operation.inputs if operand.is_array() and operand.shape]
    array = numbers_of(arrays[0]) if len(arrays) == 1 else None
    if array is None or not array.ndim or array.dtype.kind != "f":
        return None
    rows = np.isneginf(array).all(axis=-1)
    if not rows.any():
        return None
    where = f"{np.count_nonzero(rows):,} of {rows.size:,} rows are" if rows.size > 1 else "the input is"
    return Finding(
        f"gets nothing but -inf: {where} masked as a whole",
        advice("masked", operation.name),
    )


def _case(operation: Operation, name: str, source: str) -> Case | None:
    results = [operand for operand in (*operation.outputs, *operation.mutated) if operand.is_array()]
    inputs = [operand for operand in operation.inputs if operand.kind in ("array", "scalar", "int", "float")]
    after = numbers_of(results[0]) if len(results) == 1 else None
    before = [numbers_of(operand) for operand in inputs]
    if after is None or after.dtype.kind not in "fc" or not before or any(array is None for array in before):
        return None
    try:
        arrays = tuple(np.broadcast_to(array, after.shape) for array in before)
    except ValueError:
        return None
    bad = ~np.isfinite(after)
    known = np.any([np.isnan(array) for array in arrays], axis=0)
    return Case(operation, name, source, arrays, bad & ~known if (bad & ~known).any() else bad)


def _results(case: Case) -> Any:
    result = next(
        operand for operand in (*case.operation.outputs, *case.operation.mutated) if operand.is_array()
    )
    return numbers_of(result)[case.bad]


def _results_dtype(operation: Operation) -> str:
    return next((operand.dtype or "" for operand in operation.outputs if operand.dtype), "its type")


def _own(operation: Operation, place: int, arrays: tuple[Any, ...]) -> Any:
    """Return the operand as it is, before it was stretched."""
    inputs = [operand for operand in operation.inputs if operand.kind in ("array", "scalar", "int", "float")]
    found = numbers_of(inputs[place])
    return arrays[place] if found is None else found


def _is_zero(array: Any) -> Any:
    return array == 0


def _is_negative(array: Any) -> Any:
    return array < 0


def _parts_of_division(case: Case) -> tuple[str, str]:
    """Return how the source writes what is divided, and by what; in general words where either is not certain."""
    parts = [_written(case, place) for place in (0, 1)]
    if case.name == "reciprocal" or None in parts:
        return "dividend", "divisor"
    dividend, divisor = (one if _is_atom(one) else f"({one})" for one in parts if one)
    return dividend, divisor


def _is_atom(text: str) -> bool:
    """Return whether an expression needs no parentheses beside an operator."""
    return isinstance(
        ast.parse(text, mode="eval").body, (ast.Name, ast.Constant, ast.Attribute, ast.Subscript, ast.Call)
    )


def _written(case: Case, place: int) -> str | None:
    """Return how the source writes an operand, if one text of it can be meant and is short."""
    found = set(_candidates(case.source, case.name, place))
    return next(iter(found)) if len(found) == 1 and len(min(found)) <= _LONGEST_NAME else None


def _called(case: Case, place: int) -> str:
    """Return how the source names an operand: `visits`; in general words where that is not certain."""
    if (text := _written(case, place)) is not None:
        return f"`{text}`"
    if case.operation.traits & Trait.DIVIDES:
        return "the divisor" if place else "the dividend"
    if case.name == "reciprocal":
        return "the divisor"
    return "its input" if len(case.arrays) == 1 else f"operand {place + 1}"


_OPERATORS = {
    "divide": (ast.Div,),
    "floor_divide": (ast.FloorDiv,),
    "remainder": (ast.Mod,),
    "power": (ast.Pow,),
    "square": (ast.Pow,),
    "subtract": (ast.Sub,),
    "multiply": (ast.Mult,),
    "add": (ast.Add,),
}


def _candidates(source: str, name: str, place: int) -> list[str]:
    tree = _parsed(source)
    found = []
    for node in ast.walk(tree) if tree is not None else ():
        if isinstance(node, ast.BinOp) and isinstance(node.op, _OPERATORS.get(name, ())):
            found.append(ast.unparse(node.right if place else node.left))
        elif isinstance(node, ast.AugAssign) and isinstance(node.op, _OPERATORS.get(name, ())):
            found.append(ast.unparse(node.value if place else node.target))
        elif isinstance(node, ast.Call) and _last_name(node.func) == name and len(node.args) > place:
            found.append(ast.unparse(node.args[place]))
    return found


def _last_name(node: ast.expr) -> str | None:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else None


def _parsed(source: str) -> ast.AST | None:
    """Return the tree of a line, which may be the head of a block or an `elif`."""
    for text in (source, f"{source} pass", f"{source.removeprefix('el')} pass", source.rstrip(",")):
        try:
            return ast.parse(text)
        except (SyntaxError, ValueError, RecursionError):
            continue
    return None
