"""Zeros that a line of the program made: rounded down, put there by a mask, for a text, or where a range begins.

The values are followed element by element, back from the line that divides by the zeros or takes their logarithm, and
through what only hands elements on, in tables, too; where they were Python's numbers or text, by the program's text.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from numscope.analysis.concepts.callers import statement_at
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.concepts.line_names import line_of
from numscope.analysis.concepts.program import program_of
from numscope.analysis.concepts.syntax import expressions_of, last_name
from numscope.analysis.concepts.value_sources import value_sources
from numscope.analysis.nan.arithmetic import explain
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.producers import maker_of
from numscope.analysis.nan.root import Root, at_line_of
from numscope.analysis.nan.upstream import upstream
from numscope.operations.lore.formulas import function_name
from numscope.operations.lore.nonfinite import LOGARITHMS, RANGES_BY_NAME
from numscope.operations.lore.zeroing import (
    OF_PYTHON_NUMBERS,
    PUTS_BY_MASK,
    READS_TEXT,
    REPLACES,
    ROUNDS_DOWN,
)
from numscope.operations.traits import Trait
from numscope.trace import Operand, Operation, Site, Trace

_DEEPEST = 12
# These compute: that some of their elements equal some of their inputs' says nothing.
_COMPUTES = Trait.ELEMENTWISE | Trait.COMBINES | Trait.CONTRACTS
OF_ZEROS = re.compile("zero|divides 0 by 0")
_ROUNDED = "Keep the fraction (`/` for `//`, no int), or compute in a smaller unit."
_RANGE = "Let it {} beside 0, or leave its 0 out where this line divides or takes the logarithm."
_FEWEST = 3
_PUT = "Put a small positive number there, or leave these out where this line divides or takes the logarithm."

_FIRST_AT_LINE = (
    "select min(id) as first from operations where user_file = ? and user_line = ? and process = ?"
)


class _Zeros(NamedTuple):
    """An operand of an operation that holds zeros, and where, as a flat mask."""

    reader: Operation
    operand: Operand
    where: Any


def put_to_zero(trace: Trace, operation: Operation) -> Root | None:
    """Return the line that made the zeros of which `operation` has no result; None if they were in the data."""
    root = _line_of_zeros(trace, operation)
    return root if root is not None and _ran_before(trace, root.site, operation) else None


def _ran_before(trace: Trace, site: Site, operation: Operation) -> bool:
    """Return whether a line may be behind an operation: not if all its own operations came after this one.

    The text alone does not tell, where a name is bound again: `x = x.pct_change()`, and then `x = x.fillna(0)`.
    """
    rows = trace.ask(_FIRST_AT_LINE, [site.file, site.line, operation.process]).to_pylist()
    first = rows[0]["first"]
    return first is None or bool(first <= operation.id)


def _line_of_zeros(trace: Trace, operation: Operation) -> Root | None:
    site = operation.user_site or operation.site
    found = None if site is None else explain(operation, site.source)
    if site is None or found is None or not OF_ZEROS.search(found.sentence):
        return None
    return next(filter(None, (_followed(trace, operation, site, zeros) for zeros in _zeros(operation))), None)


def _followed(trace: Trace, operation: Operation, site: Site, zeros: _Zeros) -> Root | None:
    """Return the line that made these zeros, on which `operation` at `site` fails."""
    is_alone = zeros.where is not None and np.count_nonzero(zeros.where) == 1
    for _ in range(_DEEPEST):
        if zeros.operand.hash is None:
            return _made_by_text(trace, operation, site, _divisors(trace, site))
        maker = maker_of(trace, zeros.operand, zeros.reader)
        made = None if maker is None else maker.user_site or maker.site
        if maker is None or made is None:
            return None
        source = next(_same_zeros(maker, zeros), None) or next(_handed_on(maker, zeros), None)
        if source is not None:
            zeros = source
            continue
        if _was_text(maker, zeros.operand) or not any(one.is_array() for one in maker.inputs):
            if function_name(maker.name) in RANGES_BY_NAME:
                return _range(operation, made, zeros) if is_alone else None
            expressions = expressions_of(_statement(trace, made))
            known = function_name(maker.name) in OF_PYTHON_NUMBERS | READS_TEXT
            return _made_by_text(trace, operation, made, expressions) if known else None
        if made.in_library or made.place == site.place:
            return None
        return _made_here(trace, operation, maker, zeros)
    return None


def _zeros(operation: Operation) -> Iterator[_Zeros]:
    """Yield the divisor, or what a logarithm was taken of, if it holds zeros; of a table each column that does."""
    inputs = [one for one in operation.inputs if one.kind != "object"]
    read = inputs[:1] if function_name(operation.name) in LOGARITHMS else inputs[-1:]
    for operand in _columns(operation, read):
        if operand.hash is None:
            if operand.literal == 0:
                yield _Zeros(operation, operand, None)
            continue
        values = numbers_of(operand)
        where = None if values is None else np.ravel(values) == 0
        if where is not None and where.any():
            yield _Zeros(operation, operand, where)


def _columns(operation: Operation, one: Sequence[Operand]) -> list[Operand]:
    """Return all columns of the table of which an operand is one; the operand alone if it is of no table."""
    tables: list[list[Operand]] = [[]]
    for operand in operation.operands:
        if operand.kind == "object":
            tables.append([])
        elif operand.role == "input" and operand.name is not None:
            tables[-1].append(operand)
    return next((table for table in tables for column in table if column in one), list(one))


def _same_zeros(maker: Operation, zeros: _Zeros) -> Iterator[_Zeros]:
    """Yield the inputs of `maker` that are 0 wherever its result is."""
    for operand in maker.inputs:
        values = numbers_of(operand) if operand.is_array() else None
        if values is None or values.size != zeros.where.size or values.dtype.kind == "b":
            continue
        if not np.ravel(values)[zeros.where].any():
            yield _Zeros(maker, operand, zeros.where)


def _handed_on(maker: Operation, zeros: _Zeros) -> Iterator[_Zeros]:
    """Yield the inputs of `maker` that hold zeros, if all elements of its result are elements of its inputs.

    A part, another order, a table of these columns: which element became which need not be known.
    """
    if maker.traits & _COMPUTES:
        return
    numbers = [
        (one, values) for one in maker.inputs if one.is_array() and (values := numbers_of(one)) is not None
    ]
    data = [(one, values) for one, values in numbers if values.dtype.kind != "b"]
    result = numbers_of(zeros.operand)
    if not data or result is None:
        return
    known = result[~np.isnan(result)]  # rows that nothing was found for have no zeros
    if not np.isin(known, np.concatenate([np.ravel(v) for _, v in data])).all():
        return
    for operand, values in data:
        where = np.ravel(values) == 0
        if where.any() and operand.hash != zeros.operand.hash:
            yield _Zeros(maker, operand, where)


def _was_text(maker: Operation, made: Operand) -> bool:
    """Return whether a column of the table that `maker` gives was none of numbers in the table that it got."""
    named = any(one.name == made.name for one in maker.inputs if one.is_array())
    return made.name is not None and not named and function_name(maker.name) in READS_TEXT


def _made_here(trace: Trace, operation: Operation, maker: Operation, zeros: _Zeros) -> Root | None:
    """Return what is said of a line that made these zeros of other numbers.

    A 0 at a place that the text names is data; one that a mask puts there was another number before. What was drawn
    at random just before is no measured number either: the line simulates data, some of which are 0.
    """
    name, made = function_name(maker.name), maker.user_site or maker.site
    if made is None:
        return None
    of = f"{int(np.count_nonzero(zeros.where)):,} of {zeros.where.size:,} values"
    puts_zero = any(one.kind in ("int", "float") and one.literal == 0 for one in maker.operands)
    if name in PUTS_BY_MASK and puts_zero and any(one.dtype == "bool" for one in maker.inputs):
        said = Cause(f"sets {of} to 0{at_line_of(operation, made)}", _PUT)
        return None if _is_simulated(trace, maker) else Root(made, said)
    if maker.traits & Trait.FILLS and _was_missing(maker, zeros):
        return Root(made, Cause(f"fills missing values with 0: {of}{at_line_of(operation, made)}", _PUT))
    if name in ROUNDS_DOWN:
        return Root(made, Cause(f"rounds {of} down to 0{at_line_of(operation, made)}", _ROUNDED))
    return None


def _is_simulated(trace: Trace, maker: Operation) -> bool:
    """Return whether a mask of something else chooses between 0 and numbers that the same function computes of draws.

    A mask of the numbers themselves is a step of the computation: `np.where(noisy < 0.2, 0.0, noisy)`.
    """
    numbers = [one for one in maker.inputs if one.is_array() and one.dtype != "bool"]
    tested = {one.hash for mask, _ in upstream(trace, maker, _is_mask) for one in mask.inputs}
    function = maker.user_site and maker.user_site.function
    made = [one for one in (maker_of(trace, number, maker) for number in numbers) if one is not None]
    earlier = [before for one in made for before, _ in upstream(trace, one, Operand.is_array)]
    draws = [one for one in (*made, *earlier) if one.traits & Trait.DRAWS]
    is_drawn = any(one.user_site is not None and one.user_site.function == function for one in draws)
    return is_drawn and not any(one.hash in tested for one in numbers)


def _is_mask(operand: Operand) -> bool:
    return operand.dtype == "bool"


def _range(operation: Operation, made: Site, zeros: _Zeros) -> Root | None:
    """Return the line of a range of which the first or the last number alone is 0; None if it passes through 0.

    A quotient of two zeros has a limit there: the line that divides is to say what it is.
    """
    called, places = operation.user_site or operation.site, np.flatnonzero(zeros.where)
    ends = {0: "begins", zeros.where.size - 1: "ends"}
    if len(places) != 1 or int(places[0]) not in ends or made.in_library or zeros.where.size < _FEWEST:
        return None
    if called is None or called.place == made.place or "invalid" in operation.floating_point:
        return None
    verb = ends[int(places[0])]
    said = f"{verb} at 0, of which {line_of(called, made)} has no finite result"
    return Root(made, Cause(said, _RANGE.format(verb.removesuffix("s"))))


def _was_missing(maker: Operation, zeros: _Zeros) -> bool:
    """Return whether all these zeros were NaN in an input of `maker`, of a table in the column of this name."""
    for operand in maker.inputs:
        is_same = zeros.operand.name in (None, operand.name)  # inside of a table its columns have no names
        values = numbers_of(operand) if operand.is_array() and is_same else None
        if values is None or values.size != zeros.where.size or values.dtype.kind != "f":
            continue
        if np.isnan(np.ravel(values)[zeros.where]).all():
            return True
    return False


def _made_by_text(trace: Trace, operation: Operation, site: Site, expressions: list[ast.expr]) -> Root | None:
    """Return the one line that rounds, or puts a 0, among those from which the zeros come by the program's text."""
    program = program_of(trace, site)
    flow = value_sources(program.tree)
    found: dict[int, tuple[ast.expr, Cause]] = {}
    for expression in expressions:
        for node in flow.behind(expression):
            said = _says(node)
            if said is not None:
                made = program.site(node.lineno, site)
                ending, advice = f"`{ast.unparse(node)}`{at_line_of(operation, made)}", said[1]
                found.setdefault(node.lineno, (node, Cause(f"{said[0]}: {ending}", advice)))
    called = operation.user_site or operation.site
    if len(found) != 1 or called is None:
        return None
    ((line, (_, cause)),) = found.items()
    blamed = program.site(line, site)
    return None if blamed.place == called.place else Root(blamed, cause)


