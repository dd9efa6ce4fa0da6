"""Blocks of a compiled function that leave a remainder: `n // block` whole ones, and what is behind them stays NaN."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from numscope.analysis.concepts.callers import FUNCTIONS
from numscope.analysis.concepts.constants import numbers_written
from numscope.analysis.concepts.line_names import line_of
from numscope.analysis.concepts.program import program_of
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.root import Root
from numscope.analysis.nan.roots.short_loops import left_as_filled
from numscope.operations.lore.compiled import COMPILED
from numscope.trace import Operation, Trace

_ADVICE = "Count the last, shorter block, too (`-(-n // block)`), or say that these values are left out."


def dropped_remainder(trace: Trace, operation: Operation) -> Root | None:
    """Return the line that divides a length into whole blocks, if the compiled `operation` leaves the rest NaN.

    None unless the NaN are the end of its result, as many as a number given or written leaves of the length.
    """
    site = operation.user_site or operation.site
    if site is None or not operation.name.startswith(COMPILED):
        return None
    program = program_of(trace, site)
    lines = {node.lineno for node in _divisions(program.tree, operation.name.rpartition(".")[2])}
    ends = (left_as_filled(one) for one in operation.outputs if one.is_array() and one.shape)
    end = next((one for one in ends if one is not None), None)
    if end is None or len(lines) != 1 or end.last != end.length - 1:
        return None
    left = end.length - end.first
    size = next(
        (size for size in _sizes(operation, program.tree) if left < size and end.length % size == left), None
    )
    if size is None:
        return None
    made = program.site(lines.pop(), site)
    said = (
        f"drops the remainder: {end.first // size:,} whole blocks of {size:,} leave the last {left:,} of "
        f"{end.length:,} elements NaN; {line_of(site, made)} is given them"
    )
    return Root(made, Cause(said, _ADVICE))


def _divisions(tree: ast.Module, function: str) -> Iterator[ast.expr]:
    """Yield where a function divides without a rest."""
    for node in ast.walk(tree):
        if isinstance(node, FUNCTIONS) and node.name == function:
            for one in ast.walk(node):
                if isinstance(one, ast.BinOp) and isinstance(one.op, ast.FloorDiv):
                    yield one


def _sizes(operation: Operation, tree: ast.Module) -> Iterator[int]:
    """Yield the whole numbers that the function was given, and those in the text."""
    given = (one.literal for one in operation.operands if one.kind == "int")
    yield from (int(one) for one in given if isinstance(one, int))
    yield from (int(one) for one in numbers_written(tree) if float(one).is_integer() and one > 1)
