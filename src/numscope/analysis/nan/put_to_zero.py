"""Zeros that a line of the program made of other numbers: rounded down, or put there by a mask.

The values are followed element by element, back from the line that divides by the zeros or takes their logarithm;
where they were Python's numbers, by the program's text.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from numscope.analysis.concepts.callers import statement_at
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.concepts.syntax import expressions_of, last_name, parsed
from numscope.analysis.concepts.value_sources import value_sources
from numscope.analysis.nan.arithmetic import explain
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.producers import maker_of
from numscope.analysis.nan.root import Root, at_line_of
from numscope.operations.lore.formulas import function_name
from numscope.operations.lore.nonfinite import LOGARITHMS
from numscope.operations.lore.zeroing import OF_PYTHON_NUMBERS, PUTS_BY_MASK, ROUNDS_DOWN
from numscope.trace import Operand, Operation, Site, Trace

_DEEPEST = 8
_OF_ZEROS = re.compile("zero|divides 0 by 0")
_ROUNDED = "Keep the fraction (`/` for `//`, no int), or compute in a smaller unit."
_PUT = "Put a small positive number there, or leave these out where this line divides or takes the logarithm."


class _Zeros(NamedTuple):
    """An operand of an operation that holds zeros, and where, as a flat mask."""

    reader: Operation
    operand: Operand
    where: Any


def put_to_zero(trace: Trace, operation: Operation) -> Root | None:
    """Return the line that made the zeros of which `operation` has no result; None if they were in the data."""
    site = operation.user_site or operation.site
    found = None if site is None else explain(operation, site.source)
    if site is None or found is None or not _OF_ZEROS.search(found.sentence):
        return None
    zeros = _zeros(operation)
    if zeros is None:
        return None
    for _ in range(_DEEPEST):
        if zeros.operand.hash is None:
            return _rounded_by_text(trace, operation, site, _divisors(trace, site))
        maker = maker_of(trace, zeros.operand, zeros.reader)
        made = None if maker is None else maker.user_site or maker.site
        if maker is None or made is None:
            return None
        source = next(_same_zeros(maker, zeros), None)
        if source is not None:
            zeros = source
            continue
        if not any(one.is_array() for one in maker.inputs):
            expressions = expressions_of(_statement(trace, made))
            plain = function_name(maker.name) in OF_PYTHON_NUMBERS
            return _rounded_by_text(trace, operation, made, expressions) if plain else None
        if made.in_library or made.place == site.place:
            return None
        return _made_here(operation, maker, made, zeros)
    return None


def _zeros(operation: Operation) -> _Zeros | None:
    """Return the divisor, or what a logarithm was taken of, if it holds zeros."""
    inputs = operation.inputs
    operand = inputs[0] if function_name(operation.name) in LOGARITHMS else inputs[-1] if inputs else None
    if operand is None:
        return None
    if operand.hash is None:
        return _Zeros(operation, operand, None) if operand.literal == 0 else None
    values = numbers_of(operand)
    where = None if values is None else np.ravel(values) == 0
    return None if where is None or not where.any() else _Zeros(operation, operand, where)


def _same_zeros(maker: Operation, zeros: _Zeros) -> Iterator[_Zeros]:
    """Yield the inputs of `maker` that are 0 wherever its result is."""
    for operand in maker.inputs:
        values = numbers_of(operand) if operand.is_array() else None
        if values is None or values.size != zeros.where.size or values.dtype.kind == "b":
            continue
        if not np.ravel(values)[zeros.where].any():
            yield _Zeros(maker, operand, zeros.where)


def _made_here(operation: Operation, maker: Operation, made: Site, zeros: _Zeros) -> Root | None:
    """Return what is said of a line that made these zeros of other numbers.

    A 0 at a place that the text names is data; one that a mask puts there was another number before.
    """
    name = function_name(maker.name)
    of = f"{int(np.count_nonzero(zeros.where)):,} of {zeros.where.size:,} values"
    puts_zero = any(one.kind in ("int", "float") and one.literal == 0 for one in maker.operands)
    if name in PUTS_BY_MASK and puts_zero and any(one.dtype == "bool" for one in maker.inputs):
        return Root(made, Cause(f"sets {of} to 0{at_line_of(operation)}", _PUT))
    if name in ROUNDS_DOWN:
        return Root(made, Cause(f"rounds {of} down to 0{at_line_of(operation)}", _ROUNDED))
    return None


def _rounded_by_text(
    trace: Trace, operation: Operation, site: Site, expressions: list[ast.expr]
) -> Root | None:
    """Return the one line that rounds, among those from which the zeros come by the program's text."""
    flow = value_sources(trace.sources.text(site.file) or "")
    found: dict[int, ast.expr] = {}
    for expression in expressions:
        for node in flow.behind(expression):
            if _rounds_down(node):
                found.setdefault(node.lineno, node)
    called = operation.user_site or operation.site
    if len(found) != 1 or called is None:
        return None
    ((line, node),) = found.items()
    if line == called.line:
        return None
    said = f"rounds down to 0: `{ast.unparse(node)}`{at_line_of(operation)}"
    return Root(replace(site, line=line, function=None), Cause(said, _ROUNDED))


def _rounds_down(node: ast.expr) -> bool:
    """Return whether an expression rounds Python's numbers down."""
    if isinstance(node, ast.BinOp):
        return isinstance(node.op, ast.FloorDiv)
    return isinstance(node, ast.Call) and bool(node.args) and last_name(node.func) in ROUNDS_DOWN


def _statement(trace: Trace, site: Site) -> ast.stmt | None:
    return statement_at(parsed(trace.sources.text(site.file) or ""), site.line)


def _divisors(trace: Trace, site: Site) -> list[ast.expr]:
    """Return by what the statement at a line divides, and of what it takes logarithms."""
    statement, found = _statement(trace, site), []
    for node in ast.walk(statement) if statement is not None else ():
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
            found.append(node.right)
        elif isinstance(node, ast.Call) and last_name(node.func) in LOGARITHMS:
            found += node.args[:1]
    return found
