"""What an operand is said to hold is what it held then, however its memory is written, shared, freed and used again."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

import numscope
from numscope.trace.operation import AFTER

# Below and above what is hashed without statistics being remembered, and what is hashed in one pass with them.
SIZES = [7, 500, 512, 3000, 140_000, 300_000]
Array = np.ndarray[Any, Any]


def write_unseen(x: Array, value: float) -> None:
    """Write one element through memory of which NumPy knows nothing."""
    memoryview(x.reshape(-1)).cast("B").cast("d")[x.size // 2 + 1] = value


STEPS = {
    "write unseen": lambda x, n: (write_unseen(x, n), x)[1],
    "write unseen and back": lambda x, n: (write_unseen(x, n), np.negative(x), write_unseen(x, 0), x)[3],
    "in place": lambda x, n: np.add(x, n, out=x),
    "from another": lambda x, n: np.multiply(np.full_like(x, n), 2.0, out=x),
    "overlapping": lambda x, n: (np.add(x[1:], n, out=x[:-1]), x)[1],
    "onto itself turned": lambda x, n: (np.copyto(x[::-1], x), x)[1],
    "part": lambda x, n: (x.__setitem__(slice(1, 4), n), x)[1],
    "masked": lambda x, n: np.add(x, n, out=x, where=x > n),
    "freed and made again": lambda x, n: np.full(x.shape, float(n)),
    "uninitialised": lambda x, n: (lambda y: (y.fill(n), y)[1])(np.empty_like(x)),
    "square": lambda x, n: np.negative(x.reshape(-1, 2) if x.size % 2 == 0 else x).reshape(x.shape),
    "columns": lambda x, n: np.asfortranarray(x.reshape(-1, 2).T if x.size % 2 == 0 else x).reshape(-1),
    "strided": lambda x, n: (np.negative(x[::2], out=x[::2]), x)[1],
    "other numbers": lambda x, n: (np.negative(x.view("i8")), x)[1],
    "sorted": lambda x, n: (x.sort(), x)[1],
    "concatenated": lambda x, n: np.concatenate([x[: x.size // 2], x[x.size // 2 :]]),
    "cumulated": lambda x, n: np.cumsum(x * 0 + n, out=x),
    "zero": lambda x, n: np.zeros(x.shape),
    "one negative zero": lambda x, n: (x.fill(0.0), write_unseen(x, -0.0), x)[2],
    "other byte order": lambda x, n: np.negative(x.astype(">f8")).astype("f8"),
}


@pytest.mark.parametrize("values", ["stats", pytest.param("full", marks=pytest.mark.long)])
@settings(
    max_examples=10,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
@given(
    size=st.sampled_from(SIZES),
    steps=st.lists(st.tuples(st.sampled_from(sorted(STEPS)), st.integers(-2, 2)), min_size=2, max_size=10),
)
def test_contents_are_those_that_were_there(size: int, steps: list[tuple[str, int]], values: str) -> None:
    truths: list[Array] = []
    x = np.zeros(size)
    with tempfile.TemporaryDirectory() as folder:
        with numscope.record(Path(folder) / "t.numscope", values=values) as recording:
            for step, number in steps:
                x = STEPS[step](x, number)
                truths.append(np.array(memoryview(x).tolist()))
                np.isfinite(x)
        check(list(recording), truths, values)


def check(operations: list[Any], truths: list[Array], values: str) -> None:
    """Compare what was asked about with the truth, and what the trace says of all with itself."""
    asked = [o for o in operations if o.name == "numpy.isfinite"]
    assert len(asked) == len(truths)
    for operation, truth in zip(asked, truths, strict=True):
        given_array = operation.inputs[0]
        assert given_array.statistics.minimum == truth.min()
        assert given_array.statistics.maximum == truth.max()
        assert given_array.statistics.zeros == int((truth == 0).sum())
        assert given_array.statistics.mean == pytest.approx(truth.mean(), rel=1e-9, abs=1e-12 * truth.size)
        if values == "full":
            assert given_array.value().tobytes() == truth.tobytes()
    if values == "full":
        for operation in operations:
            for operand in operation.operands:
                agrees_with_itself(operand)


def agrees_with_itself(operand: Any) -> None:
    """Statistics and bytes of one operand tell of one content."""
    if operand.kind != "array" or not operand.kept or operand.statistics is None or not operand.data_bytes:
        return
    value = operand.value().astype("f8")
    if not np.isfinite(value).all():
        return
    assert operand.statistics.minimum == value.min(), operand
    assert operand.statistics.maximum == value.max(), operand
    assert operand.role in AFTER or operand.statistics.zeros == int((value == 0).sum())
