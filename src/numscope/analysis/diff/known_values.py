"""Whether a run has a value that another run made in another way: rounded otherwise, or element by element."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any

import numpy as np

from numscope.analysis.concepts.constants import numbers_written
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.concepts.syntax import parsed
from numscope.analysis.diff.element_index import ElementIndex
from numscope.analysis.diff.rows import OWN_OPERATIONS, own_parameters
from numscope.analysis.diff.run_values import STATISTICS, RunValues
from numscope.errors import NumscopeError
from numscope.operations.traits import allocates_sql
from numscope.trace import Trace
from numscope.trace.arrow_columns import numbers
from numscope.trace.dtypes import parse_dtype
from numscope.trace.operation import AFTER

# Smaller whole numbers are everywhere.
_LEAST_LENGTH = 10
# So many different ones, one behind the other, are not.
_FEWEST_WHOLE = 3
# Elements that are looked at to find single numbers in arrays, and arrays in single numbers.
_MOST_ELEMENTS = 5_000_000
_MOST_ARRAYS = 20_000
# How far elements may be from each other, as a share of their size, and be one value that was rounded otherwise.
_ROUNDED = {"float64": 1e-14, "float32": 1e-6}

_OUTERMOST = f"""
    select id, description, inline, hash_high, hash_low from operations join operand_contents on operation = id
    where {OWN_OPERATIONS} and starts_with(dtype, '{{kind}}')
        and not ({allocates_sql("traits")} and role in ('output', 'mutated'))"""

# Fractions that plain Python computed: nothing is recorded of that, but what was done with them.
_GIVEN = f"""
    select id, real from operations join operand_contents on operation = id
    where {OWN_OPERATIONS} and kind = 'float' and role in ('input', 'argument') order by id, place
"""
# An array that is filled in place has as many contents as steps: each once.
_TABLES = """
    select max(id) id, format('{:016x}{:016x}', hash_high, hash_low) as hash from operations
    join operand_contents on operation = id
    where role in ('output', 'mutated') and depth = 0 and len(shape) = 2 and zeros > 0
        and shape[1] * shape[2] - zeros = ?
    group by hash_high, hash_low order by id limit ?
