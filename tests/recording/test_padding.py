"""Bytes within elements that no value sets: the same values have the same content, whatever lies between them."""

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import numscope

LONG_DOUBLE_IS_PADDED = np.finfo(np.longdouble).nmant == 63
LONG_DOUBLE = [True] * 10 + [False] * 6 if LONG_DOUBLE_IS_PADDED else [True] * np.dtype("g").itemsize


class Kind(NamedTuple):
    """A dtype, and for each byte of an element whether it belongs to a value."""

    dtype: np.dtype[Any]
    used: list[bool]


SIMPLE = [
    *(
        Kind(np.dtype(name), [True] * np.dtype(name).itemsize)
        for name in ("u1", "<i2", ">i4", "<f8", ">c16", "S3", "<M8[s]")
    ),
    Kind(np.dtype("g"), LONG_DOUBLE),
    Kind(np.dtype("G"), 2 * LONG_DOUBLE),
    Kind(np.dtype("g").newbyteorder(), LONG_DOUBLE[::-1]),
]


@st.composite
def records(draw: st.DrawFn, kinds: st.SearchStrategy[Kind]) -> Kind:
    """Records with gaps, of which a field may be an array of its own."""
    formats, offsets, used = [], [], []
    for kind, times, gap in draw(
        st.lists(st.tuples(kinds, st.sampled_from([1, 2, 3]), st.integers(0, 5)), min_size=1, max_size=3)
    ):
        used += [False] * gap
        offsets.append(len(used))
        formats.append((kind.dtype, (times,)) if times > 1 else kind.dtype)
        used += kind.used * times
    used += [False] * draw(st.integers(0, 5))
    names = [f"f{number}" for number in range(len(formats))]
    return Kind(
        np.dtype({"names": names, "formats": formats, "offsets": offsets, "itemsize": len(used)}), used
    )


KINDS = st.recursive(st.sampled_from(SIMPLE), records, max_leaves=4)


def with_garbage(array: Any, used: Any, garbage: int) -> Any:
    """A copy of an array with other bytes where no value is."""
    bytes_of = np.frombuffer(array.tobytes(), np.uint8).reshape(-1, array.dtype.itemsize)
    return np.where(used, bytes_of, np.uint8(garbage)).tobytes()


def laid_out(data: bytes, dtype: np.dtype[Any], layout: str) -> Any:
    flat = np.frombuffer(bytearray(data), dtype)
    if layout == "columns":
        return flat.reshape(-1, 2).T
    if layout == "strided":
        wide = np.frombuffer(bytearray(np.repeat(flat.view(f"V{dtype.itemsize}"), 2).tobytes()), dtype)
        return wide[::2]
    return flat


@given(KINDS, st.sampled_from(["plain", "columns", "strided"]), st.sampled_from([2, 40, 3000]), st.data())
@settings(deadline=None, max_examples=60)
def test_padding_is_no_part_of_a_content(
    tmp_path_factory: pytest.TempPathFactory, kind: Kind, layout: str, count: int, data: st.DataObject
) -> None:
    dtype, used = kind.dtype, np.array(kind.used)
    element = data.draw(st.binary(min_size=dtype.itemsize, max_size=dtype.itemsize))
    values = np.frombuffer(element * count, dtype)
    first = laid_out(with_garbage(values, used, 0), dtype, layout)
    second = laid_out(with_garbage(values, used, 0xA5), dtype, layout)
    at = data.draw(st.sampled_from(np.flatnonzero(used).tolist()))
    other = bytearray(with_garbage(values, used, 0))
    other[at] ^= 1
    changed = laid_out(bytes(other), dtype, layout)
    path = tmp_path_factory.mktemp("padding") / "t.numscope"
    with numscope.record(path) as trace:
        for array in (first, second, changed):
            np.shape(array)
    hashes = [operation.inputs[0].hash for operation in trace if operation.name == "numpy.shape"]
    assert len(hashes) == 3
    assert hashes[0] == hashes[1] is not None
    assert hashes[0] != hashes[2]
    kept = trace[0].inputs[0].value()
    assert with_garbage(kept, used, 0) == with_garbage(first, used, 0)


@pytest.mark.skipif(not LONG_DOUBLE_IS_PADDED, reason="long double has no padding on this machine")
def test_scalars_of_long_double_have_the_content_of_their_number(tmp_path: Path) -> None:
    memory = np.zeros(2, np.longdouble)
    memory[:] = 1.5
    bytes_of = memory.view(np.uint8).reshape(2, -1)
    bytes_of[0, 10:], bytes_of[1, 10:] = 1, 2
    with numscope.record(tmp_path / "t.numscope", scalars=True) as trace:
        for number in (memory[0], memory[1]):
            np.sqrt(number)
    roots = [operation for operation in trace if operation.name == "numpy.sqrt"]
    assert len({root.inputs[0].hash for root in roots}) == 1
    assert len({root.outputs[0].hash for root in roots}) == 1
