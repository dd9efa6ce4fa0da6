"""The values of a run: which operation read and made which, each by the hash of its content."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from functools import cached_property
from typing import Any

import numpy as np

from numscope.analysis.diff.rounded_values import Numbers, has_many_digits, numbers_of
from numscope.analysis.diff.rows import OWN_OPERATIONS, own_parameters
from numscope.analysis.diff.unused_outputs import thrown_away
from numscope.operations.traits import Trait, allocates_sql, has_sql
from numscope.trace import Operand, Trace
from numscope.trace.arrow_columns import numbers

# Memory that nobody has written holds no value, and an address is none.
_NO_VALUE = f"{allocates_sql('traits')} or {has_sql('traits', Trait.EXPORTS)}"
# An array that is given the memory of an object shows what that holds, written or not.
_FROM_OBJECT = f"""{has_sql("traits", Trait.ASSIGNS)} and id in (
            select operation from operand_layouts where kind = 'object' and role = 'argument')"""
# What these give was there before, at another place.
MOVES = Trait.VIEW | Trait.COPIES | Trait.READS_PART
_IS_WHOLE = "regexp_matches(coalesce(dtype, ''), '^(u?int|bool)')"
# A single fraction is one value, whether NumPy, Python or a tensor holds it.
_IS_FRACTION = (
    """coalesce(dtype like 'float%' and len(shape) = 0 and not isnan(mean), false) or kind = 'float'"""
)
# Dtype and shape are mixed into both halves of a hash, into one turned by half: like this they fall out.
_OF_BYTES = "xor(hash_low, (hash_high % 4294967296) * 4294967296 + (hash_high >> 32))"
# The same for equal content and dtype, whatever the shape.
VALUE_KEY = f"""case when {_IS_FRACTION} then hash('float', coalesce(mean, real))
            when kind in ('array', 'scalar') then hash(dtype, fortran, {_OF_BYTES})
            else hash(kind, integer, real) end"""
# What becomes text or a list of Python's own numbers leaves the recording: `tolist`, `to_string`.
# Whole numbers do not count: the other program may have counted in plain Python.
_QUERY = f"""
    with handed_out as (
        select operation from operand_contents where role in ('output', 'mutated') group by operation
        having bool_or(kind in ('string', 'literal')) and not bool_or(hash_low is not null)
    )
    select id, role in ('output', 'mutated') made, user_visible, {has_sql("traits", Trait.SEEDS)} seeds,
        {has_sql("traits", Trait.READS_PART)} reads_part,
        id not in (select operation from operand_layouts where kind = 'object' or len(shape) > 0) of_numbers,
        {has_sql("traits", MOVES)} and not {has_sql("traits", Trait.STANDS)} moves,
        {has_sql("traits", Trait.ASSIGNS)} and {has_sql("traits", Trait.WRITES_PART)} assigns,
        in_library and {has_sql("traits", Trait.DRAWS)} and {_IS_WHOLE} and len(shape) = 0 draws_seed,
        in_library, {has_sql("traits", Trait.GRAPH_NODE)} graph_node,
        {has_sql("traits", Trait.VIEW)} or ({_FROM_OBJECT}) shows,
        hash(process, thread, user_file, user_line) line, hash(process, thread) thread,
        {VALUE_KEY} as key,
        coalesce(dtype = 'bool' and len(shape) = 0, kind = 'bool') truth,
        id in (select operation from handed_out)
            and not {_IS_WHOLE} hands_out,
        coalesce(len(shape) = 0, true) single, place,
        coalesce(minimum, integer, real) minimum, coalesce(maximum, integer, real) maximum,
        coalesce(mean, integer, real) mean, coalesce(deviation, 0) deviation,
        coalesce(data_bytes, 8) data_bytes, coalesce(dtype, kind) dtype
    from operations join operand_contents on operation = id
    where {OWN_OPERATIONS} and not ({_NO_VALUE} and role in ('output', 'mutated'))
        and role not in ('out', 'attribute')
        and (hash_low is not null or kind in ('int', 'float', 'bool') and role = 'output')
    order by time_ns, id, place
