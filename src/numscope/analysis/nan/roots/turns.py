"""Numbers that are 0 in the first or the last turn of a loop alone, where a line divides by them.

In the first turn the loop counts from 0, and its line is to blame; in the last a schedule ends at 0, and the line that
computes it is. `1 - 0.9**step` is 0 at step 0, `1 - epoch / (epochs - 1)` at the last epoch.
"""

from __future__ import annotations

import ast
import enum
from collections.abc import Iterator
from typing import NamedTuple

from numscope.analysis.concepts.number_flow import Loop, came_from, names_in
from numscope.analysis.concepts.program import program_of
from numscope.analysis.concepts.syntax import last_name
from numscope.analysis.nan.arithmetic import explain
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.root import Root, at_line_of
from numscope.analysis.nan.roots.growth import EARLIER, at_call
from numscope.operations.lore.nonfinite import RANGES_TO_THEIR_END
from numscope.trace import Operand, Operation, Trace

# The single numbers that the runs of one call were given at one place, in the order of time.
_SERIES = f"""
    with runs as (select id from operations where {EARLIER} or id = ?
        union all select id from operations where id > ? and process = ? and name = ?
            and user_site = (select user_site from operations where id = ?))
    select coalesce(real, integer, minimum) as number from operand_contents
    where operation in (select id from runs) and role = 'input' and position = ?
        and coalesce(real, integer, minimum) is not null
    order by operation
"""
_ADVICE = "Count from 1 (`range(1, n + 1)`, `enumerate(..., start=1)`), or let a schedule end above 0."
_LEAST_TURNS = 3
_DEEPEST = 6


class _Turn(enum.Enum):
    """The one turn of a loop in which a number was 0."""

    FIRST = "first"
    LAST = "last"


class _Giver(NamedTuple):
    """The line that gives a number of each turn. counts: it is a loop's own."""

    line: int
    counts: bool


def zero_turn(trace: Trace, operation: Operation) -> Root | None:
    """Return the line by which a single number that `operation` divided by was 0 in the first or the last turn.

    None if it was 0 in other turns, too, or in one of few, or if the text does not tell where the number is from.
    """
    site = operation.user_site or operation.site
    zero = _zero(operation)
    found = None if site is None or zero is None else explain(operation, site.source)
    if site is None or zero is None or found is None or "zero" not in found.sentence:
        return None
    turn = _turn(trace, operation, zero)
    if turn is None:
        return None
    program = program_of(trace, site)
    tree, at = program.tree, program.line(site)
    names: dict[_Giver, str] = {}
    for node in _numbers_at(tree, at):
        if (giver := _giver(tree, node, turn)) is not None:
            names.setdefault(giver, ast.unparse(node))
    if len(names) != 1:
        return None
    ((giver, name),) = names.items()
    if giver.line == at:
        return None
    made = program.site(giver.line, site)
    verb = "counts from 0" if giver.counts else "gives 0"
    said = f"{verb}: `{name}` is 0 in the {turn.value} turn alone{at_line_of(operation, made)}"
    return Root(made, Cause(said, _ADVICE))


def _zero(operation: Operation) -> Operand | None:
    """Return the one input that is a single number, and 0."""
    found = [one for one in operation.inputs if not (one.shape or ()) and _number(one) == 0]
    return found[0] if len(found) == 1 else None


def _number(operand: Operand) -> float | None:
    if isinstance(operand.literal, (int, float)):
        return float(operand.literal)
    return None if operand.statistics is None else operand.statistics.minimum


def _turn(trace: Trace, operation: Operation, zero: Operand) -> _Turn | None:
    """Return in which turn the number was 0, if it was another one in each other turn."""
    asked = [*at_call(operation), operation.id, operation.id, *at_call(operation)[1:], zero.position]
    series = trace.ask(_SERIES, asked)["number"].to_pylist()
    # Turns of an inner loop see the same number again.
    turns = [one for place, one in enumerate(series) if not place or one != series[place - 1]]
    if len(turns) < _LEAST_TURNS or turns.count(0) != 1:
        return None
    return _Turn.FIRST if turns[0] == 0 else _Turn.LAST if turns[-1] == 0 else None


def _numbers_at(tree: ast.Module, line: int) -> Iterator[ast.expr]:
    """Yield the names and calls by which the statement at a line gets a divisor, or what it gives on."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.stmt) or hasattr(node, "body"):
            continue
        if node.lineno <= line <= (node.end_lineno or node.lineno):
            yield from (name for name in names_in(node) if isinstance(name.ctx, ast.Load))
            yield from (call for call in ast.walk(node) if isinstance(call, ast.Call))


def _giver(tree: ast.Module, node: ast.expr, turn: _Turn, depth: int = _DEEPEST) -> _Giver | None:
    """Return the loop that counts a number from 0, or the schedule that lets it end at 0."""
    source = came_from(tree, node)[-1]
    if not isinstance(source, ast.expr):
        counts = turn is _Turn.FIRST and _counts_from_zero(source)
        return _Giver(source.iter.lineno, counts=True) if counts else None
    if _is_range_with_zero(source) or (turn is _Turn.LAST and _follows_a_loop(tree, source)):
        return _Giver(source.lineno, counts=False)
    if depth == 0 or turn is _Turn.LAST or isinstance(source, (ast.Name, ast.Attribute)):
        return None
    # An index says which number is read, not how large it is: `width[kind]` may be 0 for any `kind`.
    indices = {
        id(name) for one in ast.walk(source) if isinstance(one, ast.Subscript) for name in names_in(one.slice)
    }
    names = (one for one in names_in(source) if id(one) not in indices and isinstance(one.ctx, ast.Load))
    givers = {giver for name in names if (giver := _giver(tree, name, turn, depth - 1)) is not None}
    return givers.pop() if len(givers) == 1 else None


def _counts_from_zero(loop: Loop) -> bool:
    given = loop.iter
    if not isinstance(given, ast.Call):
        return False
    name, starts = last_name(given.func), given.args[:1] if len(given.args) > 1 else []
    from_zero = name == "range" and all(getattr(one, "value", None) == 0 for one in starts)
    return from_zero or (name == "enumerate" and len(given.args) == 1 and not given.keywords)


def _is_range_with_zero(source: ast.expr) -> bool:
    if not isinstance(source, ast.Call) or last_name(source.func) not in RANGES_TO_THEIR_END:
        return False
    return any(isinstance(one, ast.Constant) and one.value == 0 for one in source.args)


def _follows_a_loop(tree: ast.Module, source: ast.expr) -> bool:
    """Return whether an expression computes another number in each turn of a loop."""
    return isinstance(source, ast.BinOp) and any(
        not isinstance(came_from(tree, name)[-1], ast.expr) for name in names_in(source)
    )
