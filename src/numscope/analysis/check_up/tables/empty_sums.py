"""Sums of nothing but missing values, which are 0, and are then taken into a mean, or for the least of all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from numscope.analysis.check_up.evidence import Call, Evidence, finding_of, in_order, last_name
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import SUM_OF_SOME
from numscope.analysis.concepts.kept_values import numbers_of, value_of
from numscope.analysis.concepts.line_names import place_beside
from numscope.trace import Operand, Operation

KIND = "sentinel"
_READS = ("mean", "median", "std", "var", "min", "quantile", "idxmin", "argmin", "nanmean", "nanmin")
# The classes whose sums leave missing values out.
_LABELLED = ("Series", "DataFrame", "DataArray", "Resampler", "GroupBy")
_VALUES, _INDEX = "values", "index"
_BY_TIME, _BY_GROUP = "Resample", "GroupBy"
_DAY = 86_400_000_000_000  # nanoseconds


def empty_sums(evidence: Evidence) -> Iterator[Finding]:
    """Yield sums that are 0 where all values are missing, of which a mean or a minimum is then taken."""
    sums = {
        made.hash: (call, operation, made)
        for call, operation in in_order(evidence, ["sum"], _has_labels)
        if (made := _made(operation)) is not None and made.hash is not None and _has_missing(operation)
    }
    found: set[int] = set()
    for later, read in in_order(evidence, _READS) if sums else ():
        given = next((sums[one.hash] for one in read.inputs if one.hash in sums), None)
        if given is None:
            continue
        call, operation, made = given
        if call.id in found or operation.id > read.id:
            continue
        empty = _empty(evidence, (call, operation, made), read)
        if empty:
            found.add(call.id)
            yield _finding(call, operation, made, empty, (later, read))


def _has_labels(call: Call) -> bool:
    return any(one in call.full_name for one in _LABELLED)


def _empty(evidence: Evidence, summed: tuple[Call, Operation, Operand], read: Operation) -> int:
    """Return how many sums are of missing values alone."""
    call, operation, made = summed
    if _BY_TIME in call.full_name:
        return _of_times(operation, made, read)
    return _of_groups(evidence, operation, made) if _BY_GROUP in call.full_name else _along(operation, made)


def _of_groups(evidence: Evidence, operation: Operation, made: Operand) -> int:
    """Return how many sums are of groups by numbers whose values are all missing."""
    sums = numbers_of(made)
    values = next((one for one in operation.inputs if one.name == _VALUES), None)
    by = next((str(one.attributes.get("by", "")) for one in operation.arguments if one.kind == "object"), "")
    for _, group in reversed(in_order(evidence, ["groupby"])):
        keys = next((numbers_of(one) for one in group.inputs if one.name and by == f"'{one.name}'"), None)
        if group.id > operation.id or values is None or keys is None or sums is None:
            continue
        numbers = numbers_of(values)
        if (
            not any(one.hash == values.hash for one in group.inputs)
            or numbers is None
            or numbers.dtype.kind != "f"
        ):
            continue
        kinds, which = np.unique(keys, return_inverse=True)
        known = np.bincount(which[~np.isnan(numbers)], minlength=len(kinds))
        return int(((known == 0) & (sums == 0)).sum()) if len(kinds) == len(sums) else 0
    return 0


def _finding(
    call: Call, operation: Operation, made: Operand, empty: int, reading: tuple[Call, Operation]
) -> Finding:
    later, read = reading
    total = int(np.prod(made.shape or (1,)))
    said = (
        f"gives 0 for {empty:,} of {total:,} sums, since all that they add up is missing: `{last_name(read)}` in "
        f"{place_beside(later.file, later.line, call.file)} takes these as measured"
    )
    return finding_of(KIND, call, operation.id, 1, said, SUM_OF_SOME)


def _has_missing(operation: Operation) -> bool:
    if any(one.name in ("min_count", "skipna") for one in operation.arguments):
        return False
    return any(one.statistics is not None and one.statistics.nans for one in operation.inputs)


def _made(operation: Operation) -> Operand | None:
    """Return the sums, if there are several."""
    made = [one for one in operation.outputs if one.is_array() and one.name == _VALUES]
    return made[0] if len(made) == 1 and max(made[0].shape or (0,)) > 1 else None


def _along(operation: Operation, made: Operand) -> int:
    """Return how many sums along axes, or across the columns of a table, are of missing values alone."""
    sums = numbers_of(made)
    given = [one for one in operation.inputs if one.is_array() and one.name != _INDEX]
    values = [numbers_of(one) for one in given]
    if sums is None or not values or any(one is None for one in values):
        return 0
    if len(values) > 1 and all(one.shape == sums.shape for one in values):
        missing = np.all([np.isnan(one.astype(float)) for one in values], axis=0)
    else:
        left = _left(operation)
        if len(values) != 1 or left is None or len(left) != values[0].ndim:
            return 0
        missing = np.isnan(values[0].astype(float)).all(axis=tuple(np.flatnonzero(~np.array(left)).tolist()))
    return int((missing & (sums == 0)).sum()) if missing.shape == sums.shape and not missing.all() else 0


def _left(operation: Operation) -> list[bool] | None:
    """Return which of the named axes a sum leaves; None where they have no names, or another order."""
    names = [
        [axis.partition(":")[0].strip() for axis in str(one.attributes["dimensions"]).split(",") if axis]
        for one in (*operation.arguments, *operation.outputs)
        if one.kind == "object" and "dimensions" in one.attributes
    ]
    if len(names) != 2:
        return None
    before, after = names
    return [one in after for one in before] if after == [one for one in before if one in after] else None


def _of_times(operation: Operation, made: Operand, read: Operation) -> int:
    """Return how many sums by times are of rows that are there, and all missing."""
    sums = numbers_of(made)
    values = next((numbers_of(one) for one in operation.inputs if one.name == _VALUES), None)
    times, starts = (_times(one) for one in (operation, read))
    if sums is None or values is None or times is None or starts is None:
        return 0
    if len(times) != len(values) or len(starts) != len(sums) or values.dtype.kind != "f":
        return 0
    group = (
        np.searchsorted(starts, times, side="right") - 1
        if starts[0] <= times[0]
        else np.searchsorted(starts, times // _DAY * _DAY)  # a month is labelled with its last day
    )
    if group.min() < 0 or group.max() >= len(sums):
        return 0
    is_known = ~np.isnan(values)
    if not np.allclose(np.bincount(group[is_known], values[is_known], len(sums)), sums):
        return 0
    rows, known = (np.bincount(one, minlength=len(sums)) for one in (group, group[is_known]))
    return int(((rows > 0) & (known == 0) & (sums == 0)).sum())


def _times(operation: Operation) -> Any:
    """Return the times that are an operation's index, or the only axis of its values, in nanoseconds."""
    axes = [str(one.attributes.get("dimensions", "")).partition(":")[0] for one in operation.arguments]
    for one in operation.operands:
        if (
            one.name in (_INDEX, *axes)
            and one.position == 0
            and one.kind == "array"
            and (one.dtype or "").startswith("datetime")
        ):
            times = value_of(one)
            return None if times is None else np.asarray(times).astype("datetime64[ns]").astype(np.int64)
    return None
