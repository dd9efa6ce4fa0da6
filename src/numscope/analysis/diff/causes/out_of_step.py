"""Lines that ran in another order than the first program's, or less often: what controls them is to blame.

The values that such a line makes are all known, so nothing on the way is new: files that are read in the order of their
names, a cache that is asked with too little.
"""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from numscope.analysis.concepts.callers import FUNCTIONS, Function, function_around, only_call
from numscope.analysis.concepts.syntax import last_name, parsed
from numscope.analysis.diff.causes.left_out import floats, is_proper_part
from numscope.analysis.diff.causes.makers import last_maker
from numscope.analysis.diff.program_change import SourceChange
from numscope.analysis.diff.run_values import VALUE_KEY
from numscope.trace import Operation, Trace
from numscope.trace.operation import AFTER

_MOST_EVENTS = 20_000
# Callers of callers, so many levels up.
_HIGHEST = 4
# So many arrays are put together, or more.
_FEWEST_PIECES = 2
_LOOPS = (ast.For, ast.AsyncFor, ast.While)
# What is the same in other elements is everywhere: constants, truth values, small whole numbers.
_EVENTS = f"""
    select id, user_file as file, user_line as line, {VALUE_KEY} as key
    from operations join operand_contents on operation = id
    where depth = 0 and user_visible and role = 'output' and hash_low is not null and dtype not like 'bool%'
        and (minimum <> maximum or len(shape) = 0 and dtype like 'float%' and mean <> round(mean, 3))
    order by id, place limit {_MOST_EVENTS}
"""
Line = tuple[str, int]


@dataclass(frozen=True)
class _Event:
    """A value that an operation of a line made."""

    number: int
    line: Line
    key: int


def out_of_order(parted: Operation, first: Trace, second: Trace) -> SourceChange | None:
    """Return the line of the second program by which lines before `parted` made their values in another order.

    None unless one made the same values as a line of the first program, as often, in another order.
    """
    before, after = _by_line(_events(first)), _by_line(_events(second))
    broken = [
        (found, there, here)
        for here, events in after.items()
        if (there := _counterpart(events, before)) is not None
        and (found := _first_moved(_shared(before[there], events), events)) is not None
        and found.number < parted.id
    ]
    if not broken:
        return None
    _, there, here = min(broken, key=lambda one: one[0].number)
    return _named(here, there, first, second, loops=True)


def not_run(lost: Operation, first: Trace, second: Trace) -> SourceChange | None:
    """Return the line of the second program that keeps another from running as often as its counterpart in the first.

    lost: of the first run, of which the second has no value; the other values of its line show the counterpart.
    """
    site = lost.user_site or lost.site
    if site is None:
        return None
    before, after = _by_line(_events(first)), _by_line(_events(second))
    there = site.file, site.line
    mine = Counter(one.key for one in before.get(there, ()))
    alike = {
        line: sum((Counter(one.key for one in events) & mine).values()) for line, events in after.items()
    }
    here = max(alike, key=lambda line: alike[line], default=None)
    if here is None or not alike[here] or len(after[here]) >= mine.total():
        return None
    return _named(here, there, first, second, loops=False)


def cut_short(parted: Operation, first: Trace, second: Trace) -> SourceChange | None:
    """Return the line of the second program that ends a loop early, of which `parted` puts the values together.

    None unless it was given several arrays, and what it made is a proper part of an array of the first run.
    """
    site = parted.user_site or parted.site
    given = [one for one in parted.operands if one.role not in AFTER and one.is_array() and one.shape]
    if site is None or len(given) < _FEWEST_PIECES:
        return None
    parts = floats(parted.operands, AFTER)
    wholes = [array for operation in _outermost(first) for _, array in floats(operation.operands, AFTER)]
    if not any(is_proper_part(part, whole) for _, part in parts for whole in wholes):
        return None
    makers = [last_maker(second, one.hash, parted.id) for one in given if one.hash is not None]
    lines = [one.user_site for one in makers if one is not None and one.user_site is not None]
    if not lines:
        return None
    here = lines[-1].file, lines[-1].line
    return _named(here, None, first, second, loops=True)


def _outermost(trace: Trace) -> list[Operation]:
    ids = trace.ask("select id from operations where depth = 0 and user_visible order by id desc limit 400")
    return trace.operations.fetch(ids["id"].to_pylist())


