"""Arrays over memory that is not all there: a program that never reads it lives, and so it does when it is recorded."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

import numscope
from numscope.trace import Operand, ValueNotKeptError

# Each returns an array of whose memory only a part can be read, and a view of that part.
PROGRAM = """
import ctypes, os
import numpy as np

def mapped(shape, dtype=np.float64):
    array = np.memmap("mapped", dtype, "w+", shape=shape)
    array[...] = 1
    os.truncate("mapped", 4096)
    return array

def truncated():
    whole = mapped((8192,))
    return whole, whole[:2]

def truncated_and_gathered():
    whole = mapped((64, 128))[:, ::2]
    return whole, whole[:2, :2]

def truncated_and_large():
    whole = mapped((1 << 16, 128))[:, ::2]
    return whole, whole[:2, :2]

def truncated_and_backwards():
    whole = mapped((8192,))[::-1]
    return whole, whole[-2:]

def truncated_and_swapped():
    whole = mapped((8192,), ">f8")
    return whole, whole[:2]

def truncated_record():
    whole = np.memmap("records", [("a", "f8"), ("b", "f8")], "w+", shape=(1024,))
    record = whole[1000]
    os.truncate("records", 4096)
    return record, whole[:2]["a"]

def beyond():
    whole = np.lib.stride_tricks.as_strided(np.ones(4), (1 << 40,), (8,))
    return whole, whole[:2]

def beyond_and_gathered():
    whole = np.lib.stride_tricks.as_strided(np.ones(4), (1 << 30, 2), (1 << 12, 8))
    return whole, whole[:1]

def unmapped():
    libc = ctypes.CDLL(None)
    libc.mmap.restype = ctypes.c_void_p
    at = libc.mmap(None, ctypes.c_size_t(1 << 16), 3, 0x22, -1, ctypes.c_long(0))
    whole = np.ctypeslib.as_array((ctypes.c_double * 8192).from_address(at))
    whole[:] = 1
    libc.munmap(ctypes.c_void_p(at + 4096), ctypes.c_size_t((1 << 16) - 4096))
    return whole, whole[:2]

for make in (
    truncated, truncated_and_gathered, truncated_and_large, truncated_and_backwards, truncated_and_swapped,
    truncated_record, beyond, beyond_and_gathered, unmapped,
):
    whole, part = make()
    # It may not be looked at before the call, nor after it: neither reads the elements.
    print(make.__name__, np.ndim(whole), np.shape(whole), float(np.add(part, 1).ravel()[0]), flush=True)
"""
CASES = 9


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> str:
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=tmp_path_factory.mktemp("plain"),
        capture_output=True,
        text=True,
        check=True,
    )
    assert len(run.stdout.splitlines()) == CASES
    return run.stdout


RECORDINGS: Mapping[str, tuple[str, ...]] = {
    "full": ("--values", "full"),
    "statistics": ("--values", "stats"),
    "npy": ("--npy", "--log"),
    "rules": ("--values", "none", "--rule", "output.denormals > 1", "--stop-on", "nan"),
}


@pytest.mark.parametrize("options", RECORDINGS.values(), ids=RECORDINGS)
def test_the_program_lives(numscope_command, plain: str, tmp_path: Path, options: tuple[str, ...]) -> None:
    run = numscope_command("run", "-o", "t.numscope", *options, "-c", PROGRAM)
    assert (run.returncode, run.stdout) == (0, plain), run.stderr
    if options[-1] != "full":
        return
    with numscope.open(tmp_path / "t.numscope") as trace:
        unreadable = [
            (operation.id, place)
            for operation in trace
            for place, operand in enumerate(operation.operands)
            if operand.unreadable
        ]
        assert len(unreadable) >= CASES - 1
        number, place = unreadable[0]
        operand = trace[number].operands[place]
        assert (operand.hash, operand.statistics, operand.kept) == (None, None, False)
        with pytest.raises(ValueNotKeptError, match="contents can't be read"):
            operand.value()
    assert "contents can't be read" in numscope_command("show", "t.numscope", str(number)).stdout


def layouts_of(whole: np.ndarray) -> list[np.ndarray]:
    """Views of 2 million float64 in all the ways in which elements are read."""
    cube = whole.reshape(128, 128, 128)
    return [
        whole,
        whole[::-1],
        whole[1::3],
        whole[::-5],
        cube.T,
        cube.transpose(0, 2, 1),
        cube[::-1, 3:90:2, ::-2],
        cube[:, :, 7],
        whole.view(">f8"),
        whole.view([("a", "f8"), ("b", "i4"), ("c", "i4")])["b"],
        np.lib.stride_tricks.sliding_window_view(whole[:5000], 9),
        np.broadcast_to(whole[:300], (50, 300)),
        whole[:0],
        whole[5:6].reshape(()),
    ]


def test_memory_of_others_is_read_as_our_own_is(tmp_path: Path) -> None:
    generator = np.random.default_rng(3)
    own = generator.integers(-9, 9, 1 << 21).astype(np.float64)
    mapped = np.memmap(tmp_path / "m", np.float64, "w+", shape=own.shape)
    mapped[:] = own
    # Of a large file, so that the rows of a gathered view are far apart.
    large = np.memmap(tmp_path / "large", np.float64, "w+", shape=(300, 1 << 16))
    large[:, :40] = generator.normal(size=(300, 40))
    far = [large[:, :3], large[::-1, 30:2:-4], large[:, 5]]
    copies = [*layouts_of(own), *(np.ascontiguousarray(view) for view in far)]
    with numscope.record(tmp_path / "t.numscope") as trace:
        for one, other in zip([*layouts_of(mapped), *far], copies, strict=True):
            np.copyto(np.empty_like(other), np.asarray(one))
            np.copyto(np.empty_like(other), other)
    sources = [operation.operands[1] for operation in trace if operation.name == "numpy.copyto"]
    assert len(sources) == 2 * len(copies)
    for one, other, array in zip(sources[::2], sources[1::2], copies, strict=True):
        check(one, array)
        check(other, array)
        assert one.statistics == other.statistics or array.size == 0


def check(operand: Operand, array: np.ndarray) -> None:
    assert operand.hash is not None
    assert not operand.unreadable
    assert np.array_equal(operand.value(), array)
