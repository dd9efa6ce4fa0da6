"""Models that are tested with rows that a scaler, a selector or another transformer has learnt from: a leak."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import numpy as np

from numscope.analysis.check_up import sources
from numscope.analysis.check_up.evidence import Call, Evidence, finding_of, in_order, reached
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.concepts.line_names import place_beside
from numscope.analysis.concepts.tables import Table, table_of
from numscope.trace import Operation

KIND = "data"
_LEAST_ROWS = 10
_LEAST_DIFFERENT = 5
# Of so many columns a selector may have chosen.
_MOST_COLUMNS = 5000
_FITS = ("fit", "fit_transform")
_FUNCTIONS = ("scale", "minmax_scale", "robust_scale", "quantile_transform", "power_transform")
_TESTS = ("score", "predict", "predict_proba", "decision_function")
_CHOOSES = "get_support"
_CROSS_VALIDATIONS = ("cross_val_score", "cross_validate", "cross_val_predict")
_STATISTICS = ("mean", "std", "var", "min", "max", "median", "nanmean", "nanstd", "average", "ptp")
_SCALES = ("subtract", "divide", "true_divide")
_FIX = (
    "split first, and learn from the rows to train with alone; in cross-validation give it the whole way, "
    "`make_pipeline(scaler, model)`"
)


@dataclass(frozen=True)
class _Learner:
    """What learnt from rows. given: these; made: what it made of them at once; type: of an estimator."""

    call: Call
    operation: int
    name: str
    given: Table
    made: Table | None
    type: str | None = None


@dataclass(frozen=True)
class _Test:
    """A test of a model. trained: the rows that it was fitted to; None where it parts the tested ones itself."""

    file: str
    line: int
    operation: int
    tested: Table
    trained: Table | None = None


@dataclass(frozen=True)
class _Choice:
    """Which columns a selector names: it is asked for their numbers, and the program takes them itself."""

    operation: int
    type: str | None
    count: int


@dataclass
class _Estimators:
    """What estimators were asked.

    changed: the transformer and the rows that it was given, by what it made of them. choices: of columns.
    """

    learners: list[_Learner] = field(default_factory=list)
    tests: list[_Test] = field(default_factory=list)
    changed: dict[str, tuple[str | None, Table]] = field(default_factory=dict)
    choices: list[_Choice] = field(default_factory=list)


def seen_rows(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that learn from rows by which rows to train with and rows to test with are then changed."""
    asked = _estimators(evidence)
    if not asked.tests:
        return
    found: set[int] = set()
    for learner in [*asked.learners, *_scaled(evidence)]:
        if learner.call.id in found or learner.given.rows < _LEAST_ROWS:
            continue
        test = next(
            (one for one in asked.tests if _has_seen(learner, one, asked) or _chose(learner, one, asked)),
            None,
        )
        if test is None:
            continue
        found.add(learner.call.id)
        which = "those of each fold" if test.trained is None else f"the {test.tested.rows:,}"
        where = place_beside(test.file, test.line, learner.call.file)
        problem = (
            f"{learner.name} learns from all {learner.given.rows:,} rows, also from {which} that {where} "
            "tests the model with: the score is of rows that are known already"
        )
        yield finding_of(KIND, _handed(evidence, learner.call), learner.operation, 1, problem, _FIX)


def _estimators(evidence: Evidence) -> _Estimators:
    """Return what was fitted, transformed and tested, from the calls of the program's own lines."""
    found = _Estimators()
    fitted: dict[str | None, Table] = {}
    names = (*_FITS, *_FUNCTIONS, "transform", *_TESTS, *_CROSS_VALIDATIONS, _CHOOSES)
    for call, operation in in_order(evidence, names):
        name, type_ = call.name.rpartition(".")[2], _type(operation)
        if name == _CHOOSES:
            found.choices += _choice(operation)
            continue
        rows = table_of(operation, 0 if name in _FUNCTIONS else 1)
        if rows is None:
            continue
        if name in _CROSS_VALIDATIONS:
            found.tests.append(_Test(call.file, call.line, operation.id, rows))
        elif name in _TESTS:
            # The rows of a training are no test, nor are those for which nobody knows the answer.
            if type_ in fitted and (name == "score" or _is_compared(evidence, operation)):
                found.tests.append(_Test(call.file, call.line, operation.id, rows, fitted[type_]))
        else:
            made = None if name == "fit" else table_of(operation, 0, ("output",))
            if made is not None and made.rows == rows.rows:
                found.changed.update(dict.fromkeys(made.hashes - rows.hashes, (type_, rows)))
            if name != "transform":
                fitted[type_] = rows
                if name in _FUNCTIONS or _learnt_fractions(operation):
                    short = (type_ or call.name).rpartition(".")[2]
                    found.learners.append(_Learner(call, operation.id, short, rows, made, type_))
    return found


def _type(operation: Operation) -> str | None:
    """Return the type of the estimator that a method was called of."""
    owner = next((one for one in operation.operands if one.position == 0), None)
    return owner.type if owner is not None and owner.kind == "object" else None


def _learnt_fractions(operation: Operation) -> bool:
    """Return whether an estimator learnt fractions: a list of categories, or a number of columns, leaks nothing."""
    return any(
        one.kind == "array" and (one.dtype or "").startswith("float") and (one.name or "").endswith("_")
        for one in operation.operands
        if one.position == 0 and one.role in ("output", "mutated")
    )


