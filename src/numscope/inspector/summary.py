"""One line for every layer and kind of tensor seen."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any

from numscope.inspector.table import Table

_FIGURES = ("mean", "std", "min", "max", "rms")
_COLUMNS = ("layer", "type", "kind", "calls", "shape", "dtype", *_FIGURES, "zeros", "NaN", "Inf")
_NUMERIC = frozenset({"calls", *_FIGURES, "zeros", "NaN", "Inf"})
# What a narrow terminal does without, the first of them first.
_LEAST = ("rms", "dtype", "zeros", "calls", "type", "shape", "std")


@dataclass(frozen=True)
class Summary:
    """The statistics of a run: `records` has the figures, one dictionary for each layer, kind and place."""

    title: str
    records: Sequence[dict[str, Any]]
    silent: Sequence[str] = field(default=())
    limit: int | None = None

    def table(self) -> Table:
        """Return the first `limit` records as a table, with a note on what it leaves out."""
        shown = self.records if self.limit is None else self.records[: self.limit]
        notes = []
        if len(shown) < len(self.records):
            notes.append(f"{len(self.records) - len(shown)} more lines not shown")
        if self.silent:
            names = ", ".join(self.silent[:5]) + (", ..." if len(self.silent) > 5 else "")
            notes.append(f"nothing seen of {len(self.silent)} watched: {names}")
        prefix = _common_prefix([record["layer"] for record in shown])
        title = f"{self.title}; layers of {prefix[:-1]}" if prefix else self.title
        rows = [_row(record, record["layer"][len(prefix) :]) for record in shown]
        return Table(title, _COLUMNS, rows, _NUMERIC, "; ".join(notes), _LEAST)

    def __str__(self) -> str:
        return str(self.table())

    def __rich__(self) -> Any:
        return self.table().__rich__()

    def _repr_html_(self) -> str:
        return self.table()._repr_html_()


def _common_prefix(names: Sequence[str]) -> str:
    """Return the path, with its last dot, inside of which all of several layers are."""
    if len(set(names)) < 2:
        return ""
    around = zip(*(name.split(".")[:-1] for name in names), strict=False)
    return "".join(f"{same[0]}." for same in takewhile(lambda parts: len(set(parts)) == 1, around))


def _row(record: dict[str, Any], name: str) -> list[str]:
    share = record["zero_fraction"]
    return [
        name or "(model)",
        record["type"],
        f"{record['kind']} {record['place']}".rstrip(),
        str(record["calls"]),
        "x".join(map(str, record["shape"])) or "scalar",
        record["dtype"],
        *(short(record[name]) for name in _FIGURES),
        "" if math.isnan(share) else f"{share:.0%}",
        str(record["nan_count"] or ""),
        str(record["inf_count"] or ""),
    ]


def short(number: float) -> str:
    """Return a number in few characters; nothing for what is undefined."""
    return "" if math.isnan(number) else f"{number:.4g}"
