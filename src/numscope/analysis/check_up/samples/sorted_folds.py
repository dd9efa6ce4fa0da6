"""Rows that are parted as they stand, and stand sorted by their answers: what is tested was never learnt."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from numscope.analysis.check_up.evidence import Call, Evidence, finding_of, in_order, operand_at
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import SHUFFLED_FOLDS
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.concepts.tables import table_of
from numscope.trace import Operation

KIND = "data"
_SCORES = ("cross_val_score", "cross_validate", "cross_val_predict")
_FOLDS = "KFold"
_DEFAULT_FOLDS = 5
_MOST_KINDS = 20
# So many rows have an answer that the rows to learn from do not have.
_NEVER_LEARNT = 0.5
# Steps of numbers that were measured differ so much from each other; those of a clock do not.
_UNEVEN = 3.0
# What the two neighbours of a row tell of its answer, where rows beside each other are alike.
_TOLD = 0.6


def sorted_folds(evidence: Evidence) -> Iterator[Finding]:
    """Yield the splits in which the tested rows have answers that no row to learn from has."""
    yield from _parted(evidence)
    yield from _never_learnt(evidence)


def _never_learnt(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that take the rows to learn from, of which none has the answer of most that are tested."""
    fits = in_order(evidence, ["fit"])
    asked = in_order(evidence, ["score"]) if fits else []
    found: set[int] = set()
    for _, score in asked:
        kind = score.name.rpartition(".")[0]
        fit = next(
            ((call, one) for call, one in reversed(fits) if one.id < score.id and one.name == f"{kind}.fit"),
            None,
        )
        known, tested = (_kinds(one) for one in (fit[1] if fit is not None else None, score))
        if fit is None or known is None or tested is None:
            continue
        unknown = float(np.isin(tested, known, invert=True).mean())
        answers = next((one for one in fit[1].inputs if one.position == 2), None)
        maker = evidence.own_maker(answers, fit[1].id) if answers is not None else None
        taken = evidence.call_of(maker) if maker is not None and maker.name.endswith("__getitem__") else None
        place = taken or fit[0]
        if place.id in found or unknown < _NEVER_LEARNT:
            continue
        found.add(place.id)
        said = (
            f"takes {len(known):,} rows to learn from, with {len(np.unique(known))} kinds of answers: {unknown:.0%} of "
            f"{len(tested):,} rows that the model is tested with have an answer that none of them has"
        )
        yield finding_of(KIND, place, score.id, 1, said, SHUFFLED_FOLDS)


def _kinds(operation: Operation | None) -> Any:
    """Return the answers of a classification that a model is given; None if they are not of a few kinds."""
    given = (
        next((one for one in operation.inputs if one.position == 2), None) if operation is not None else None
    )
    answers = numbers_of(given) if given is not None else None
    if answers is None or answers.dtype.kind not in "iub" or answers.ndim != 1:
        return None
    return answers if len(np.unique(answers)) <= _MOST_KINDS else None


def _parted(evidence: Evidence) -> Iterator[Finding]:
    """Yield the folds and halves of rows that stand sorted by their answers."""
    found: set[int] = set()
    folds = in_order(evidence, [_FOLDS])
    for call, operation in in_order(evidence, _SCORES):
        given = table_of(operation, 2)
        answers = next(iter(given.columns(1)), None) if given is not None else None
        made, number = _folds(operation, folds)
        place = made or call
        if answers is None or number is None or place.id in found or len(answers) < 2 * number:
            continue
        said = _problem(answers, number, made is not None, operation)
        if said is not None:
            found.add(place.id)
            yield finding_of(KIND, place, operation.id, 1, said, SHUFFLED_FOLDS)
    for call, operation in in_order(evidence, ["train_test_split"]):
        parts = [numbers_of(one) for one in operation.outputs if one.position in (2, 3) and one.is_array()]
        shuffle = operand_at(operation, -1, "shuffle")
        if (
            len(parts) != 2
            or any(one is None for one in parts)
            or shuffle is None
            or shuffle.literal is not False
        ):
            continue
        known, tested = parts
        answers = np.concatenate([known, tested])
        kinds, changes = len(np.unique(answers)), int((np.diff(answers) != 0).sum())
        if (
            call.id not in found
            and changes == kinds - 1 < _MOST_KINDS
            and len(np.unique(tested)) < min(kinds, 3)
        ):
            found.add(call.id)
            said = (
                f"parts {len(answers):,} rows as they stand, and they stand sorted by their {kinds} answers: those "
                f"that are tested have {len(np.unique(tested))} of them"
            )
            yield finding_of(KIND, call, operation.id, 1, said, SHUFFLED_FOLDS)


