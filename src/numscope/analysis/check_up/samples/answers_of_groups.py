"""Features that are the mean answer of a row's group, taken over all rows: of a small group that is its own answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from numscope.analysis.check_up.evidence import Evidence, finding_of, in_order
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import GROUPS_TO_LEARN_FROM
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.concepts.tables import table_of
from numscope.trace import Operand, Operation

KIND = "data"
_MEANS = ("mean", "median", "sum")
# So many rows have a group on average: in larger ones the answer of a single row hardly counts.
_MOST_ROWS = 10
_VALUES = "values"


def answers_of_groups(evidence: Evidence) -> Iterator[Finding]:
    """Yield means of answers by groups of all rows, which a model is then given with answers of some of these rows."""
    means = [
        (call, operation)
        for call, operation in in_order(evidence, ["transform"], lambda call: "GroupBy" in call.full_name)
        if any(one.literal in _MEANS for one in operation.arguments)
    ]
    fits = in_order(evidence, ["fit"]) if means else []
    written = in_order(evidence, ["__setitem__", "assign"]) if fits else []
    found: set[int] = set()
    for call, operation in means:
        given, made = (_values(one) for one in (operation.inputs, operation.outputs))
        name = next((one.attributes.get("name") for one in operation.arguments if one.kind == "object"), None)
        if call.id in found or given is None or made is None or name is None:
            continue
        rows = (given.shape or (0,))[0]
        values = numbers_of(made)
        if values is None or rows > _MOST_ROWS * len(np.unique(values)):
            continue
        columns = {
            one.name for _, later in written for one in later.mutated if one.hash == made.hash and one.name
        }
        columns |= {
            one.name for _, later in written for one in later.outputs if one.hash == made.hash and one.name
        }
        fit = next(
            (one for _, one in fits if one.id > operation.id and _is_given(one, columns, str(name), rows)),
            None,
        )
        if fit is not None:
            found.add(call.id)
            said = (
                f"takes the mean of `{name}` of each group over all {rows:,} rows, of which the model learns "
                f"`{name}` from some and is tested with others: groups have {rows / len(np.unique(values)):.2g} rows, "
                "so that the answer of a tested row is in its own feature"
            )
            yield finding_of(KIND, call, operation.id, 1, said, GROUPS_TO_LEARN_FROM)


def _values(operands: Iterable[Operand]) -> Operand | None:
    return next((one for one in operands if one.is_array() and one.name == _VALUES), None)


def _is_given(fit: Operation, columns: set[str], answer: str, rows: int) -> bool:
    """Return whether a model is fitted to some of the rows, with one of the columns, and with answers of a name."""
    samples = table_of(fit, 1)
    names = [
        one.attributes.get("name") for one in fit.arguments if one.position == 2 and one.kind == "object"
    ]
    return (
        samples is not None
        and samples.rows < rows
        and answer in names
        and any(str(one.name) in columns for one in samples.arrays)
    )
