"""Log odds compared with one half: a chance of one half is a log odds of 0."""

from __future__ import annotations

from collections.abc import Iterator

from numscope.analysis.check_up.evidence import Evidence, finding_of, in_order, last_name
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import SIGMOID_FIRST
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.trace import Operation

KIND = "meaning"
_LOSS = "binary_cross_entropy_with_logits"
_COMPARES = ("gt", "ge", "lt", "le", "greater", "greater_equal", "less", "less_equal")
_SHAPES = (
    "squeeze",
    "as_strided",
    "view",
    "reshape",
    "flatten",
    "select",
    "detach",
    "slice",
    "to",
    "__getitem__",
)


def half_of_logits(evidence: Evidence) -> Iterator[Finding]:
    """Yield comparisons with 0.5 of what a layer gives that was trained with a loss of log odds."""
    trained = {
        layer.inputs[1].address
        for _, ids in evidence.operations(evidence.named(_LOSS))
        for loss in evidence.fetch(ids[:2])
        if (layer := _layer(evidence, loss)) is not None
    }
    found: set[int] = set()
    for call, operation in in_order(evidence, _COMPARES) if trained else ():
        halves = any(one.literal == 0.5 for one in operation.operands)
        values = numbers_of(operation.inputs[0]) if halves and operation.inputs else None
        if call.id in found or values is None or not values.size or (values.min() >= 0 and values.max() <= 1):
            continue
        layer = _layer(evidence, operation)
        if layer is not None and layer.inputs[1].address in trained:
            found.add(call.id)
            between = int(((values > 0) & (values < 0.5)).sum())
            problem = (
                f"compares log odds, {values.min():.3g} to {values.max():.3g}, with 0.5: a chance of one "
                "half is 0, and "
                f"{between:,} of {values.size:,} lie between"
            )
            yield finding_of(KIND, call, operation.id, 1, problem, SIGMOID_FIRST)


def _layer(evidence: Evidence, operation: Operation) -> Operation | None:
    """Return the linear layer that gave what an operation takes, in another shape perhaps."""
    current: Operation | None = operation
    for _ in range(3):
        if current is None or not current.inputs:
            return None
        current = evidence.own_maker(current.inputs[0], current.id)
        if current is not None and last_name(current) == "linear" and len(current.inputs) > 1:
            return current
        if current is not None and last_name(current) not in _SHAPES:
            return None
    return None
