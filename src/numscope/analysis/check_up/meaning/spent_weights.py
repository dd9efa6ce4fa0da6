"""Weights that do nothing: a mean along axes on which they are all alike, before a mean along their own.

A mean with weights divides by their sum: weights that are equal along an axis cancel there.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from numscope.analysis.check_up.evidence import Evidence, finding_of, in_order
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import WEIGHED_ALONG
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.concepts.line_names import place_beside
from numscope.trace import Operand, Operation

KIND = "meaning"
_MEAN = "mean"
_WEIGHS = "weighted"
_DIMENSIONS = "dimensions"


def spent_weights(evidence: Evidence) -> Iterator[Finding]:
    """Yield means with weights along other axes than the weights', whose result then has a mean along these."""
    weighings = in_order(evidence, [_WEIGHS])
    means = in_order(evidence, [_MEAN]) if weighings else []
    found: set[int] = set()
    for call, mean in means:
        weighing = next(
            (
                one
                for _, one in reversed(weighings)
                if one.id < mean.id and _values(one.outputs) == _values(mean.inputs)
            ),
            None,
        )
        if "Weighted" not in mean.name or call.id in found or weighing is None:
            continue
        own, along = _of_weights(weighing), _along(mean)
        if not own or not along or own & along:
            continue
        for later, plain in means:
            if plain.id > mean.id and _values(plain.inputs) == _values(mean.outputs) and _along(plain) & own:
                found.add(call.id)
                axis, others = ", ".join(sorted(own)), ", ".join(sorted(along))
                said = (
                    f"weighs along {others}, where the weights are all alike: they differ along {axis}, and the mean "
                    f"along {axis} in {place_beside(later.file, later.line, call.file)} has no weights"
                )
                yield finding_of(KIND, call, mean.id, 1, said, WEIGHED_ALONG)
                break


def _values(operands: tuple[Operand, ...]) -> str | None:
    return next((one.hash for one in operands if one.name == "values" and one.position == 0), None)


def _of_weights(weighing: Operation) -> frozenset[str]:
    """Return the axes of weights that differ, none of them zero; none for others, which may choose what counts."""
    values = next((numbers_of(one) for one in weighing.inputs if one.position == 1), None)
    if values is None or not values.size or not np.all(values > 0) or np.ptp(values) == 0:
        return frozenset()
    return _names(weighing.arguments, 1)


def _along(mean: Operation) -> frozenset[str]:
    """Return the axes that a mean takes away."""
    return _names(mean.arguments, 0) - _names(mean.outputs, 0)


def _names(operands: tuple[Operand, ...], place: int) -> frozenset[str]:
    texts = [
        str(one.attributes[_DIMENSIONS])
        for one in operands
        if one.position == place and one.kind == "object" and _DIMENSIONS in one.attributes
    ]
    return frozenset(axis.partition(":")[0].strip() for text in texts[:1] for axis in text.split(",") if axis)