def _says(node: ast.expr) -> tuple[str, str] | None:
    """Return what an expression does that makes zeros, and the advice; None if it makes none."""
    if _rounds_down(node):
        return "rounds down to 0", _ROUNDED
    return ("puts 0 in place of other values", _PUT) if _puts_zero(node) else None


def _puts_zero(node: ast.expr) -> bool:
    """Return whether an expression puts a 0, or the text of one, in place of something: by a call or by an `if`."""
    if isinstance(node, ast.IfExp):
        return _is_zero(node.body) != _is_zero(node.orelse)
    if not isinstance(node, ast.Call) or last_name(node.func) not in REPLACES:
        return False
    given = [*node.args[-1:], *(one.value for one in node.keywords if one.arg in (None, "value", "other"))]
    return any(
        _is_zero(part) for one in given for part in (one.values if isinstance(one, ast.Dict) else [one])
    )


def _is_zero(node: ast.expr) -> bool:
    if not isinstance(node, ast.Constant) or isinstance(node.value, (bool, bytes)):
        return False
    try:
        return float(node.value) == 0  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return False


def _rounds_down(node: ast.expr) -> bool:
    """Return whether an expression rounds Python's numbers down."""
    if isinstance(node, ast.BinOp):
        return isinstance(node.op, ast.FloorDiv)
    return isinstance(node, ast.Call) and bool(node.args) and last_name(node.func) in ROUNDS_DOWN


def _statement(trace: Trace, site: Site) -> ast.stmt | None:
    return statement_at(program_of(trace, site).tree, program_of(trace, site).line(site))


def _divisors(trace: Trace, site: Site) -> list[ast.expr]:
    """Return by what the statement at a line divides, and of what it takes logarithms."""
    statement, found = _statement(trace, site), []
    for node in ast.walk(statement) if statement is not None else ():
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
            found.append(node.right)
        elif isinstance(node, ast.Call) and last_name(node.func) in LOGARITHMS:
            found += node.args[:1]
    return found
