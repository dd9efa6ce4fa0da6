"""Arrays filled with NaN first and element by element then: a loop that ends early leaves some as they were."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.concepts.syntax import parsed
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.root import Root
from numscope.trace import Operand, Operation, Trace

_Loop = ast.For | ast.While
_ADVICE = "Let the loop run over every element, or start from what the others shall be."
# What wrote elements of the array that lies at an address, until its memory was given to another.
_WRITES = """
    with here as (
        select id, role, user_line as line, user_file as file, operations.name, depth
        from results join operations on operation = id where address = ? and owner is null and id > ? and process = ?
    )
    select id, line from here where role = 'mutated' and name like '%\\_\\_setitem\\_\\_' escape '\\' and file = ?
        and id < coalesce((select min(id) from here where role = 'output' and depth = 0), 1::bigint << 62)
    order by id
"""


@dataclass(frozen=True)
class Left:
    """The elements along an axis that nothing wrote: `first` to `last` of `length`."""

    axis: int
    first: int
    last: int
    length: int


def short_loop(trace: Trace, operation: Operation) -> Root | None:
    """Return the loop that wrote all elements but some beside each other of the array that `operation` filled with NaN.

    At an end, or before elements that another line wrote. None if several parts are left, or if the loop passes over
    elements by a condition.
    """
    made = next((one for one in operation.outputs if one.is_array() and one.shape), None)
    site = operation.user_site or operation.site
    if made is None or made.owner is not None or site is None or not _all_nan(made):
        return None
    writes = trace.ask(_WRITES, [made.address, operation.id, operation.process, site.file]).to_pylist()
    if not writes:
        return None
    end = left_as_filled(_result(trace.operations[writes[-1]["id"]], made))
    lines = {row["line"] for row in writes}
    text = trace.sources.text(site.file) or ""
    loops = set() if end is None else {loop.lineno for loop in _loops(parsed(text), lines, end.axis)}
    if end is None or len(loops) != 1:
        return None
    places = f"{end.first}" if end.first == end.last else f"{end.first} to {end.last}"
    where = "the first " if end.first == 0 else "the last " if end.last == end.length - 1 else ""
    said = (
        f"leaves {where}{end.last - end.first + 1} of {end.length} elements as line "
        f"{site.line} filled them, with NaN: nothing writes to index {places}"
    )
    return Root(replace(site, line=loops.pop()), Cause(said, _ADVICE))


def _all_nan(made: Operand) -> bool:
    size = int(np.prod(made.shape or ()))
    return made.statistics is not None and made.statistics.nans == size > 0


def _result(last: Operation, made: Operand) -> Operand:
    return next(one for one in last.operands if one.role == "mutated" and one.address == made.address)


def left_as_filled(operand: Operand) -> Left | None:
    """Return the one part of an axis that is NaN as a whole, if nothing else of an array is."""
    array = numbers_of(operand)
    if array is None or array.dtype.kind not in "fc":
        return None
    bad = np.isnan(array)
    for axis, length in enumerate(array.shape):
        others = tuple(one for one in range(bad.ndim) if one != axis)
        whole = np.flatnonzero(bad.all(axis=others))
        if not 0 < whole.size < length or bad.sum() != whole.size * (bad.size // length):
            continue
        first, last = int(whole[0]), int(whole[-1])
        if last - first + 1 == whole.size:
            return Left(axis, first, last, length)
    return None


def _loops(tree: ast.Module, lines: set[int], axis: int) -> Iterator[_Loop]:
    """Yield the loops by whose variable the statements of these lines say where on `axis` they write.

    A statement under a condition inside the loop may leave elements out on purpose.
    """
    for loop in ast.walk(tree):
        if not isinstance(loop, _Loop):
            continue
        head = loop.target if isinstance(loop, ast.For) else loop.test
        named = _names(head)
        if any(
            statement.lineno in lines and named & _names(_index(statement, axis))
            for statement in _without_condition(loop)
        ):
            yield loop


def _without_condition(loop: _Loop) -> Iterator[ast.stmt]:
    """Yield the statements of a loop, and of loops in it, that run each time."""
    if any(isinstance(node, (ast.Continue, ast.Break)) for node in ast.walk(loop)):
        return
    for statement in loop.body:
        if isinstance(statement, _Loop):
            yield from _without_condition(statement)
        elif isinstance(statement, ast.With):
            yield from statement.body
        else:
            yield statement


def _index(statement: ast.stmt, axis: int) -> ast.expr | None:
    """Return by what a statement says where on `axis` it writes."""
    targets = statement.targets if isinstance(statement, ast.Assign) else [getattr(statement, "target", None)]
    for target in targets:
        if isinstance(target, ast.Subscript):
            parts = target.slice.elts if isinstance(target.slice, ast.Tuple) else [target.slice]
            return parts[axis] if axis < len(parts) else None
    return None


def _names(node: ast.expr | None) -> set[str]:
    return set() if node is None else {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}
