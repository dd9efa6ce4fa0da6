"""Kept arrays, by hash."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from numscope.errors import NumscopeError, TraceError
from numscope.trace.dtypes import parse_dtype
from numscope.trace.elision import whole_content
from numscope.trace.packs import Packs

if TYPE_CHECKING:
    from numscope.trace.database import Database

Array = npt.NDArray[Any]


# Of what a stranger's trace says with fewer bytes.
MOST_EXPANDED_BYTES = 4 << 30


# Of a trace that kept no more values, all are looked up at the first: a query for one takes as long.
_FEW = 1000
_MOST_KNOWN = 10_000
_PLACES = """
    select hash_high, hash_low, directory, "offset", bytes, stored, word, repeats, fortran, description, shape
    from stored.values value join stored.processes on process = processes.id
        join stored.layouts on layout = layouts.id join stored.dtypes on dtype = dtypes.id
    """


class ValueNotKeptError(NumscopeError, LookupError):
    """A value was asked for whose bytes the recording did not keep."""


class Values(Mapping[str, Array]):
    """The distinct arrays that a trace kept: `values[hash]`, a hash being 32 hexadecimal digits.

    Each look-up reads the bytes anew and gives a writeable array of its own. Object arrays were never kept.
    """

    def __init__(self, packs: Packs, database: Database) -> None:
        self._packs = packs
        self._database = database
        # Of the last `find`: where they lie; None: not kept.
        self._found: dict[tuple[int, int], dict[str, Any] | None] = {}
        # Of a trace with few values, all of them; of others those that were looked up.
        self._known: dict[tuple[int, int], dict[str, Any]] | None = None

    def find(self, names: Iterable[str]) -> None:
        """Look up in one go where the arrays with these hashes lie: reading them then needs no query each.

        Those that were found for an earlier call are forgotten. Raises ValueNotKeptError if a name is no hash.
        """
        keys = [split_hash(name) for name in names]
        self._found = {**dict.fromkeys(keys), **self._rows(keys)}

    def __getitem__(self, name: str) -> Array:
        """The array. Raises ValueNotKeptError if there is none with this hash, TraceError if its bytes are damaged."""
        row = self._row(name)
        return as_array(self._content(row), row["description"], tuple(row["shape"]), row["fortran"])

    def content(self, name: str) -> bytes | bytearray:
        """The bytes of the array in the order in which they were kept; raises as a look-up does."""
        return self._content(self._row(name))

    def __iter__(self) -> Iterator[str]:
        """The hashes."""
        table = self._database.query('select distinct hash from "values" order by hash')
        return iter(table["hash"].to_pylist())

    def __len__(self) -> int:
        """How many distinct arrays were kept."""
        table = self._database.query(
            "select count(*) n from (select distinct hash_low, hash_high from stored.values)"
        )
        return int(table["n"][0].as_py())

    def __contains__(self, name: object) -> bool:
        """Whether the array with this hash was kept."""
        if not isinstance(name, str):
            return False
        try:
            high, low = split_hash(name)
        except ValueNotKeptError:
            return False
        query = "select count(*) n from stored.values where hash_low = ? and hash_high = ?"
        return bool(self._database.query(query, [low, high])["n"][0].as_py())

    def __repr__(self) -> str:
        return f"<numscope.Values: {len(self)} distinct arrays>"

    def _row(self, name: str) -> dict[str, Any]:
        key = split_hash(name)
        row = self._found[key] if key in self._found else self._lookup(key)
        if row is None:
            raise ValueNotKeptError(
                f"the value {name} was not kept; record with --values full, or with larger budgets, to keep it."
            )
        return row

    def _lookup(self, key: tuple[int, int]) -> dict[str, Any] | None:
        if self._known is None:
            some = self._database.query(f"{_PLACES} limit {_FEW + 1}").to_pylist()
            self._known = _by_hash(some) if len(some) <= _FEW else {}
        if key not in self._known:
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            self._known.update(self._rows([key]))  # the same values are asked for again and again
        return self._known.get(key)

    def _rows(self, keys: list[tuple[int, int]]) -> dict[tuple[int, int], dict[str, Any]]:
        """Where the arrays with these halves of hashes lie, and what they are; those not kept are left out."""
        if not keys:
            return {}
        rows = self._database.query(
            f"{_PLACES} where hash_low in (select unnest(?::ubigint[]))", [[low for _, low in keys]]
        ).to_pylist()
        wanted = set(keys)
        return {key: row for key, row in _by_hash(rows).items() if key in wanted}

    def _content(self, row: dict[str, Any]) -> bytes | bytearray:
        if row["word"] and row["bytes"] > MOST_EXPANDED_BYTES and self._packs.foreign:
            raise TraceError(
                f"a value can't be read: {row['stored']:,} bytes of a stranger's trace stand for {row['bytes']:,}."
            )
        stored = self._packs.read(row["directory"], row["offset"], row["stored"])
        try:
            return whole_content(stored, row["bytes"], row["word"], row["repeats"])
        except ValueError as error:
            raise TraceError(f"a value can't be read: {error}.") from None


def _by_hash(rows: Iterable[dict[str, Any]]) -> dict[tuple[int, int], dict[str, Any]]:
    return {(row["hash_high"], row["hash_low"]): row for row in rows}


def split_hash(name: str) -> tuple[int, int]:
    """Upper and lower half of a hash written as 32 hexadecimal digits. Raises ValueNotKeptError if it is not one."""
    try:
        number = int(name, 16)
    except ValueError:
        number = -1
    if len(name) != 32 or number < 0:
        raise ValueNotKeptError(f"{name!r} is no hash: a hash is 32 hexadecimal digits.")
    return number >> 64, number & (2**64 - 1)


def _widened(data: bytes | bytearray) -> bytes:
    """bfloat16 numbers, the upper halves of float32 ones, as those: NumPy has no bfloat16."""
    return (np.frombuffer(data, "<u2").astype("<u4") << 16).tobytes()


def as_array(data: bytes | bytearray, description: str, shape: tuple[int, ...], fortran: bool) -> Array:
    """The array of these bytes. Raises TraceError if dtype, shape and size do not fit together."""
    try:
        if description.strip("'") == "bfloat16":
            data, description = _widened(data), "'<f4'"
        dtype = parse_dtype(description)
        if dtype.hasobject:
            raise ValueError("it holds Python objects, which are never brought back to life")
        count = 1
        for length in shape:
            count *= length
        if any(length < 0 for length in shape) or count * dtype.itemsize != len(data):
            raise ValueError(f"{len(data)} bytes are no {shape} array of {description}")
        own = data if isinstance(data, bytearray) else bytearray(data)
        flat = np.frombuffer(own, dtype) if own else np.empty(count, dtype)
        return flat.reshape(shape, order="F" if fortran else "C")
    except ValueError as error:
        raise TraceError(f"a value can't be read: {error}.") from None
