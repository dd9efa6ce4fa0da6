"""Slices by label that run against the order of the labels, and take none; and those past the end of a circle."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

import numpy as np

from numscope.analysis.check_up.evidence import Evidence, first_faults
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import IN_THEIR_ORDER
from numscope.analysis.concepts.kept_values import value_of
from numscope.trace import Operation

KIND = "position"
_INDEX = "index"
_SLOTS = "kind = 'literal' and role = 'argument'"
_AROUND = 360.0
_EAST = "lon"


def empty_slices(evidence: Evidence) -> Iterator[Finding]:
    """Yield slices by label that leave out labels which lie between their ends."""
    calls = [
        *evidence.named("sel"),
        *(one for one in evidence.named("__getitem__") if "loc." in one.full_name),
    ]
    yield from first_faults(evidence, KIND, evidence.with_operand(calls, _SLOTS), _problem, IN_THEIR_ORDER)


def _problem(operation: Operation) -> str | None:
    labels = {
        str(one.name): one
        for one in operation.operands
        if one.position == 0 and one.role == "argument" and one.kind == "array" and len(one.shape or ()) == 1
    }
    for one in operation.arguments:
        name = one.name if one.name in labels else _INDEX if one.position == 1 else ""
        ends = _ends(one.literal) if one.kind == "literal" and name in labels else None
        values = value_of(labels[str(name)]) if ends is not None else None
        if ends is None or values is None or len(values) < 2:
            continue
        said = _against(np.asarray(values), ends, str(name)) or _around(np.asarray(values), ends, str(name))
        if said is not None:
            return said
    return None


def _ends(literal: object) -> tuple[Any, Any] | None:
    """Return both ends of a slice; None of anything else."""
    try:
        node = ast.parse(str(literal), mode="eval").body
        if not isinstance(node, ast.Call) or ast.unparse(node.func) != "slice" or len(node.args) < 2:
            return None
        first, last = (ast.literal_eval(one) for one in node.args[:2])
    except (ValueError, SyntaxError):
        return None
    return None if first is None or last is None else (first, last)


def _against(labels: Any, ends: tuple[Any, Any], name: str) -> str | None:
    """Return that a slice takes nothing, as it runs against the order of the labels."""
    try:
        first, last = (np.datetime64(one) if labels.dtype.kind == "M" else float(one) for one in ends)
    except (ValueError, TypeError):
        return None
    if labels.dtype.kind not in "Mfiu":
        return None
    rising, falling = bool((labels[1:] > labels[:-1]).all()), bool((labels[1:] < labels[:-1]).all())
    if not (falling and first < last) and not (rising and first > last):
        return None
    between = int(((labels >= min(first, last)) & (labels <= max(first, last))).sum())
    if not between:
        return None
    return (
        f"takes none of {len(labels):,} labels of `{name}`, though {between:,} lie between {ends[0]} and {ends[1]}: "
        f"they {'rise' if rising else 'fall'}, and the slice does not"
    )


def _around(labels: Any, ends: tuple[Any, Any], name: str) -> str | None:
    """Return that a part of a range of longitudes is written otherwise among the labels."""
    if (
        _EAST not in name.lower()
        or labels.dtype.kind not in "fiu"
        or not all(isinstance(one, (int, float)) for one in ends)
    ):
        return None
    first, last = (float(one) for one in ends)
    if (
        not first < last
        or labels.min() < -_AROUND / 2
        or labels.max() > _AROUND
        or np.ptp(labels) < _AROUND / 2
    ):
        return None
    wanted = np.concatenate([labels + turn for turn in (-_AROUND, 0.0, _AROUND)])
    inside = len(np.unique(wanted[(wanted >= first) & (wanted <= last)] % _AROUND))
    taken = len(np.unique(labels[(labels >= first) & (labels <= last)] % _AROUND))
    if taken >= inside or not (first < labels.min() - 1 or last > labels.max() + 1):
        return None
    return (
        f"takes {taken:,} of the {inside:,} labels of `{name}` from {first:g}° to {last:g}°, which here go from "
        f"{labels.min():g}° to {labels.max():g}°"
    )
