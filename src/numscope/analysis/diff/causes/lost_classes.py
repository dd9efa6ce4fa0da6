"""Sums by groups or classes that hold less than what was added up: rows whose group is missing, or beyond all classes.

Each sum that is left is the first program's, too. What shows the loss is that the rest, or the whole, is a number of
the first run and of the second nowhere.
"""

from __future__ import annotations

import numpy as np

from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.diff.program_change import SourceChange
from numscope.trace import Operation, Trace
from numscope.trace.operation import AFTER

_MOST_LOOKED_AT = 200
_SUMS = f"""
    select id from operations where depth = 0 and not in_library and not importing
        and (contains(name, 'GroupBy.') and ends_with(name, '.sum') or ends_with(name, '.histogram'))
    order by id limit {_MOST_LOOKED_AT}
"""
_GROUPING = """
    select distinct id from operations join operand_contents on operation = id
    where depth = 0 and ends_with(operations.name, '.groupby') and role = 'output'
        and hash_high = ? and hash_low = ? and id < ?
    order by id desc limit 1
"""
_HAS = """
    select 1 from operand_contents where role in ('output', 'mutated') and coalesce(len(shape) = 0, true)
        and abs(coalesce(mean, real) - ?) <= ? limit 1
"""
# So much of the whole has to be missing, and so far may sums in another order be from each other.
_LEAST_LOST, _ROUNDED = 1e-6, 1e-9


def lost_classes(first: Trace, second: Trace) -> SourceChange | None:
    """Return the line of the second program that makes groups or classes in which a part of the data is not."""
    ids = second.ask(_SUMS)["id"].to_pylist()
    for operation in second.operations.fetch(ids):
        whole = _whole(operation)
        lost = None if whole is None else whole - _sum(operation)
        if whole is None or lost is None or not abs(lost) > _LEAST_LOST * abs(whole):
            continue
        margin = _ROUNDED * abs(whole)
        told = [one for one in (lost, whole) if not float(round(one, 6)).is_integer()]
        if any(_has(first, one, margin) and not _has(second, one, margin) for one in told):
            site = (_grouping(operation, second) or operation).user_site
            return None if site is None else SourceChange(None, None, *site.place, ("", site.source.strip()))
    return None


def _whole(operation: Operation) -> float | None:
    """Return the sum of all that was to be added up: a column in groups, or the weights of a histogram."""
    arrays = [one for one in operation.inputs if one.is_array() and one.shape and one.name != "index"]
    weighted = [one for one in arrays if one.name == "weights"]
    chosen = weighted if operation.name.endswith(".histogram") else arrays
    numbers = numbers_of(chosen[0]) if len(chosen) == 1 else None
    return float(numbers.sum()) if numbers is not None and np.isfinite(numbers).all() else None


def _sum(operation: Operation) -> float:
    made = [one for one in operation.operands if one.role in AFTER and one.is_array() and one.name != "index"]
    numbers = numbers_of(made[0]) if made else None
    return np.nan if numbers is None else float(numbers.sum())


def _grouping(operation: Operation, second: Trace) -> Operation | None:
    """Return the operation that made the groups; None if what was given already stood in classes."""
    for one in operation.inputs:
        if one.hash is not None and one.shape:
            where = [int(one.hash[:16], 16), int(one.hash[16:], 16), operation.id]
            ids = second.ask(_GROUPING, where)["id"].to_pylist()
            if ids:
                return second.operations.fetch(ids)[0]
    return None


def _has(trace: Trace, number: float, margin: float) -> bool:
    """Return whether a run made a single number, but for roundings."""
    return bool(trace.ask(_HAS, [number, margin]).num_rows)
