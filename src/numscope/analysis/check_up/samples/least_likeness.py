"""Pairs that are least alike: an assignment minimises what it is given, and is given a likeness or a gain."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from numscope.analysis.check_up import sources
from numscope.analysis.check_up.evidence import Evidence, finding_of, in_order
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import MAXIMISED
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.concepts.syntax import parsed
from numscope.trace import Operation

KIND = "meaning"
_ASSIGNS = "linear_sum_assignment"
_GOOD = re.compile(
    r"simil|score|likeness|affin|profit|gain|reward|benefit|iou|overlap|corr|util|prefer|match|prob"
)
_BAD = re.compile(r"cost|dist|neg|loss|penal|inv|error|dissim|minus|miss")


def least_likeness(evidence: Evidence) -> Iterator[Finding]:
    """Yield assignments of a matrix with the name of something good, whose pairs have less of it than most others."""
    found: set[tuple[str, int]] = set()
    for call, operation in in_order(evidence, ["__getitem__"], lambda call: _ASSIGNS in call.text):
        chosen = _chosen(operation)
        given = None if chosen is None else _given(call.text)
        if chosen is None or given is None or (call.file, given[1]) in found:
            continue
        found.add((call.file, given[1]))
        problem = (
            f"minimises: the {chosen[2]:,} pairs have a `{given[0]}` of {chosen[0]:.3g} on average, all together of "
            f"{chosen[1]:.3g}"
        )
        yield finding_of(KIND, replace(call, line=given[1]), operation.id, 1, problem, MAXIMISED)


def _chosen(operation: Operation) -> tuple[float, float, int] | None:
    """Return the mean of what is taken from a matrix, one of each row and column, where it is below the whole's."""
    matrix = numbers_of(operation.inputs[0]) if operation.inputs else None
    places = [numbers_of(one) for one in operation.inputs[1:]]
    made = numbers_of(operation.outputs[0]) if operation.outputs else None
    if (
        matrix is None
        or matrix.ndim != 2
        or made is None
        or made.ndim != 1
        or len(places) != 2
        or len(made) < 2
    ):
        return None
    if any(one is None or one.shape != made.shape or len(np.unique(one)) != len(one) for one in places):
        return None
    return (float(made.mean()), float(matrix.mean()), len(made)) if made.mean() < matrix.mean() else None


def _given(text: str) -> tuple[str, int] | None:
    """Return the name of a matrix that is given as it is, and is something good to have much of, and the line."""
    for node in sources.calls_in(parsed(text), _ASSIGNS):
        given = node.args[0] if len(node.args) == 1 and not node.keywords else None
        name = (
            given.id
            if isinstance(given, ast.Name)
            else given.attr
            if isinstance(given, ast.Attribute)
            else ""
        )
        if _GOOD.search(name.lower()) and not _BAD.search(name.lower()):
            return name, node.lineno
    return None
