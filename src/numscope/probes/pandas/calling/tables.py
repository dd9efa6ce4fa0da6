"""Series and tables made again of what the recorder kept of them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ...calling.refusal import CannotReplayError

_RANGE = re.compile(r"RangeIndex\((-?\d+), (-?\d+), (-?\d+)\)")


@dataclass(frozen=True)
class Kept:
    """What is known of an object. facts: as its probe said them; parts: its arrays by name, the index among them."""

    kind: str
    facts: Mapping[str, Any]
    parts: Mapping[str, Any]


def made_again(pandas: Any, kept: Kept) -> Any:
    """Return a Series or DataFrame as it was. Raises CannotReplayError if not all of it was kept."""
    if "by" in kept.facts or "window" in kept.facts:
        raise CannotReplayError(f"it works on a {kept.kind}, which an earlier call made")
    if "columns" in kept.facts:
        return _frame(pandas, kept)
    if "values" not in kept.parts or "dtype" in kept.facts:
        raise CannotReplayError(
            f"of a {kept.kind} of dtype {kept.facts.get('dtype', '?')} not everything is kept"
        )
    return pandas.Series(
        kept.parts["values"], index=_index(pandas, kept), name=kept.facts.get("name"), copy=True
    )


def _frame(pandas: Any, kept: Kept) -> Any:
    labels = str(kept.facts.get("labels", "")).split(", ")
    if len(labels) != kept.facts["columns"] or kept.facts.get("label dtype") not in ("str", "object"):
        raise CannotReplayError("the labels of its table's columns are not kept")
    if missing := [label for label in labels if label not in kept.parts or f"{label}: dtype" in kept.facts]:
        raise CannotReplayError(f"the column {missing[0]!r} of its table is no plain array, and is not kept")
    columns = {label: kept.parts[label] for label in labels}
    return pandas.DataFrame(columns, index=_index(pandas, kept), copy=True)


def _index(pandas: Any, kept: Kept) -> Any:
    text = str(kept.facts.get("index", ""))
    if found := _RANGE.fullmatch(text):
        return pandas.RangeIndex(*map(int, found.groups()))
    values = kept.parts.get("index")
    if values is None or not text.startswith(("Index of", "DatetimeIndex of", "TimedeltaIndex of")):
        raise CannotReplayError(f"its index ({text or 'unknown'}) is not kept")
    return pandas.Index(values)