def _events(trace: Trace) -> list[_Event]:
    rows = trace.ask(_EVENTS).to_pylist()
    return [_Event(row["id"], (row["file"], row["line"]), row["key"]) for row in rows]


def _by_line(events: Sequence[_Event]) -> dict[Line, list[_Event]]:
    found: dict[Line, list[_Event]] = defaultdict(list)
    for one in events:
        found[one.line].append(one)
    return found


def _counterpart(events: Sequence[_Event], before: Mapping[Line, list[_Event]]) -> Line | None:
    """Return the line of the first program that made the same values as often."""
    mine = Counter(one.key for one in events)
    if len(mine) < 2:
        return None
    return next(
        (
            line
            for line, others in before.items()
            if len(others) >= len(events) and Counter(one.key for one in _shared(others, events)) == mine
        ),
        None,
    )


def _shared(events: Sequence[_Event], others: Sequence[_Event]) -> list[_Event]:
    """Return the events whose values are among those of others: one line may make what several did."""
    keys = {one.key for one in others}
    return [one for one in events if one.key in keys]


def _first_moved(before: Sequence[_Event], after: Sequence[_Event]) -> _Event | None:
    return next((new for old, new in zip(before, after, strict=True) if old.key != new.key), None)


def _named(here: Line, there: Line | None, first: Trace, second: Trace, loops: bool) -> SourceChange | None:
    line = _controlling(parsed(second.sources.text(here[0]) or ""), here[1], loops)
    if line is None:
        return None
    before = "" if there is None else first.sources.line(*there).strip()
    texts = before, second.sources.line(here[0], line).strip()
    return SourceChange(None, None, here[0], line, texts)


def _controlling(tree: ast.Module, line: int, loops: bool) -> int | None:
    """Return the line that says in which order a line runs, or, if not `loops`, whether it does.

    That of the loop or condition around it, or around the call of its function; of one that only reads a name, the
    line that gives the name.
    """
    for _ in range(_HIGHEST):
        function = function_around(tree, line)
        controls = list(_controls(function or tree, line, loops))
        if controls:
            at, told = controls[-1]
            return _giver(function or tree, told, at) or _inside(tree, told) or at
        call = None if function is None else only_call(tree, function)
        if call is None:
            return None
        line = call.lineno
    return None


def _controls(scope: Function | ast.Module, line: int, loops: bool) -> Iterator[tuple[int, ast.expr]]:
    """Yield the lines of what controls a line, outermost first, and the expressions by which it does."""
    around = [
        node
        for node in ast.walk(scope)
        if getattr(node, "lineno", line + 1) <= line <= (getattr(node, "end_lineno", None) or 0)
    ]
    for node in sorted(around, key=lambda node: getattr(node, "lineno", 0)):
        if isinstance(node, (ast.For, ast.AsyncFor)):
            yield node.lineno, node.iter
        elif isinstance(node, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
            yield from ((one.iter.lineno, one.iter) for one in node.generators)
        elif isinstance(node, ast.While) or (isinstance(node, (ast.If, ast.IfExp)) and not loops):
            yield node.test.lineno, node.test


def _inside(tree: ast.Module, told: ast.expr) -> int | None:
    """Return the line of a function of the program that says what a loop over its result goes through."""
    functions = {node.name: node for node in ast.walk(tree) if isinstance(node, FUNCTIONS)}
    called = functions.get(last_name(told.func)) if isinstance(told, ast.Call) else None
    ends = (
        []
        if called is None
        else [one for one in ast.walk(called) if isinstance(one, (ast.Return, ast.Yield))]
    )
    if called is None or len(ends) != 1:
        return None
    if isinstance(ends[0], ast.Return):
        return ends[0].lineno
    controls = list(_controls(called, ends[0].lineno, loops=True))
    return controls[-1][0] if controls else None


def _giver(scope: Function | ast.Module, told: ast.expr, at: int) -> int | None:
    """Return the line that gives the name which `told` is, or of which it asks whether something has it."""
    if isinstance(told, ast.Compare) and isinstance(told.ops[0], (ast.In, ast.NotIn)):
        told = told.left
    if not isinstance(told, ast.Name):
        return None
    given = [
        node.lineno
        for node in ast.walk(scope)
        if isinstance(node, ast.Assign) and node.lineno < at
        for target in node.targets
        if isinstance(target, ast.Name) and target.id == told.id
    ]
    return max(given, default=None)