"""
_MOST_LOOKED_AT = 200
_NEVER = 1 << 62

Array = Any


class KnownValues:
    """The values of `run`. relative: the tolerance by dtype; None if all bits have to agree."""

    def __init__(self, run: RunValues, relative: Callable[[str], float] | None) -> None:
        self._run = run
        self._relative = relative

    def rounding(self, other: RunValues, place: int) -> float | None:
        """Return how far the statistics of the value at `place` of `other` are from the nearest of its size.

        As a share of its largest number; None if no value is as near as the tolerance allows.
        """
        if self._relative is None:
            return None
        key = other.kind(place)
        mine = self._statistics.get(key)
        if mine is None:
            return None
        wanted = np.array([other.columns[name][place] for name in STATISTICS], np.float64)
        scale = max(np.abs(wanted[np.isfinite(wanted)]), default=0.0)
        distances = np.abs(mine - wanted)
        near = distances[(distances <= self._relative(key[0]) * scale).all(axis=1)]
        return float(near.max(axis=1).min() / (scale or 1.0)) if len(near) else None

    def has_otherwise(self, other: RunValues, place: int) -> bool:
        """Return whether the value at `place` of `other` is here in pieces, or is a number of the text here."""
        return self.in_pieces(other, place) or self._is_written_number(other, place)

    def in_pieces(self, other: RunValues, place: int) -> bool:
        """Return whether the value at `place` of `other` is an element here, or its elements were made one by one."""
        if not other.kind(place)[0].startswith("float"):
            return self._is_length(other, place) or self._is_whole_element(other, place)
        value = _value(other, place)
        if value is None:
            return False
        if value.size == 1:
            return bool(_found(value.ravel(), self._elements)[0])
        return bool(value.size) and self._one_by_one(value.ravel())

    def share(self, array: Array) -> float:
        """Return the share of an array's elements that are elements here, too."""
        return float(_found(array.ravel(), self._elements).mean()) if array.size else 0.0

    def has_elements(self, other: RunValues, place: int) -> bool:
        """Return whether the array at `place` of `other` is part of one here, or put together of some.

        But for roundings. Arrays of whole numbers do not count, nor those of one number many times: these are
        everywhere.
        """
        kind = other.kind(place)[0]
        value = _value(other, place) if kind in _ROUNDED else None
        if value is None or value.size < 2:
            return False
        elements = _once(value).astype(np.float64)
        if not np.isfinite(elements).all() or (elements == np.rint(elements)).all():
            return False
        if (elements == elements.flat[0]).all():
            return False
        return self._index.has(elements, _ROUNDED[kind])

    def is_run(self, other: RunValues, place: int) -> bool:
        """Return whether the whole numbers at `place` of `other` stand one behind the other in an array here.

        As the labels of a batch do in those of all samples.
        """
        value = _value(other, place) if "int" in other.kind(place)[0] else None
        if value is None or value.size < _LEAST_LENGTH or value.min() == value.max():
            return False
        elements = value.ravel().astype(np.float64)
        starts = (np.flatnonzero(array == elements[0]) for array in self._whole_arrays)
        return any(
            np.array_equal(array[start : start + elements.size], elements)
            for array, found in zip(self._whole_arrays, starts, strict=True)
            for start in found[: _MOST_LOOKED_AT * 5].tolist()
        )

    @cached_property
    def _whole_arrays(self) -> list[Array]:
        return [one for one in _arrays(self._run.trace, "int") if one.size > _LEAST_LENGTH]

    def is_written(self, other: RunValues, place: int) -> bool:
        """Return whether the program has the elements of the array at `place` of `other` as numbers of its text.

        In their order; whole numbers, which are everywhere, one directly behind the other. Of a single number, whether
        it is one of the text that its operation was given: `np.float32(40.0)`.
        """
        if bool(other.columns["single"][place]):
            return self._is_written_number(other, place)
        value = _value(other, place)
        if value is None or value.size < 2 or value.dtype.kind not in "fiu":
            return False
        elements = value.ravel().tolist()
        if (value == np.rint(value)).all():
            count = len(elements)
            rows = (self._written[at : at + count] for at in range(len(self._written) - count + 1))
            return len(set(elements)) >= _FEWEST_WHOLE and any(row == elements for row in rows)
        left = iter(self._written)
        return all(any(number == element for number in left) for element in elements)

    def _is_written_number(self, other: RunValues, place: int) -> bool:
        """Return whether a single number is one of the text here that its operation was given as it is."""
        number = float(other.columns["mean"][place])
        single = bool(other.columns["single"][place]) and other.kind(place)[0].startswith("float")
        if not single or number not in self._written:
            return False
        given = other.trace.operations[int(other.ids[place])].operands
        return any(
            one.kind in ("int", "float") and one.literal == number for one in given if one.role not in AFTER
        )

    def is_filled(self, other: RunValues, place: int) -> bool:
        """Return whether the array at `place` of `other` was filled with a number of this program's text.

        A program that appends the number to a list again and again computes the same. Results of operations on arrays
        do not count.
        """
        if bool(other.columns["single"][place]) or not other.kind(place)[0].startswith("float"):
            return False
        read = (other.ids == other.ids[place]) & ~other.made
        if (read & ~other.columns["single"].astype(bool)).any():
            return False
        lowest, highest = (float(other.columns[name][place]) for name in ("minimum", "maximum"))
        return lowest == highest and lowest in self._written

    def is_sparse(self, other: RunValues, place: int) -> bool:
        """Return whether the array at `place` of `other` is the `data` of a sparse matrix, and an array here has these.

        In the order of rows or of columns, and nothing else but zeros.
        """
        value = _value(other, place)
        if value is None or value.size < _LEAST_LENGTH or other.operand(place).name != "data":
            return False
        return any(
            np.array_equal(order[order != 0], value)
            for array in self._with_zeros(value.size)
            for order in (array.ravel(), array.T.ravel())
        )

    def _is_length(self, other: RunValues, place: int) -> bool:
        """Return whether a whole number is how many elements an array here has: `mask.sum()`, `x[mask].size`."""
        if not bool(other.columns["single"][place]) or "int" not in other.kind(place)[0]:
            return False
        number = float(other.columns["mean"][place])
        return number >= _LEAST_LENGTH and number in self._lengths

    def _is_whole_element(self, other: RunValues, place: int) -> bool:
        """Return whether a whole number that Python got is one here, or an element of an array that a loop takes.

        `int(hour)` is the number that `hour` was. Of a number that an operation made, as a count, Python gets a result.
        """
        handed = bool(other.columns["single"][place]) and "int" in other.kind(place)[0]
        number = float(other.columns["mean"][place]) if handed else 0.0
        if number < _LEAST_LENGTH:
            return False
        read = np.flatnonzero((other.ids == other.ids[place]) & ~other.made)
        whole = np.array([one for one in read.tolist() if "int" in other.kind(one)[0]], np.int64)
        same = whole[other.columns["mean"][whole] == number]
        if not self._run.keys.isdisjoint(other.key[same].tolist()):
            return True
        looped = any(
            other.first_made.get(key, _NEVER) >= other.ids[place] for key in other.key[whole].tolist()
        )
        return looped and number in self._whole_elements

    @cached_property
    def _whole_elements(self) -> frozenset[float]:
        """Return the elements of arrays of whole numbers, those that came first."""
        arrays = _arrays(self._run.trace, "int")
        return frozenset(np.unique(np.concatenate([np.empty(0), *arrays])).tolist())

    @cached_property
    def _lengths(self) -> frozenset[float]:
        """Return the lengths of the axes of all arrays."""
        found = self._run.trace.ask(
            "select distinct unnest(shape) length from operand_layouts where shape is not null"
        )
        return frozenset(map(float, found["length"].to_pylist()))

    def _one_by_one(self, elements: Array) -> bool:
        found, first = np.unique(self._singles, return_index=True)
        if not len(found) or not _found(elements, found).all():
            return False
        order = first[np.minimum(np.searchsorted(found, elements), len(found) - 1)]
        new = order[np.sort(np.unique(order, return_index=True)[1])]
        return bool((np.diff(new) > 0).all())

    @cached_property
    def _statistics(self) -> dict[tuple[str, int], Array]:
        columns = self._run.columns
        groups: dict[tuple[str, int], list[int]] = {}
        for place in range(len(self._run.ids)):
            groups.setdefault(self._run.kind(place), []).append(place)
        whole = np.column_stack([columns[name].astype(np.float64) for name in STATISTICS])
        return {kind: whole[places] for kind, places in groups.items()}

    @cached_property
    def _singles(self) -> Array:
        """Return all single floating-point numbers, also those that Python computed, in the order of time."""
        single = self._run.columns["single"].astype(bool)
        given = self._run.trace.ask(_GIVEN, own_parameters(self._run.trace))
        real = numbers(given["real"])
        computed = ~np.isin(real, self._written)
        ids = np.concatenate([self._run.ids[single], numbers(given["id"])[computed]])
        values = np.concatenate([self._run.columns["mean"][single].astype(np.float64), real[computed]])
        return values[np.argsort(ids, kind="stable")]

    @cached_property
    def _written(self) -> list[float]:
        """Return the numbers in the text of the program, in their order."""
        sources = self._run.trace.sources
        return [
            number for file in sources.files() for number in numbers_written(parsed(sources.text(file) or ""))
        ]

    @cached_property
    def _index(self) -> ElementIndex:
        return ElementIndex(_arrays(self._run.trace, "float"), self._singles)

    def _with_zeros(self, filled: int) -> Iterator[Array]:
        """Yield the distinct tables of which so many elements are not zero, and others are."""
        rows = self._run.trace.ask(_TABLES, [filled, _MOST_LOOKED_AT]).to_pylist()
        places = {row["id"]: row["hash"] for row in rows}
        for operation in self._run.trace.operations.fetch(sorted(places)):
            for one in operation.operands:
                if one.hash == places[operation.id] and (value := numbers_of(one)) is not None:
                    yield value
                    break

    @cached_property
    def _elements(self) -> Array:
        """Return all elements of floating-point arrays, each once, in rising order."""
        return np.unique(np.concatenate([self._singles, *_arrays(self._run.trace, "float")]))


