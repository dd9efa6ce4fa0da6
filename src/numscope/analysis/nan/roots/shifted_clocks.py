"""Times that one line moved to another zone's clock: hours off, so that some find no partner by their label."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np

from numscope.analysis.concepts.line_names import line_of
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.root import Root
from numscope.analysis.nan.roots.lost_labels import loses_labels
from numscope.errors import NumscopeError
from numscope.operations.lore.labels import (
    CHANGES_ZONES,
    CONVERTS_ZONES,
    TIMES,
    WITHOUT_CLOCK_CHANGES,
)
from numscope.trace import Operand, Operation, Trace
from numscope.trace.operation import AFTER

_ADVICE = "Convert both sides to one zone before they meet (`tz_convert`), and drop the zone after that."
_FEWEST = 4
# Clocks differ by quarters of an hour, by 14 hours at most.
_STEP, _MOST = np.timedelta64(15, "m"), np.timedelta64(14, "h")
_SHARED = 0.75
_ZONES = """
    select id from operations where id < ? and process = ? and depth = 0
        and regexp_extract(name, '[^.]+$') in (select unnest(?::varchar[])) order by id desc limit 50
"""


def shifted_clock(trace: Trace, operation: Operation) -> Root | None:
    """Return the line that changed a time zone, if `operation` lost labels of times that are some hours off."""
    site = operation.user_site or operation.site
    if site is None or not loses_labels(operation):
        return None
    changing = _changing_zones(trace, operation)
    for one, other in itertools.permutations(_sides(operation) if changing else (), 2):
        shift = _shift(one.times, other.times)
        step = None if shift is None else next((step for step in changing if _moved(step, one, other)), None)
        # An index shows no array of what a line gave: then none may have been brought to the clock that is kept.
        if step is None or (not _made(step) and any(map(_converts, changing))):
            continue
        hours = abs(shift / np.timedelta64(1, "h"))
        made = step.user_site or site
        said = f"moves times by {hours:g} hours, off those that {line_of(site, made)} looks for"
        return Root(made, Cause(said, _ADVICE))
    return None


def _changing_zones(trace: Trace, before: Operation) -> list[Operation]:
    """Return the operations that gave times another zone, or none."""
    found = trace.ask(_ZONES, [before.id, before.process, list(CHANGES_ZONES)])["id"].to_pylist()
    return trace.operations.fetch(found)


def _converts(step: Operation) -> bool:
    zones = [one.literal for one in step.operands if one.kind == "string"]
    return step.name.endswith(CONVERTS_ZONES) and any(zone in WITHOUT_CLOCK_CHANGES for zone in zones)


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


def _moved(step: Operation, one: _Side, other: _Side) -> bool:
    """Return whether a step was given the times of the other side, and gave this one as far as that is seen."""
    before = [operand for operand in step.operands if operand.role not in AFTER]
    gave = _made(step)
    had = any(_share(times, other.times) > _share(one.times, other.times) for times in _times(before))
    return had and (not gave or bool(one.contents & gave))


def _shift(one: Any, other: Any) -> Any:
    """Return by how much the times of two operands differ, if they are the same but for that; else None."""
    for shift in (one.min() - other.min(), one.max() - other.max()):
        whole = np.timedelta64(0) < abs(shift) <= _MOST and shift % _STEP == np.timedelta64(0)
        if whole and _share(one - shift, other) >= _SHARED and _share(one, other) < 1:
            return shift
    return None


def _share(times: Any, others: Any) -> float:
    return float(np.isin(times, others).mean())


def _times(operands: Iterable[Operand]) -> Iterator[Any]:
    for one in operands:
        if one.is_array() and (one.dtype or "").startswith(TIMES):
            try:
                times = np.unique(np.asarray(one.value()))
            except NumscopeError:
                continue
            if len(times) >= _FEWEST and not np.isnat(times).any():
                yield times.astype("datetime64[us]")
