"""One line for every layer and kind of tensor seen."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from numscope.inspector.kinds import KINDS
from numscope.inspector.layer import Layer
from numscope.inspector.moments import as_dictionary
from numscope.inspector.recording import Recording
from numscope.inspector.series import Series
from numscope.inspector.table import Table

_FIGURES = ("mean", "std", "min", "max", "rms")
_COLUMNS = ("layer", "type", "kind", "calls", "shape", "dtype", *_FIGURES, "zeros", "NaN", "Inf")
_NUMERIC = frozenset({"calls", *_FIGURES, "zeros", "NaN", "Inf"})


@dataclass(frozen=True)
class Summary:
    """The statistics of a run as a table; `records` has the same as numbers."""

    title: str
    layers: Sequence[Layer]
    recording: Recording
    limit: int | None = None

    def records(self) -> list[dict[str, Any]]:
        """Return one dictionary for each layer, kind and place."""
        return [
            {
                "layer": series.layer.name,
                "type": series.layer.module_type.__name__,
                "kind": series.kind,
                "place": series.place,
                **series.describe(),
                **as_dictionary(series.total()),
            }
            for series in self._all_series()
        ]

    def _all_series(self) -> list[Series]:
        found = [
            series for layer in self.layers for kind in KINDS for series in self.recording.series(layer, kind)
        ]
        return found if self.limit is None else found[: self.limit]

    def table(self) -> Table:
        """Return the table."""
        everything = len(self.recording.series())
        rows = [_row(series) for series in self._all_series()]
        notes = []
        if len(rows) < everything:
            notes.append(f"{everything - len(rows)} more lines not shown")
        silent = [layer.title for layer in self.layers if not self.recording.series(layer)]
        if silent:
            shown = ", ".join(silent[:5]) + (", ..." if len(silent) > 5 else "")
            notes.append(f"nothing seen of {len(silent)} watched: {shown}")
        return Table(self.title, _COLUMNS, rows, _NUMERIC, "; ".join(notes))

    def __str__(self) -> str:
        return str(self.table())

    def __rich__(self) -> Any:
        return self.table().__rich__()

    def _repr_html_(self) -> str:
        return self.table()._repr_html_()


def _row(series: Series) -> list[str]:
    figures = as_dictionary(series.total())
    share = figures["zero_fraction"]
    return [
        series.layer.title,
        series.layer.module_type.__name__,
        f"{series.kind} {series.place}".rstrip(),
        str(series.count),
        "x".join(map(str, series.shape)) or "scalar",
        series.dtype,
        *(short(figures[name]) for name in _FIGURES),
        "" if math.isnan(share) else f"{share:.0%}",
        str(int(figures["nan_count"])) if figures["nan_count"] else "",
        str(int(figures["inf_count"])) if figures["inf_count"] else "",
    ]


def short(number: float) -> str:
    """Return a number in few characters; nothing for what is undefined."""
    return "" if math.isnan(number) else f"{number:.4g}"