def _is_compared(evidence: Evidence, predicted: Operation) -> bool:
    """Return whether predictions, or a column of them, are read together with as many other numbers: the answers."""
    rows = {one.shape[0] for one in predicted.outputs if one.shape}
    readers = list(reached(evidence, predicted, 2))
    own = {one.hash for operation in (predicted, *readers) for one in operation.outputs}
    return any(
        operand.kind == "array" and operand.shape and operand.shape[0] in rows and operand.hash not in own
        for reader in readers
        for operand in reader.operands
        if operand.role in ("input", "argument")
    )


def _has_seen(learner: _Learner, test: _Test, asked: _Estimators) -> bool:
    """Return whether what was learnt changed the rows to train with and other rows that the model is tested with."""
    tested = _ways(learner, test.tested, asked)
    if test.trained is None:
        return any(one.rows == learner.given.rows for one in tested)
    trained = _ways(learner, test.trained, asked)
    return any(
        one.rows < learner.given.rows and not _holds(one, other, at_least=0.5)
        for one in trained
        for other in tested
    )


def _choice(operation: Operation) -> list[_Choice]:
    chosen = numbers_of(operation.outputs[0]) if operation.outputs else None
    if chosen is None:
        return []
    count = int(chosen.sum()) if chosen.dtype.kind == "b" else chosen.size
    return [_Choice(operation.id, _type(operation), count)]


def _chose(learner: _Learner, test: _Test, asked: _Estimators) -> bool:
    """Return whether the columns of a model are those that a selector named which had learnt from the tested rows."""
    ours = [
        one.operation
        for one in asked.learners
        if one.type == learner.type and one.operation > learner.operation
    ]
    choice = next((one for one in asked.choices if one.operation > learner.operation), None)
    if choice is None or choice.type != learner.type or test.trained is None:
        return False
    # Of each split those until the selector learns again.
    if not choice.operation < test.operation < min(ours, default=test.operation + 1):
        return False
    widths = [_width(one) for one in (learner.given, test.trained, test.tested)]
    return (
        widths[0] > choice.count
        and widths[1:] == [choice.count, choice.count]
        and test.trained.rows < learner.given.rows
        and all(_holds(learner.given, one, most=_MOST_COLUMNS) for one in (test.trained, test.tested))
        and not _holds(test.trained, test.tested, at_least=0.5)
    )


def _width(table: Table) -> int:
    """Return how many columns there are."""
    return sum(one.shape[1] if one.shape and len(one.shape) == 2 else 1 for one in table.arrays)


def _handed(evidence: Evidence, call: Call) -> Call:
    """Return where the rows are chosen that a line learns from: where its function is handed their numbers, or here."""
    program = evidence.program(call)
    line = program.line_of(call.file, call.line)
    function = sources.function_around(program.text, line)
    learning = sources.calls_in(sources.statement(program.text, line), call.name.rpartition(".")[2])
    if function is None or len(learning) != 1 or not learning[0].args:
        return call
    rows = learning[0].args[0]
    index = sources.names_in(rows.slice) if isinstance(rows, ast.Subscript) else set()
    callers = sources.calls_of(program.text, function.name)
    if not index & sources.parameters(function) or len(callers) != 1:
        return call
    file, number = program.place(callers[0][0].lineno)
    return replace(call, file=file, line=number, function=None)


def _ways(learner: _Learner, rows: Table, asked: _Estimators) -> list[Table]:
    """Return `rows`, and what they were before transformers changed them, as far as the learner changed them."""
    found: list[Table] = []
    by: str | None = None
    for _ in range(4):
        # What a transformer made at once is what it learnt from, changed; else it is asked for each part.
        at_once = learner.made is not None and _holds(learner.made, rows)
        if at_once or (by is not None and by == learner.type and _holds(learner.given, rows)):
            found.append(rows)
        before = next((asked.changed[one] for one in rows.hashes if one in asked.changed), None)
        if before is None:
            break
        by, rows = before
    return found


def _holds(all_rows: Table, rows: Table, at_least: float = 1.0, most: int = 50) -> bool:
    """Return whether the numbers of some column of `rows` are among `all_rows`: fractions tell where they are from.

    most: so many columns of `all_rows` are looked at.
    """
    known = [one.ravel() for one in all_rows.columns(most)]
    if not known:
        return False
    together = np.concatenate(known)
    for column in rows.columns():
        finite = column[np.isfinite(column)]
        different = np.unique(finite[finite % 1 != 0])
        if len(different) >= _LEAST_DIFFERENT and np.isin(different, together).mean() >= at_least:
            return True
    return False


def _scaled(evidence: Evidence) -> Iterator[_Learner]:
    """Yield the lines that take a statistic of each column, by which all rows are then scaled."""
    statistics: dict[str, tuple[Call, Operation, Table]] = {}
    for call, operation in in_order(evidence, _STATISTICS):
        rows, made = table_of(operation, 0), table_of(operation, 0, ("output",))
        if rows is not None and made is not None and made.rows < rows.rows:
            for one in made.hashes:
                statistics.setdefault(one, (call, operation, rows))
    for _, operation in in_order(evidence, _SCALES) if statistics else ():
        rows, by, made = (
            table_of(operation, 0),
            table_of(operation, 1),
            table_of(operation, 0, ("output", "mutated")),
        )
        if rows is None or by is None or made is None:
            continue
        known = next((statistics[one] for one in by.hashes if one in statistics), None)
        if known is not None and made.rows == rows.rows == known[2].rows:
            yield _Learner(known[0], known[1].id, f"`{known[0].name}`", rows, made)
