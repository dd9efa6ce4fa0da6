"""Scores compared with the numbers of classes: of `max` along an axis the second result has the places."""

from __future__ import annotations

from collections.abc import Iterator

from numscope.analysis.check_up.evidence import Evidence, finding_of, in_order
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import PLACE_OF_LARGEST
from numscope.analysis.concepts.kept_values import numbers_of

KIND = "meaning"
_EQUALITIES = ("eq", "equal", "ne", "not_equal")
_LARGEST = ("max", "amax", "topk")
_LEAST = 4


def values_for_classes(evidence: Evidence) -> Iterator[Finding]:
    """Yield the largest scores along an axis that are compared with whole numbers, and equal none or next to none."""
    largest = {
        one.outputs[0].hash: (call, one)
        for call, one in in_order(evidence, _LARGEST)
        if one.outputs and one.outputs[0].shape and (one.outputs[0].dtype or "").startswith("float")
    }
    found: set[int] = set()
    for _, operation in in_order(evidence, _EQUALITIES) if largest else ():
        made = [largest[one.hash] for one in operation.inputs if one.hash in largest]
        whole = [
            one for one in operation.inputs if (one.dtype or "").startswith(("int", "uint")) and one.shape
        ]
        scores = [numbers_of(one) for one in operation.inputs if one.hash in largest]
        if len(made) != 1 or len(whole) != 1 or scores[0] is None or scores[0].size < _LEAST:
            continue
        if (scores[0] == scores[0].round()).mean() > 0.5 or made[0][0].id in found:
            continue
        call, one = made[0]
        found.add(call.id)
        problem = (
            f"gives the largest of each row, such as {float(scores[0].ravel()[0]):.4g}, and not its "
            "place: compared with "
            f"the {scores[0].size:,} numbers of classes it equals none"
        )
        yield finding_of(KIND, call, one.id, 1, problem, PLACE_OF_LARGEST)