def _said(share: float, rows: int, number: int) -> str:
    return (
        f"parts {rows:,} rows as they stand, in {number} parts, and they stand sorted by their answers: {share:.0%} of "
        "those that are tested have an answer that no row to learn from has"
    )


def _folds(operation: Operation, folds: list[tuple[Call, Operation]]) -> tuple[Call | None, int | None]:
    """Return where folds without shuffling were made, and how many there are; no number where rows are mixed."""
    cv = operand_at(operation, -1, "cv")
    if cv is None or cv.kind == "int":
        return None, _DEFAULT_FOLDS if cv is None else int(str(cv.literal))
    if not (cv.type or "").endswith(f".{_FOLDS}"):
        return None, None
    made = [(call, one) for call, one in folds if one.id < operation.id]
    if not made:
        return None, None
    call, one = made[-1]
    shuffle, number = operand_at(one, 1, "shuffle"), operand_at(one, 0, "n_splits")
    if shuffle is not None and shuffle.literal is not False:
        return None, None
    return call, _DEFAULT_FOLDS if number is None else int(str(number.literal))


def _problem(answers: Any, number: int, is_plain: bool, operation: Operation) -> str | None:
    """Return what is wrong with parting answers as they stand. is_plain: also classes, which are mixed otherwise."""
    if len(np.unique(answers)) <= _MOST_KINDS:
        parts = np.array_split(np.arange(len(answers)), number)
        unknown = [np.isin(answers[part], np.delete(answers, part), invert=True) for part in parts]
        share = float(np.concatenate(unknown).mean())
        return _said(share, len(answers), number) if is_plain and share >= _NEVER_LEARNT else None
    given = table_of(operation, 1)
    columns = given.columns() if given is not None else []
    if len(columns) == 1 and _is_sorted(columns[0]):
        return _gaps_alone(columns[0], answers, number, operation)
    if not _is_sorted(answers) or not columns or any(_is_sorted(one) for one in columns):
        return None
    return (
        f"parts {len(answers):,} rows as they stand, in {number} parts, and they stand sorted by their answers: the "
        "smallest and the largest are tested by what was learnt from others alone"
    )


def _gaps_alone(column: Any, answers: Any, number: int, operation: Operation) -> str | None:
    """Return what is wrong with parting rows that stand sorted by their only column; None if the scores are fair.

    Rows of one step after the other are times, whose future is to be told. Of others a part scores worse than the mean
    of its answers, though the neighbours of a row tell its answer: what is measured is how the model fills a gap that
    the rows do not have.
    """
    scoring, scores = operand_at(operation, -1, "scoring"), _scores(operation, number)
    steps = np.abs(np.diff(column))
    if scoring is not None or scores is None or not steps.any() or steps.max() < _UNEVEN * np.median(steps):
        return None
    told = 1 - ((answers[1:-1] - (answers[:-2] + answers[2:]) / 2) ** 2).mean() / answers.var()
    worst = float(scores.min())
    if worst >= 0 or told < _TOLD:
        return None
    return (
        f"parts {len(answers):,} rows as they stand, in {number} parts, and they stand sorted by their only column: no "
        f"row in the range of a part was learnt from, and one part scores {worst:.2g}, though the two neighbours of a "
        f"row tell {told:.0%} of its answer"
    )


def _scores(operation: Operation, number: int) -> Any:
    """Return the scores of the parts, as far as they were kept."""
    kept = [
        numbers_of(one) for one in operation.outputs if one.is_array() and one.name in (None, "test_score")
    ]
    return next((one for one in kept if one is not None and one.shape == (number,)), None)


def _is_sorted(values: Any) -> bool:
    steps = np.diff(values)
    return bool((steps >= 0).all() or (steps <= 0).all())