def _arrays(trace: Trace, kind: str) -> Iterator[Array]:
    """Yield the distinct arrays of a kind of dtype of a run's outermost operations as long as they are not too many.

    Those that came first: runs agree at first, and a training makes more arrays than can be looked through.
    Libraries fill arrays part by part: what they hold before is nobody's value, and partly what memory had held.
    """
    outermost = _OUTERMOST.format(kind=kind)
    small = trace.ask(
        f"select distinct description, inline from ({outermost}) where inline is not null",
        own_parameters(trace),
    ).to_pylist()
    for row in small:
        yield np.frombuffer(row["inline"], parse_dtype(row["description"])).astype(np.float64)
    kept = trace.ask(
        f"""select format('{{:016x}}{{:016x}}', hash_high, hash_low) as hash from ({outermost})
        where inline is null and hash_low is not null group by hash having hash in (select hash from "values")
        order by min(id), hash""",
        own_parameters(trace),
    )["hash"].to_pylist()
    trace.values.find(kept[:_MOST_ARRAYS])
    room = _MOST_ELEMENTS
    for name in kept[:_MOST_ARRAYS]:
        value = trace.values[name]
        room -= value.size
        if room < 0:
            return
        with np.errstate(invalid="ignore"):  # of memory that nobody wrote some may be NaN that signals
            yield value.ravel().astype(np.float64)


def _found(elements: Array, numbers: Array) -> Array:
    """Return which of `elements` are among `numbers`, which rise; NaN is equal to NaN."""
    if not len(numbers):
        return np.zeros(len(elements), bool)
    elements = elements.astype(np.float64)
    at = np.minimum(np.searchsorted(numbers, elements), len(numbers) - 1)
    return (numbers[at] == elements) | (np.isnan(elements) & np.isnan(numbers[-1]))


def _once(value: Array) -> Array:
    """Return an array without the axes along which it repeats itself, as after a broadcast."""
    for axis in range(value.ndim):
        first = value.take([0], axis)
        if value.ndim > 1 and (value == first).all():
            value = first
    return value


def _value(run: RunValues, place: int) -> Array | None:
    """Return the value at `place`, if it was kept."""
    if bool(run.columns["single"][place]):
        return np.array([run.columns["mean"][place]], np.float64)
    try:
        return np.asarray(run.operand(place).value())
    except NumscopeError:
        return None
