"""Dumps of a flight recorder of collectives, as a table: what each rank's communication library noted by itself.

The format is that of version 2 (`version`, `pg_config`, `entries`), as a pickle or as JSON, a file a rank. The number
at the end of a file's name is the rank, as the recorder names them. A pickle may come from anybody: only plain values
are made of it, and nothing it names is looked up.
"""

from __future__ import annotations

import io
import json
import os
import pickle
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

import pyarrow as pa

from numscope.errors import UsageError
from numscope.format.pickles import require_small_memo

TABLE = "flight_recorder"
_MOST_BYTES = 256 << 20
_MOST_VALUES = 20_000_000
_NUMBER = re.compile(r"(\d+)(?:\.\w+)?$")
# What the bytes of something else may raise, as they are read and as a table is made of them.
_NO_DUMP = (
    *(pickle.UnpicklingError, EOFError, AttributeError, LookupError, TypeError, ValueError),
    *(ArithmeticError, MemoryError, RecursionError, pa.ArrowException),
)
_SCHEMA = pa.schema(
    [
        ("rank", pa.int64()),
        ("group", pa.string()),
        ("group_description", pa.string()),
        ("group_ranks", pa.list_(pa.int64())),
        ("number", pa.int64()),
        ("name", pa.string()),
        ("point_to_point", pa.bool_()),
        ("state", pa.string()),
        ("created_ns", pa.int64()),
        ("started_ns", pa.int64()),
        ("completed_ns", pa.int64()),
        ("inputs", pa.list_(pa.string())),
        ("outputs", pa.list_(pa.string())),
        ("file", pa.string()),
        ("line", pa.int64()),
        ("function", pa.string()),
        ("timeout_ms", pa.int64()),
    ]
)


class _PlainValues(pickle.Unpickler):
    """Makes lists, dicts, texts and numbers, and nothing else."""

    def find_class(self, module: str, name: str) -> NoReturn:
        """Refuse."""
        raise pickle.UnpicklingError(f"it names {module}.{name}")

    def persistent_load(self, number: Any) -> NoReturn:
        """Refuse."""
        raise pickle.UnpicklingError(f"it names the object {number!r}")


def read_dumps(paths: Iterable[Path]) -> pa.Table:
    """Return the entries of the dumps, a row each. Raises UsageError if a file can't be read, or is none."""
    return pa.concat_tables([_SCHEMA.empty_table(), *map(_table, paths)])


def _table(path: Path) -> pa.Table:
    number = _NUMBER.search(path.name)
    if not number:
        raise UsageError(f"{path} has no rank at the end of its name, as in trace_rank_3.")
    try:
        dump = _plain(path)
        groups = {name: _numbers(group.get("ranks")) for name, group in dump["pg_config"].items()}
        return pa.Table.from_pylist(
            [_row(int(number[1]), entry, groups) for entry in dump["entries"]], _SCHEMA
        )
    except OSError as error:
        raise UsageError(f"{path} can't be read: {error.strerror}.") from None
    except _NO_DUMP as error:
        raise UsageError(
            f"{path} is no dump of a flight recorder: {str(error) or type(error).__name__}."
        ) from None


def _plain(path: Path) -> dict[str, Any]:
    with path.open("rb") as file:
        size = os.fstat(file.fileno()).st_size
        data = file.read(min(size, _MOST_BYTES))  # as much memory is taken as is asked for
    if size > _MOST_BYTES:
        raise ValueError(f"it has more than {_MOST_BYTES >> 20} MB")
    found = json.loads(data) if data[:1] == b"{" else _unpickled(data)
    if not isinstance(found, dict) or "entries" not in found:
        raise ValueError("it has no entries")
    _require_likely_size(found)
    return {"pg_config": {}, **found}


def _unpickled(data: bytes) -> object:
    require_small_memo(data)
    return _PlainValues(io.BytesIO(data)).load()


def _require_likely_size(found: object) -> None:
    """Raise ValueError if a pickle names few values so often that to write them out would take all memory."""
    if _count(found, {}) > _MOST_VALUES:
        raise ValueError(f"it stands for more than {_MOST_VALUES:,} values")


def _count(one: object, known: dict[int, int]) -> int:
    """Return how many values stand in a container, written out. known: what was counted already, by its identity."""
    if not isinstance(one, (dict, list, tuple, set, frozenset)):
        return 1
    if id(one) not in known:
        known[id(one)] = _MOST_VALUES + 1  # what holds itself has no end
        inner = [*one, *one.values()] if isinstance(one, dict) else one
        known[id(one)] = 1 + sum(_count(value, known) for value in inner)
    return known[id(one)]


def _row(rank: int, entry: Mapping[str, Any], groups: Mapping[str, list[int]]) -> dict[str, Any]:
    group, *described = entry["process_group"]
    place = _users_frame(entry.get("frames") or ())
    return {
        "rank": rank,
        "group": group,
        "group_description": described[0] if described else None,
        "group_ranks": groups.get(group),
        "number": entry["p2p_seq_id" if entry["is_p2p"] else "collective_seq_id"],
        "name": entry["profiling_name"],
        "point_to_point": entry["is_p2p"],
        "state": entry["state"],
        "created_ns": entry["time_created_ns"],
        "started_ns": entry.get("time_discovered_started_ns"),
        "completed_ns": entry.get("time_discovered_completed_ns"),
        "inputs": _arrays(entry, "input"),
        "outputs": _arrays(entry, "output"),
        "file": place.get("filename"),
        "line": place.get("line"),
        "function": place.get("name"),
        "timeout_ms": entry.get("timeout_ms"),
    }


def _users_frame(frames: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
    """Return the innermost frame outside of installed packages; else the innermost."""
    own = (frame for frame in frames if "site-packages" not in frame["filename"])
    return next(own, frames[0] if frames else {})


def _arrays(entry: Mapping[str, Any], which: str) -> list[str]:
    types, sizes = entry.get(f"{which}_dtypes") or (), entry.get(f"{which}_sizes") or ()
    return [f"{kind}[{','.join(map(str, size))}]" for kind, size in zip(types, sizes, strict=False)]


def _numbers(text: Any) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", str(text))]
