"""Scores of the first class taken for those of the second, which measures of two classes ask for."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from numscope.analysis.check_up.evidence import Evidence, finding_of, in_order
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import SECOND_COLUMN
from numscope.analysis.concepts.kept_values import numbers_of

KIND = "meaning"
_MEASURES = (
    *("roc_auc_score", "average_precision_score", "brier_score_loss", "roc_curve", "precision_recall_curve"),
    "det_curve",
)


def probability_columns(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that take column 0 of `predict_proba` which a measure is then given as the score of class 1."""
    tables = [
        (call, operation.id, table)
        for call, operation in in_order(evidence, ["predict_proba"])
        if operation.outputs and (table := numbers_of(operation.outputs[0])) is not None
        if table.ndim == 2 and table.shape[1] == 2
    ]
    found: set[int] = set()
    for measure, operation in in_order(evidence, _MEASURES) if tables else ():
        given = [array for one in operation.inputs if (array := numbers_of(one)) is not None]
        for call, number, table in tables:
            is_first = len(given) > 1 and np.array_equal(given[1].ravel(), table[:, 0])
            if is_first and call.id not in found and not np.array_equal(table[:, 0], table[:, 1]):
                found.add(call.id)
                problem = (
                    f"takes column 0 of 2, the probability of the first class, and {measure.name.rpartition('.')[2]} "
                    f"in line {measure.line} takes it for that of the second"
                )
                yield finding_of(KIND, call, number, 1, problem, SECOND_COLUMN)
