"""A softmax down the samples: each class adds up to 1 in place of each sample, whose own numbers are then read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from numscope.analysis.check_up.evidence import Call, Evidence, finding_of, in_order, last_name
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.concepts.line_names import place_beside
from numscope.trace import Operand, Operation

KIND = "sample-axis"
_DIVISIONS = ("divide", "true_divide", "div")
_SHOWN = ("log", "log10", "log2", "clip", "maximum", "add", "negative", "detach", "multiply")
_CHOOSING = ("argmax", "max", "amax", "argsort", "topk", "gather")
_CLOSE = 1e-3
_FIX = "add up along the classes: `e / e.sum(axis=1, keepdims=True)`, `softmax(x, axis=1)`"


def softmax_axis(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines whose shares add up to 1 along axis 0, where each row is then read as one sample's."""
    found: set[int] = set()
    for call, operation in _softmaxes(evidence):
        shares = numbers_of(operation.outputs[0]) if operation.outputs else None
        if call.id in found or shares is None or shares.ndim != 2 or min(shares.shape) < 2:
            continue
        rows, columns = (np.abs(shares.sum(axis=axis) - 1) < _CLOSE for axis in (1, 0))
        # Where each row adds up as well nothing comes of it.
        if rows.all() or not columns.all():
            continue
        reader = next((one for one in _readers(evidence, operation) if _by_rows(one, shares)), None)
        if reader is None:
            continue
        found.add(call.id)
        file, line = reader.user_site.place if reader.user_site else (call.file, call.line)
        where = place_beside(file, line, call.file)
        sums = shares.sum(axis=1)
        problem = (
            f"the shares of {shares.shape} add up to 1 in each of {shares.shape[1]} columns, and {where} reads "
            f"each row as one sample's: rows add up to {sums.min():.3g} to {sums.max():.3g}"
        )
        yield finding_of(KIND, call, operation.id, 1, problem, _FIX)


def _softmaxes(evidence: Evidence) -> Iterator[tuple[Call, Operation]]:
    """Yield softmaxes, and what divides exponentials by their sum."""
    yield from in_order(evidence, ["softmax", "_softmax"])
    exponentials = {
        one.hash for _, operation in in_order(evidence, ["exp"]) for one in operation.outputs if one.hash
    }
    for call, operation in in_order(evidence, _DIVISIONS) if exponentials else ():
        if operation.inputs and operation.inputs[0].hash in exponentials:
            yield call, operation


def _readers(evidence: Evidence, operation: Operation) -> Iterator[Operation]:
    """Yield what reads the shares, or their logarithms."""
    for reader in evidence.readers(operation):
        yield reader
        if last_name(reader) in _SHOWN:
            yield from evidence.readers(reader)


def _by_rows(reader: Operation, shares: Any) -> bool:
    """Return whether an operation takes each row by itself: its largest, or the number that belongs to its label."""
    given = [one for one in reader.operands if one.role in ("input", "argument")]
    if last_name(reader) in _CHOOSING:
        return any(one.name in ("axis", "dim") and one.literal in (1, -1) for one in given)
    arrays = [one for one in given if one.kind == "array"]
    numbers = [numbers_of(one) for one in arrays[1:]]
    if len(numbers) == 2 and all(one is not None and one.ndim == 1 for one in numbers):
        return np.array_equal(numbers[0], np.arange(shares.shape[0]))
    if last_name(reader) in ("nll_loss", "nll_loss_forward"):
        return True
    return any(_is_one_hot(one, shares.shape) for one in arrays)


def _is_one_hot(operand: Operand, shape: tuple[int, ...]) -> bool:
    numbers = numbers_of(operand) if operand.shape == shape else None
    if numbers is None or not np.isin(numbers, (0, 1)).all():
        return False
    return bool((numbers.sum(axis=1) == 1).all() and not (numbers.sum(axis=0) == 1).all())
