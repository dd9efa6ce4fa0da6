"""Where a program parts rows at random into those to train and those to test with: samples and answers of all rows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from numscope.analysis.check_up.evidence import Call, Evidence, in_order, last_name, operand_at
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.concepts.tables import Table, table_of
from numscope.trace import Operand, Operation

# Where a function that parts rows takes the samples; the answers stand behind them.
_PARTS = {
    "train_test_split": 0,
    "cross_val_score": 1,
    "cross_validate": 1,
    "cross_val_predict": 1,
    "split": 1,
}
_FOLDS = ("KFold", "StratifiedKFold", "RepeatedKFold", "RepeatedStratifiedKFold", "ShuffleSplit")
_ALWAYS_SHUFFLED = ("RepeatedKFold", "RepeatedStratifiedKFold", "ShuffleSplit", "StratifiedShuffleSplit")
_ORDERS = ("permutation", "shuffle")
_TESTS = ("score", "predict", "predict_proba", "decision_function")


@dataclass(frozen=True)
class RandomSplit:
    """Rows that are parted. samples: their numbers, one array a column; answers: one a row."""

    call: Call
    operation: Operation
    samples: tuple[Any, ...]
    answers: Any


@dataclass(frozen=True)
class _Taken:
    """Rows taken by a list of numbers. by: the list; part: what was taken."""

    whole: Operand
    by: Operand
    part: Operand


def random_splits(evidence: Evidence) -> Iterator[RandomSplit]:
    """Yield the splits of rows at random: by scikit-learn, or by a list of row numbers in a random order."""
    fits = [one for _, one in in_order(evidence, ["fit"])]
    if not fits and not evidence.named(*_PARTS):
        return
    tests = {hash_ for _, one in in_order(evidence, _TESTS) for hash_ in _hashes(one, 1)}
    taken = list(_taken(evidence))
    folds = in_order(evidence, _FOLDS)
    for call, operation in in_order(evidence, [*_PARTS, *_ORDERS]):
        name = last_name(operation)
        if name in _ORDERS or _is_row_numbers(operation):
            yield from _by_numbers(call, operation, taken, fits, tests)
        elif _is_shuffled(operation, name, [one for _, one in folds if one.id < operation.id]):
            samples = table_of(operation, _PARTS[name])
            answers = _answers(table_of(operation, _PARTS[name] + 1), samples, taken, fits)
            if samples is not None and answers is not None:
                yield RandomSplit(call, operation, tuple(samples.columns()), answers)


def _hashes(operation: Operation, place: int) -> frozenset[str]:
    table = table_of(operation, place)
    return table.hashes if table is not None else frozenset()


def _taken(evidence: Evidence) -> Iterator[_Taken]:
    for _, operation in in_order(evidence, ["__getitem__", "take"]):
        if len(operation.inputs) == 2 and operation.outputs:
            whole, by = operation.inputs
            if (by.dtype or "").startswith("int") and len(by.shape or ()) == 1:
                yield _Taken(whole, by, operation.outputs[0])


def _is_row_numbers(operation: Operation) -> bool:
    table = table_of(operation, 0) if last_name(operation) == "train_test_split" else None
    columns = table.columns(2) if table is not None else []
    return len(columns) == 1 and np.array_equal(np.sort(columns[0]), np.arange(len(columns[0])))


def _is_shuffled(operation: Operation, name: str, folds: list[Operation]) -> bool:
    shuffle = operand_at(folds[-1] if name != "train_test_split" and folds else operation, -1, "shuffle")
    if name == "train_test_split":
        return shuffle is None or shuffle.literal is not False
    if (
        not folds
        or any(one.name == "groups" for one in operation.operands)
        or operand_at(operation, 3, "groups")
    ):
        return False
    return last_name(folds[-1]) in _ALWAYS_SHUFFLED or (shuffle is not None and shuffle.literal is True)


def _by_numbers(
    call: Call, operation: Operation, taken: list[_Taken], fits: list[Operation], tests: set[str]
) -> Iterator[RandomSplit]:
    """Yield the split of rows that are taken by parts of a list of numbers, to fit a model and to ask it."""
    made = [one for one in (*operation.outputs, *operation.mutated) if one.is_array()]
    rows = sum((one.shape or (0,))[0] for one in made)
    parts = {one.part.hash for one in taken if one.by.hash in {whole.hash for whole in made}}
    lists = {one.hash for one in made} | parts
    for fit in fits:
        samples = next((one for one in taken if one.part.hash in _hashes(fit, 1)), None)
        answers = next((one for one in taken if one.part.hash in _hashes(fit, 2)), None)
        if samples is None or answers is None or fit.id < operation.id:
            continue
        others = [one for one in taken if one.whole.hash == samples.whole.hash and one.part.hash in tests]
        whole, right = numbers_of(samples.whole), numbers_of(answers.whole)
        ours = samples.by.hash in lists or _is_part(samples.by, made)
        if ours and others and whole is not None and right is not None and len(whole) == len(right) == rows:
            yield RandomSplit(call, operation, tuple(whole.reshape(rows, -1).astype(float).T), right)
            return


def _is_part(by: Operand, made: list[Operand]) -> bool:
    """Return whether row numbers are a slice of a list of all of them."""
    numbers = numbers_of(by)
    lists = [whole for one in made if (whole := numbers_of(one)) is not None and whole.ndim == 1]
    for whole in lists:
        start: Any = np.flatnonzero(whole == numbers[0]) if numbers is not None and numbers.size else ()
        if len(start) == 1 and np.array_equal(whole[start[0] : start[0] + numbers.size], numbers):
            return True
    return False


def _answers(given: Table | None, samples: Table | None, taken: list[_Taken], fits: list[Operation]) -> Any:
    """Return the answers of all rows: what is given beside them, or of what those that are fitted to were taken."""
    if samples is None:
        return None
    if given is not None and given.rows == samples.rows:
        return next(iter(given.columns(1)), None)
    fitted = {hash_ for fit in fits for hash_ in _hashes(fit, 2)}
    wholes = (numbers_of(one.whole) for one in taken if one.part.hash in fitted)
    found = next((one for one in wholes if one is not None and one.shape == (samples.rows,)), None)
    return found if found is not None else _column_of_answers(samples, fits)


def _column_of_answers(samples: Table, fits: list[Operation]) -> Any:
    """Return the column of the parted table that has the name of what a model is fitted to."""
    names = {
        one.attributes.get("name")
        for fit in fits
        for one in fit.operands
        if one.position == 2 and one.kind == "object"
    }
    return next(
        (numbers_of(one) for one in samples.arrays if one.name is not None and one.name in names), None
    )
