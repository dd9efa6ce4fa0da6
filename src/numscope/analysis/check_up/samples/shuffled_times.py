"""Rows in the order of time that are shuffled before they are parted: each tested row lies between two known ones."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from numscope.analysis.check_up.evidence import Call, Evidence, finding_of, in_order
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import IN_ORDER
from numscope.analysis.concepts.tables import Table, table_of
from numscope.trace import Operation

KIND = "data"
# Where a function that parts rows takes the samples; the answers stand behind them.
_PARTS = {"train_test_split": 0, "cross_val_score": 1, "cross_validate": 1, "cross_val_predict": 1}
_SHUFFLES = re.compile(
    r"\b(KFold|StratifiedKFold|RepeatedKFold|ShuffleSplit)\((?=[^)]*shuffle=True)|\bShuffleSplit\("
)
_LEAST_ROWS, _LEAST_DIFFERENT = 30, 10
_LONGEST_LAG = 7
_AGREE = 0.95


def shuffled_times(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that part rows at random, of which each holds the answer of an earlier one."""
    found: set[int] = set()
    for call, operation in in_order(evidence, _PARTS):
        place = _PARTS[call.name.rpartition(".")[2]]
        samples, answers = table_of(operation, place), table_of(operation, place + 1)
        if call.id in found or samples is None or answers is None or not _is_shuffled(call, operation):
            continue
        lag = _lag(samples, answers)
        if lag is not None:
            found.add(call.id)
            said = (
                f"parts {samples.rows:,} rows at random, which are in the order of time: a feature is the answer {lag} "
                f"row{'s' if lag > 1 else ''} before, so that the model knows the rows before and after each tested one"
            )
            yield finding_of(KIND, call, operation.id, 1, said, IN_ORDER)


def _is_shuffled(call: Call, operation: Operation) -> bool:
    if call.name.endswith("train_test_split"):
        return not any(one.name == "shuffle" and one.literal is False for one in operation.operands)
    return bool(_SHUFFLES.search(call.text))


def _lag(samples: Table, answers: Table) -> int | None:
    """Return by how many rows a column of the samples lags behind the answers; None if none does."""
    right = answers.columns(1)
    if not right or samples.rows != answers.rows or samples.rows < _LEAST_ROWS:
        return None
    if len(np.unique(right[0])) < _LEAST_DIFFERENT:
        return None
    for column in samples.columns():
        for lag in range(1, _LONGEST_LAG + 1):
            if np.mean(column[lag:] == right[0][:-lag]) >= _AGREE:
                return lag
    return None
