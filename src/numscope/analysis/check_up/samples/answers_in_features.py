"""Models that are given the answer: among their features is a column that was computed of it, or is it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np

from numscope.analysis.check_up.evidence import Call, Evidence, finding_of, in_order, last_name
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import LEAVE_OUT
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.concepts.line_names import place_beside
from numscope.analysis.concepts.tables import Table, table_of
from numscope.analysis.nan.producers import maker_of
from numscope.trace import Operand, Operation
from numscope.user_code import is_user_file

KIND = "data"
# Where a function takes samples; the answers stand behind them.
_PAIRS = {"train_test_split": 0, "cross_val_score": 1, "cross_validate": 1, "cross_val_predict": 1, "fit": 1}
# A step of a pipeline that takes the columns it was told to.
_CHOOSES = "ColumnTransformer"
_LEAST_ROWS = 20
_LEAST_DIFFERENT = 10
_DEEPEST = 4
_EXACT = 1e-9
_MOST_MAKERS = 40
# These give a row what stands in earlier rows, which is known when the row is asked for.
_OF_OTHER_ROWS = (
    "shift",
    "diff",
    "pct_change",
    "roll",
    "rolling",
    "expanding",
    "ewm",
    "cumsum",
    "ffill",
    "mean",
)
# What the program's own lines computed of a content, with the same number of rows.
_MADE_OF = """
    select o.id, r.hash from operands p join called_operations o on p.operation = o.id
        join operands r on r.operation = o.id and r.role = 'output' and r.kind = 'array' and r.shape[1] = ?
    where p.hash in (select unnest(?::varchar[])) and p.role in ('input', 'argument') and o.user_visible
        and o.depth = 0 and r.hash is not null and o.id < ? and r.hash <> p.hash
    order by o.id
"""


def answers_in_features(evidence: Evidence) -> Iterator[Finding]:
    """Yield the line that gives samples to a model of which one column is the answer, or computed of it alone."""
    looked: set[tuple[frozenset[str], frozenset[str]]] = set()
    for call, operation in in_order(evidence, _PAIRS):
        place = _PAIRS[call.name.rpartition(".")[2]]
        samples, answers = table_of(operation, place), table_of(operation, place + 1)
        if samples is None or answers is None or samples.rows != answers.rows or samples.rows < _LEAST_ROWS:
            continue
        pair = samples.hashes, answers.hashes
        if pair in looked or _chooses_columns(operation):
            continue
        looked.add(pair)
        found = _problem(evidence, call, operation, samples, answers)
        if found is not None:
            blamed, said = found
            yield finding_of(KIND, blamed, operation.id, 1, said, LEAVE_OUT)
            return  # parts of the same samples follow


def _chooses_columns(operation: Operation) -> bool:
    """Return whether the model that is given a whole table takes some of its columns only."""
    settings = [one.attributes for one in operation.operands if one.kind == "object" and one.attributes]
    return any(_CHOOSES in str(value) for one in settings for value in one.values())


def _problem(
    evidence: Evidence, call: Call, operation: Operation, samples: Table, answers: Table
) -> tuple[Call, str] | None:
    """Return the call to blame and why; None if no column is the answer, or was computed of it."""
    columns, right = samples.columns(), answers.columns(1)
    if len(columns) < 2 or not right or len(different := np.unique(right[0])) < 2:
        return None
    same = next((at for at, one in enumerate(columns) if np.array_equal(one, right[0])), None)
    if same is not None:
        return (
            call,
            f"gives the model the answers themselves, as {_named(samples, same)}: any score is perfect",
        )
    if len(different) < _LEAST_DIFFERENT:
        return None  # of few classes a feature may well be what separates them
    for maker, column in _made_of_answers(evidence, operation, answers):
        telling = next((at for at, one in enumerate(columns) if np.array_equal(one, column)), None)
        site = maker.user_site
        if telling is None or site is None:
            continue
        name, is_exact = _named(samples, telling), _tells(column, right[0])
        if not is_exact and not _is_grouped(maker):
            continue  # such as noise added to an answer, in a simulation of measurements
        if not is_exact:
            blamed = replace(call, file=site.file, line=site.line, function=site.function)
            return blamed, (
                f"computes {name}, which {place_beside(call.file, call.line, blamed.file)} gives to the model, of all "
                f"{samples.rows:,} answers, also those of the rows that are tested: new samples do not have it"
            )
        blamed = _chosen(evidence, call, operation, samples)
        return blamed, (
            f"gives the model {name}, which {place_beside(site.file, site.line, blamed.file)} computes of the answers: "
            "it tells them exactly, so that any score is perfect, and new samples do not have it"
        )
    return None


def _chosen(evidence: Evidence, call: Call, operation: Operation, samples: Table) -> Call:
    """Return the call that put the features together, where another line of the program did."""
    maker = maker_of(evidence.trace, samples.arrays[0], operation)
    site = None if maker is None else maker.user_site
    if maker is None or site is None or not is_user_file(site.file):
        return call
    made = table_of(maker, 0, ("output",))
    is_table = made is not None and samples.hashes <= made.hashes
    return replace(call, file=site.file, line=site.line, function=site.function) if is_table else call


def _tells(column: np.ndarray, answers: np.ndarray) -> bool:
    """Return whether a column is the answers, but for a factor and a summand."""
    if not np.isfinite(column).all() or not np.isfinite(answers).all() or not column.std() > 0:
        return False
    return bool(abs(np.corrcoef(column, answers)[0, 1]) > 1 - _EXACT)


def _made_of_answers(
    evidence: Evidence, operation: Operation, answers: Table
) -> Iterator[tuple[Operation, np.ndarray]]:
    """Yield what the program computed of the answers, in few steps, row by row, with the operations."""
    known = set(answers.hashes)
    wave = sorted(known)
    for _ in range(_DEEPEST):
        rows = evidence.trace.ask(_MADE_OF, [answers.rows, wave, operation.id]).to_pylist()
        fresh: set[str] = set()
        for maker in evidence.fetch(sorted({row["id"] for row in rows})[:_MOST_MAKERS]):
            if last_name(maker) in _OF_OTHER_ROWS or _is_learnt(maker):
                continue
            for one in maker.outputs:
                numbers = numbers_of(one) if one.shape == (answers.rows,) and one.hash not in known else None
                if numbers is not None and not _holds(maker.inputs, numbers):
                    fresh.add(str(one.hash))
                    yield maker, numbers
        known |= fresh
        wave = sorted(fresh)
        if not wave:
            break


def _is_learnt(maker: Operation) -> bool:
    """Return whether an estimator made it: predictions for rows that it was not fitted to tell nothing."""
    return last_name(maker).startswith(("fit", "predict", "transform", "cross_val")) and not _is_grouped(
        maker
    )


def _is_grouped(maker: Operation) -> bool:
    return "GroupBy" in maker.name


def _holds(operands: Iterable[Operand], column: np.ndarray) -> bool:
    known = [numbers_of(one) for one in operands if one.shape == column.shape]
    return any(one is not None and np.array_equal(one, column) for one in known)


def _named(samples: Table, at: int) -> str:
    """Return the name of a column of a table, or its number."""
    names = [one.name for one in samples.arrays]
    return f"`{names[at]}`" if len(names) > at and len(set(names)) == len(names) > 1 else f"column {at}"