"""


STATISTICS = ("minimum", "maximum", "mean", "deviation")


class RunValues:
    """Which values a run's outermost operations read and made, in the order of time; one place each.

    What runs while something is imported is left out. ids: of operations. key: of a value, the same for equal content
    and dtype whatever the shape. made: it came out. single: it is one number, the mean. place: among its
    operation's operands.
    """

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        table = trace.ask(_QUERY, own_parameters(trace))
        names = [name for name in table.column_names if name != "dtype"]
        self.columns = {name: numbers(table[name], np.nan if name in STATISTICS else 0) for name in names}
        dtypes = table["dtype"].combine_chunks().dictionary_encode()
        self.dtypes: list[str] = dtypes.dictionary.to_pylist()
        self.dtype: Any = numbers(dtypes.indices)
        self._operands: dict[int, Operand] = {}
        self.ids, self.key, self.made = (self.columns[name] for name in ("id", "key", "made"))

    def kind(self, place: int) -> tuple[str, int]:
        """Return the dtype and the size in bytes of a value."""
        return self.dtypes[self.dtype[place]], int(self.columns["data_bytes"][place])

    def alike(self, other: RunValues) -> Any:
        """Return which values `other` has in another dtype of their kind, or but for the roundings of arithmetic.

        Of the same dtype only what is made of single numbers counts: a sum may be the same in another order.
        """
        names = [self.dtypes[number] for number in self.dtype.tolist()]
        there = (other.numbers.get(one, frozenset()) for one in self._numbers)
        told = zip(there, names, self._arithmetic, strict=True)
        return np.array([bool(found - {name}) or bool(found and one) for found, name, one in told], bool)

    @cached_property
    def _arithmetic(self) -> Any:
        """Return which values are single numbers that arithmetic made, of more digits than many numbers have."""
        mean = self.columns["mean"].astype(np.float64)
        told = self.columns["single"].astype(bool) & has_many_digits(mean)
        return np.isin(self.key, self.key[told & self.made & self.columns["of_numbers"].astype(bool)])

    @cached_property
    def numbers(self) -> dict[Numbers, frozenset[str]]:
        """Return what is the same of all values in any dtype of their kind, with the dtypes in which they are."""
        found: dict[Numbers, set[str]] = defaultdict(set)
        for one, number in zip(self._numbers, self.dtype.tolist(), strict=True):
            found[one].add(self.dtypes[number])
        return {one: frozenset(names) for one, names in found.items()}

    @cached_property
    def _numbers(self) -> list[Numbers]:
        """Return by place what is the same of a value in any dtype of its kind: the same for equal keys."""
        _, first, same = np.unique(self.key, return_index=True, return_inverse=True)
        sizes = np.array([_item_size(name) for name in self.dtypes])[self.dtype[first]]
        lengths = (self.columns["data_bytes"][first] // sizes).tolist()
        told = zip(
            *(self.columns[name][first].astype(np.float64).tolist() for name in STATISTICS), strict=True
        )
        names = [self.dtypes[number] for number in self.dtype[first].tolist()]
        found = [numbers_of(*one) for one in zip(lengths, told, names, strict=True)]
        return [found[number] for number in same.ravel().tolist()]

    @cached_property
    def keys(self) -> frozenset[int]:
        """Return the keys of all values."""
        return frozenset(self.key.tolist())

    @cached_property
    def first_made(self) -> dict[int, int]:
        """Return by key the first operation that made a value, of the lowest id."""
        order = np.lexsort((self.ids[self.made], self.key[self.made]))
        keys, first = np.unique(self.key[self.made][order], return_index=True)
        return dict(zip(keys.tolist(), self.ids[self.made][order][first].tolist(), strict=True))

    def known(self) -> Any:
        """Return the keys of all values."""
        return np.unique(self.key)

    @cached_property
    def unread(self) -> Any:
        """Return the places of values that came out and that no later operation made another value of.

        Truth values are left out, which only steer the program, the states of generators, which show in what is drawn,
        and views of memory that no operation has written.
        """
        made = self.made & ~self.columns["truth"].astype(bool) & ~self._states() & ~self._views_of_nothing()
        places = np.flatnonzero(~self.made & ~self.columns["hands_out"].astype(bool))
        last_read = dict(zip(self.key[places].tolist(), places.tolist(), strict=True))
        kept = [place for place in np.flatnonzero(made).tolist() if not self._read_later(place, last_read)]
        return np.array(kept, np.int64)

    @cached_property
    def results(self) -> Any:
        """Return those of `unread` that the program can use: of what a library computes for one line, only the last."""
        usable = self.columns["user_visible"].astype(bool) | self._last_of_line()
        places = self.unread[usable[self.unread]]
        return places[~self._thrown_away(places)]

    def _thrown_away(self, places: Any) -> Any:
        """Return which values at `places` the program never uses, of operations with several outputs."""
        ids, outputs = np.unique(self.ids[self.made], return_counts=True)
        several = np.isin(self.ids[places], ids[outputs > 1])
        thrown = np.zeros(len(places), bool)
        operations = self.trace.operations.fetch(np.unique(self.ids[places[several]]).tolist())
        unused = {operation.id: thrown_away(self.trace, operation) for operation in operations}
        for at in np.flatnonzero(several).tolist():
            positions = unused.get(int(self.ids[places[at]]))
            thrown[at] = bool(positions) and self.operand(int(places[at])).position in (positions or ())
        return thrown

    def operand(self, place: int) -> Operand:
        """Return the operand that has the value at `place`. Attributes have places, too, and are no operands."""
        if place not in self._operands:
            self.look_up([place])
        return self._operands[place]

    def look_up(self, places: Iterable[int]) -> None:
        """Read the operands at these places in one go: reading them then needs no query each."""
        wanted = [place for place in places if place not in self._operands]
        ids = sorted({int(self.ids[place]) for place in wanted})
        rows = self.trace.ask(
            """select operation, place from operand_contents
            where operation in (select unnest(?::bigint[])) and role <> 'attribute' order by operation, place""",
            [ids],
        ).to_pylist()
        positions: dict[tuple[int, int], int] = {}
        counted: Counter[int] = Counter()
        for row in rows:
            positions[row["operation"], int(row["place"])] = counted[row["operation"]]
            counted[row["operation"]] += 1
        operations = {operation.id: operation for operation in self.trace.operations.fetch(ids)}
        for place in wanted:
            number = int(self.ids[place])
            position = positions[number, int(self.columns["place"][place])]
            self._operands[place] = operations[number].operands[position]
        found = (self._operands[place] for place in wanted)
        self.trace.values.find(one.hash for one in found if one.hash is not None)

    def singles(self) -> Any:
        """Return the keys of the single numbers among `results`, as often as each came out, in rising order."""
        places = self.results
        return np.sort(self.key[places[self.columns["single"][places].astype(bool)]])

    def _read_later(self, place: int, last_read: dict[int, int]) -> bool:
        read = last_read.get(int(self.key[place]), -1)
        return read > place and self.ids[read] != self.ids[place]

    def _last_of_line(self) -> Any:
        """Return which values belong to the last operation before its thread goes on to another line."""
        order = np.argsort(self.columns["thread"], kind="stable")
        lines = self.columns["line"][order]
        ends = order[np.flatnonzero(np.append(lines[1:] != lines[:-1], True))] if len(order) else order
        return np.isin(self.ids, self.ids[ends])

    def _views_of_nothing(self) -> Any:
        """Return which values are views of what no operation made."""
        keys, first = np.unique(self.key[self.made], return_index=True)
        first = np.flatnonzero(self.made)[first]
        at = np.minimum(np.searchsorted(keys, self.key), max(0, len(keys) - 1))
        places = np.arange(len(self.key))
        born = (keys[at] == self.key) & (first[at] < places) if len(keys) else np.zeros(len(places), bool)
        of_something = np.isin(self.ids, self.ids[born & ~self.made])
        return self.columns["shows"].astype(bool) & ~of_something

    def _states(self) -> Any:
        """Return which values are states of generators, or words of them, or seeds that a library drew for itself."""
        seeds = self.columns["seeds"].astype(bool) & self.made
        return seeds | self.parts_of(np.isin(self.key, self.key[seeds])) | self._drawn_seeds()

    def _drawn_seeds(self) -> Any:
        """Return which values are single whole numbers that a library drew, or the same as a number of Python."""
        drawn = self.columns["draws_seed"].astype(bool) & self.made
        there = self.made & self.columns["in_library"].astype(bool)
        return drawn | (there & np.isin(self.ids, self.ids[~self.made & np.isin(self.key, self.key[drawn])]))

    def parts_of(self, whole: Any) -> Any:
        """Return which values are parts that an operation took of one of the values `whole`."""
        taken = self.columns["reads_part"].astype(bool) & ~self.columns["single"].astype(bool)
        readers = self.ids[~self.made & whole & taken]
        return self.made & np.isin(self.ids, readers)


def _item_size(dtype: str) -> int:
    """Return how many bytes an element takes; a number of Python's counts as eight."""
    found = re.search(r"(\d+)$", dtype)
    return max(1, int(found[1]) // 8) if found else 1 if dtype == "bool" else 8
