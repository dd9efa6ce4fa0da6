"""Texts and missing values that are cast to `bool`: true are all but 0 and an empty text, also "False" and NaN."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from numscope.analysis.check_up.evidence import Evidence, first_faults, in_order
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.concepts.kept_values import value_of
from numscope.trace import Operand, Operation

KIND = "cast"
# `apply(bool)` and `map(bool)` ask each element.
_CASTS = ("astype", "asarray", "array", "apply", "map")
_STORES = ("__setitem__", "assign")
_LEAST = 3


def texts_as_truth(evidence: Evidence) -> Iterator[Finding]:
    """Yield the casts to `bool` of a column of two texts, or of texts in whose place it is stored, and of NaN."""
    found = evidence.operations(evidence.named(*_CASTS), "role = 'output' and dtype = 'bool'")
    yield from first_faults(evidence, KIND, found, lambda operation: _problem(evidence, operation), _FIX)


_FIX = "say what is true: `column == 'True'`, or `column.map({'yes': True, 'no': False})`; fill in missing values first"


def _problem(evidence: Evidence, operation: Operation) -> str | None:
    for made in operation.outputs:
        known, rows = made.statistics, (made.shape or (0,))[0]
        if made.dtype != "bool" or rows < _LEAST or known is None:
            continue
        missing = _missing(operation, made)
        if missing:
            return f"{missing:,} of {rows:,} values are NaN, and became True"
        if known.minimum == 1 and (_two_texts(operation) or _replaces_texts(evidence, operation, made)):
            return (
                f"all {rows:,} texts became True: a text is false only if it is empty, and 'False', 'no' and '0' "
                "are not"
            )
    return None


def _missing(operation: Operation, made: Operand) -> int:
    given = [one for one in operation.inputs if one.shape == made.shape and one.name == made.name]
    known = given[0].statistics if given and (given[0].dtype or "").startswith("float") else None
    return known.nans if known is not None else 0


def _two_texts(operation: Operation) -> bool:
    """Return whether the texts are kept, and are of two kinds that come again: names are of many."""
    texts: Any = value_of(operation.inputs[0]) if operation.inputs else None
    if not isinstance(texts, np.ndarray) or texts.dtype.kind not in "US":
        return False
    return len(np.unique(texts)) == 2 and texts.size > 2


def _replaces_texts(evidence: Evidence, operation: Operation, made: Operand) -> bool:
    """Return whether texts of a table are replaced: who asks which of them are empty goes on with the texts."""
    given = next((one for one in operation.operands if one.position == 0 and one.kind == "object"), None)
    known = given.attributes if given is not None else {}
    if "columns" in known:
        return _is_text(known.get(f"{made.name}: dtype"))
    name = known.get("name")
    return name is not None and _is_text(known.get("dtype")) and _is_stored(evidence, operation, made, name)


def _is_stored(evidence: Evidence, operation: Operation, made: Operand, name: object) -> bool:
    """Return whether a later operation puts a column into a table under this name."""
    return any(
        later.id > operation.id
        and any(one.hash == made.hash for one in later.inputs)
        and any(name in (one.literal, one.name) for one in later.arguments)
        for _, later in in_order(evidence, _STORES)
    )


def _is_text(dtype: object) -> bool:
    return str(dtype).startswith(("str", "large_str"))
