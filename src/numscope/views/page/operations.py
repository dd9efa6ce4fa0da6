"""Operations as a page shows them one by one: operands with layout, statistics, value and histogram."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from numscope.analysis.concepts.histogram import histogram
from numscope.errors import NumscopeError
from numscope.trace import Operand, Operation, Site, Trace
from numscope.views.page.texts import clipped
from numscope.views.values import short_operand, value_text

# Larger values are not read for a report: their statistics say what there is room for.
_MOST_BYTES = 64_000_000


def find_values(trace: Trace, operations: Sequence[Operation]) -> None:
    """Look up in one go where the values of these operations lie, and which were not kept."""
    trace.values.find(
        {
            operand.hash
            for operation in operations
            for operand in operation.operands
            if operand.hash is not None
        }
    )


def operation_page(operation: Operation, shown: dict[str, dict[str, Any]] | None = None) -> dict[str, Any]:
    """One operation with its operands.

    shown: what was shown of values before, by hash, for pages of several operations: what one gives the next takes.
    """
    shown = {} if shown is None else shown
    return {
        "how": operation.how,
        "floating": operation.floating_point,
        "site": _site(operation.user_site or operation.site),
        "inner": _site(operation.site) if operation.site != operation.user_site else None,
        "operands": [_operand(operand, shown) for operand in operation.operands[:64]],
        "more": max(0, len(operation.operands) - 64),
    }


def source_text(site: Site | None) -> str:
    """Return the line of source at `site`, as it ran."""
    return (clipped(site.source, 300) or "") if site else ""


def _site(site: Site | None) -> dict[str, Any] | None:
    if site is None:
        return None
    return {
        "file": clipped(site.file),
        "line": site.line,
        "function": clipped(site.function),
        "source": source_text(site),
    }


def _operand(operand: Operand, shown: dict[str, dict[str, Any]]) -> dict[str, Any]:
    place = operand.name or (str(operand.position) if operand.position is not None else "")
    document: dict[str, Any] = {
        "role": operand.role,
        "place": clipped(place + (f" item {operand.item}" if operand.item else ""), 200),
        "text": clipped(short_operand(operand), 200),
    }
    if operand.is_array():
        document |= {
            "dtype": clipped(operand.dtype, 200),
            "shape": operand.shape,
            "strides": operand.strides,
            "statistics": operand.statistics,
            "hash": operand.hash,
        }
        if (operand.data_bytes or 0) <= _MOST_BYTES:
            document |= _known_value(operand, shown)
    elif operand.kind != "object":
        document["value"] = clipped(value_text(operand), 1_000)
    return document


def _known_value(operand: Operand, shown: dict[str, dict[str, Any]]) -> dict[str, Any]:
    if operand.hash is None:
        return _value(operand)
    if operand.hash not in shown:
        shown[operand.hash] = _value(operand)
    return shown[operand.hash]


def _value(operand: Operand) -> dict[str, Any]:
    """The value in words and how its elements are spread, or why there is none."""
    try:
        value = operand.value()
    except NumscopeError as error:
        return {"missing": str(error)}
    if not isinstance(value, np.ndarray):
        return {"value": clipped(str(value), 1_000)}
    text = np.array2string(value, threshold=60, edgeitems=3, precision=6, max_line_width=88)
    return {"value": clipped(text, 1_500), "histogram": histogram(value)}
