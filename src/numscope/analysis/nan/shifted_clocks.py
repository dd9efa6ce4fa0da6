"""Times that one line moved to another zone's clock: hours off, so that some find no partner by their label."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np

from numscope.analysis.concepts.callers import statement_at
from numscope.analysis.concepts.missing import nans_of
from numscope.analysis.concepts.syntax import expressions_of, last_name
from numscope.analysis.concepts.value_sources import value_sources
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.root import Root
from numscope.errors import NumscopeError
from numscope.operations.lore.labels import ALIGNS_BY_LABEL, CHANGES_ZONES, TIMES
from numscope.trace import Operand, Operation, Trace
from numscope.trace.operation import AFTER

_ADVICE = "Convert both sides to one zone before they meet (`tz_convert`), and drop the zone after that."
_FEWEST = 4
# Clocks differ by quarters of an hour, by 14 hours at most.
_STEP, _MOST = np.timedelta64(15, "m"), np.timedelta64(14, "h")
_SHARED = 0.75
_AT_LINES = """
    select id from operations where user_file = ? and user_line in (select unnest(?::integer[])) and id < ?
        and depth = 0 order by id desc limit 50
"""


def shifted_clock(trace: Trace, operation: Operation) -> Root | None:
    """Return the line that changed a time zone, if `operation` lost labels of times that are some hours off."""
    site = operation.user_site or operation.site
    if site is None or operation.floating_point or not operation.name.startswith(ALIGNS_BY_LABEL):
        return None
    if not any(map(nans_of, (*operation.outputs, *operation.mutated))):
        return None
    flow = value_sources(trace.sources.text(site.file) or "")
    starts = expressions_of(statement_at(flow.tree, site.line))
    lines = {node.lineno for start in starts for node in flow.behind(start) if _changes_zone(node)}
    sides = list(_sides(operation))
    for one, other in itertools.permutations(sides, 2):
        shift = _shift(one.times, other.times)
        if shift is None:
            continue
        for changing in _at_lines(trace, site.file, lines - {site.line}, operation):
            # The line gave this side, and the times that it was given were the other's.
            if one.contents & _made(changing) and _shares_more(changing, one, other):
                hours = abs(shift / np.timedelta64(1, "h"))
                said = f"moves times by {hours:g} hours, off those that line {site.line} looks for"
                return Root(changing.user_site or site, Cause(said, _ADVICE))
    return None


class _Side(NamedTuple):
    """One object that takes part: the times in it, and the hashes of all arrays in it."""

    times: Any
    contents: frozenset[str]


def _sides(operation: Operation) -> Iterator[_Side]:
    groups: list[list[Operand]] = [[]]
    for one in operation.operands:
        if one.role in AFTER:
            continue
        if one.kind == "object":
            groups.append([])
        groups[-1].append(one)
    for group in groups:
        contents = frozenset(one.hash for one in group if one.hash is not None)
        yield from (_Side(times, contents) for times in _times(group))


def _made(operation: Operation) -> set[str]:
    return {one.hash for one in operation.operands if one.role in AFTER and one.hash is not None}


def _shares_more(changing: Operation, one: _Side, other: _Side) -> bool:
    before = [one for one in changing.operands if one.role not in AFTER]
    return any(_share(times, other.times) > _share(one.times, other.times) for times in _times(before))


def _shift(one: Any, other: Any) -> Any | None:
    """Return by how much the times of two operands differ, if they are the same but for that."""
    for shift in (one.min() - other.min(), one.max() - other.max()):
        whole = np.timedelta64(0) < abs(shift) <= _MOST and shift % _STEP == np.timedelta64(0)
        if whole and _share(one - shift, other) >= _SHARED and _share(one, other) < 1:
            return shift
    return None


def _share(times: Any, others: Any) -> float:
    return float(np.isin(times, others).mean())


def _at_lines(trace: Trace, file: str, lines: set[int], before: Operation) -> list[Operation]:
    found = trace.ask(_AT_LINES, [file, sorted(lines), before.id])["id"].to_pylist()
    return [one for one in trace.operations.fetch(found) if one.name.rpartition(".")[2] in CHANGES_ZONES]


def _times(operands: Iterable[Operand]) -> Iterator[Any]:
    for one in operands:
        if one.is_array() and (one.dtype or "").startswith(TIMES):
            try:
                times = np.unique(np.asarray(one.value()))
            except NumscopeError:
                continue
            if len(times) >= _FEWEST and not np.isnat(times).any():
                yield times.astype("datetime64[us]")


def _changes_zone(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and last_name(node.func) in CHANGES_ZONES
