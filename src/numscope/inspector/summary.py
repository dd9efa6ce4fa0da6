"""One line for every layer and kind of tensor seen."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from numscope.inspector.table import Table

_FIGURES = ("mean", "std", "min", "max", "rms")
_COLUMNS = ("layer", "type", "kind", "calls", "shape", "dtype", *_FIGURES, "zeros", "NaN", "Inf")
_NUMERIC = frozenset({"calls", *_FIGURES, "zeros", "NaN", "Inf"})


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
        return Table(self.title, _COLUMNS, [_row(record) for record in shown], _NUMERIC, "; ".join(notes))

    def __str__(self) -> str:
        return str(self.table())

    def __rich__(self) -> Any:
        return self.table().__rich__()

    def _repr_html_(self) -> str:
        return self.table()._repr_html_()


def _row(record: dict[str, Any]) -> list[str]:
    share = record["zero_fraction"]
    return [
        record["layer"] or "(model)",
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
