"""No message makes the search for a reason fail, whichever operation it meets: a trace may be a stranger's."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import numpy as np
import pytest
from tests.analysis.check_up.ended_programs import PROGRAMS, Ended

import numscope
from numscope.analysis.check_up.ended.ending import Ending
from numscope.analysis.check_up.ended.reason import reason_of

pytest.importorskip("numscope._core", reason="the native core is not built")

# What libraries above NumPy say, with numbers that no array of the recording has.
TEXTS = (
    "Target 7 is out of bounds.",
    "The truth value of a Series is ambiguous.",
    "cannot reshape array of size 99999999999999999999999999 into shape (7,0)",
    "shape '[-1, 0]' is invalid for input of size 6",
    "Python integer 300 out of bounds for uint128",
    "expected input[2, 3] to have 3 channels, but got 32 channels instead",
    "view size is not compatible with input tensor's size and stride",
    "`x` must be strictly increasing sequence.",
    "Input X contains NaN.",
    "This solver needs samples of at least 2 classes in the data, but the data contains only one class: 0",
    "Matrix is not positive definite",
    "Last 2 dimensions of the array must be square",
    "probabilities do not sum to 1",
    "must have the same dtype",
    "2-th leading minor of the array is not positive definite",
)
KINDS = ("ValueError", "LinAlgError", "KeyError", "IndexError", "UFuncOutputCastingError", "NotFittedError")


def message(ended: Ended) -> tuple[str, str]:
    """Run the program within this process, and return the exception that ends it."""
    try:
        exec(compile(ended.program, ended.name, "exec"), {"np": np})
    except Exception as error:  # noqa: BLE001 - the exception is what is asked for
        return type(error).__name__.lstrip("_"), str(error)
    raise AssertionError(f"{ended.name} did not end")


@pytest.fixture(scope="module")
def recorded(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[tuple[numscope.Trace, list[tuple[str, str]]]]:
    with (
        numscope.record(tmp_path_factory.mktemp("mixed") / "t.numscope") as recording,
        contextlib.redirect_stdout(None),
    ):
        said = [message(one) for one in PROGRAMS]
        np.linalg.eigvalsh(np.ones((0, 0)))
        np.concatenate([np.ones((0, 3)), np.ones((2, 3))])
        np.stack([np.array([], dtype="<U3")])
        np.sort(np.array([True, False]))
        np.ones((2, 3, 4)) @ np.ones((4, 1))
    with recording.open() as trace:
        yield trace, said


def test_each_message_with_each_operation(recorded: tuple[numscope.Trace, list[tuple[str, str]]]) -> None:
    trace, said = recorded
    wrong = [(kind, text) for kind in KINDS for text in TEXTS]
    operations = [None, *(one for one in trace if one.depth == 0)]
    source = "\n".join(one.program for one in PROGRAMS[:4])
    answers = 0
    for number, operation in enumerate(operations):
        line = operation.user_site.line if operation is not None and operation.user_site else 1
        for kind, text in [*said, *wrong][number % 29 :: 29]:
            reason = reason_of(Ending(kind, text, operation, source, line, lambda _: list(trace[:3])))
            answers += reason is not None
    assert answers > len(said)
