"""Where a trace's values lie: in packs of its processes, or, small ones and those of a cut-off tail, in a message."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
import pyarrow as pa

from numscope.analysis.replay.replay_worker.chunk import INLINE, NOT_KEPT, pack_size
from numscope.errors import TraceError
from numscope.trace import Trace
from numscope.trace.arrow_columns import numbers, pieces

_CONTENTS = "select id, inline, hash_low, hash_high from contents where id between ? and ?"
_VALUES = (
    'select hash_low, hash_high, process, "offset", bytes, stored, word, repeats, fortran from kept_values'
)
# Reading across as many rows takes as long as another query.
_WIDE = 20_000
_MOST_QUERIES = 8


class Kept:
    """The kept values of a trace. directories: of the processes, each of which may have a pack."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        # All of them, where only some are selected: one process may have kept what another one computed too.
        rows = trace.stored("processes")
        self._processes = numbers(rows["id"])
        self.directories: list[str] = rows["directory"].to_pylist()
        try:
            self._sizes = [pack_size(trace.folder, name) for name in self.directories]
        except OSError as error:
            raise TraceError(f"{error.filename} can't be read: {error.strerror}.") from None

    def columns(self, wanted: Any) -> dict[str, Any]:
        """Return the columns of a chunk that describe the contents with these ids."""
        rows = pa.concat_tables([self._trace.ask(_CONTENTS, span) for span in _spans(np.sort(wanted))])
        ids = numbers(rows["id"])
        order = np.argsort(ids, kind="stable")
        places = _with_none(order)[_places(ids[order], wanted)]
        low, high = (_with_none(numbers(rows[name]), 0)[places] for name in ("hash_low", "hash_high"))
        columns = self._in_packs(low, high)
        columns["keys"] = low
        held, begins, sizes, blob = pieces(rows["inline"])
        held = _with_none(held, False)[places]
        columns["packs"][held] = INLINE
        columns["offsets"][held], columns["sizes"][held] = begins[places[held]], sizes[places[held]]
        columns["words"][held] = 0
        columns["blob"] = self._with_late(columns, blob, low, high)
        return columns

    @cached_property
    def _values(self) -> dict[str, Any]:
        """All kept values, in the order of the lower halves of their hashes, and one more that is none."""
        rows = self._trace.ask(_VALUES)
        order = np.argsort(numbers(rows["hash_low"]))
        values = {name: numbers(rows[name])[order] for name in rows.column_names}
        values["pack"] = np.searchsorted(self._processes, values["process"])
        values["signed_word"] = np.where(values["repeats"], -1, 1) * values["word"].astype(np.int64)
        none = {"pack": NOT_KEPT, "fortran": False, "repeats": False}
        return {name: _with_none(column, none.get(name, 0)) for name, column in values.items()}

    def _in_packs(self, low: Any, high: Any) -> dict[str, Any]:
        """In which pack, and where and how there, the values with these hashes lie."""
        values = self._values
        places = _places(values["hash_low"][:-1], low)
        # Half a hash tells ten million values apart; of two that shared it, the second would count as not kept.
        places[values["hash_high"][places] != high] = -1
        columns = {
            "packs": "pack",
            "offsets": "offset",
            "sizes": "bytes",
            "stored": "stored",
            "words": "signed_word",
        }
        found = {name: values[column][places].astype(np.int64) for name, column in columns.items()}
        return {**found, "fortran": values["fortran"][places]}

    def _with_late(self, columns: dict[str, Any], blob: Any, low: Any, high: Any) -> Any:
        """`blob` with the values in the tail of a trace that was not sealed: mapped elsewhere, they travel along."""
        past = columns["offsets"] + columns["stored"] > np.array([*self._sizes, 0, 0])[columns["packs"]]
        late = np.flatnonzero(past & (columns["packs"] >= 0)).tolist()
        names = [f"{high[place]:016x}{low[place]:016x}" for place in late]
        self._trace.values.find(names)
        parts, end = [blob], len(blob)
        for place, name in zip(late, names, strict=True):
            data = np.frombuffer(self._trace.values.content(name), np.uint8)
            columns["packs"][place], columns["offsets"][place], columns["words"][place] = INLINE, end, 0
            parts.append(data)
            end += len(data)
        return np.concatenate(parts)


def _places(keys: Any, wanted: Any) -> Any:
    """Where in the ascending `keys` each of `wanted` is, -1 where it is not."""
    places = np.searchsorted(keys, wanted)
    places[places == len(keys)] = -1
    places[_with_none(keys)[places] != wanted] = -1
    return places


def _with_none(column: Any, none: int = -1) -> Any:
    """The column with one more row, at which -1 leads."""
    return np.append(column, np.array([none]).astype(column.dtype))


def _spans(ids: Any) -> list[list[int]]:
    """The few ranges in which the ascending `ids` lie, without what is wide between them."""
    if not len(ids):
        return [[0, -1]]
    gaps = np.diff(ids)
    widest = np.argsort(gaps)[-(_MOST_QUERIES - 1) :]
    cuts = np.sort(widest[gaps[widest] > _WIDE]) + 1
    return [[int(part[0]), int(part[-1])] for part in np.split(ids, cuts)]
