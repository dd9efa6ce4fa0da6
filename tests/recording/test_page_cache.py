"""A long recording leaves the page cache to the program."""

from __future__ import annotations

import ctypes
import mmap
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import numscope


def resident(path: Path) -> np.ndarray:
    """Of each page of the file, whether it is in the page cache."""
    pages = -(-path.stat().st_size // mmap.PAGESIZE)
    found = (ctypes.c_ubyte * pages)()
    with path.open("r+b") as file, mmap.mmap(file.fileno(), 0) as mapped:
        start = ctypes.c_ubyte.from_buffer(mapped)
        libc = ctypes.CDLL(None, use_errno=True)
        failed = libc.mincore(ctypes.c_void_p(ctypes.addressof(start)), ctypes.c_size_t(len(mapped)), found)
        del start
    assert not failed
    return np.frombuffer(found, np.uint8) & 1 == 1


@pytest.mark.serial
@pytest.mark.skipif(sys.platform != "linux", reason="other systems are not told")
def test_what_was_written_long_ago_leaves_the_page_cache_and_is_read_back(tmp_path: Path) -> None:
    kind = subprocess.run(["stat", "-fc", "%T", tmp_path], capture_output=True, text=True, check=True).stdout
    if kind.strip() in ("tmpfs", "ramfs", "overlayfs"):
        pytest.skip(f"{tmp_path} is on {kind.strip()}, whose pages stay")
    rng = np.random.default_rng(0)
    arrays = [rng.random(1 << 20) for _ in range(12)]
    with numscope.record(tmp_path / "t.numscope", values="full"):
        for array in arrays:
            np.shares_memory(array, array)
            time.sleep(0.1)  # for the disk
    there = resident(next((tmp_path / "t.numscope").rglob("values.pack")))
    assert len(there) * mmap.PAGESIZE == 96 << 20
    assert not there[: len(there) // 4].all()
    assert there[-len(there) // 4 :].all()
    with numscope.open(tmp_path / "t.numscope") as trace:
        calls = [operation for operation in trace if operation.name == "numpy.shares_memory"]
        for call, array in zip(calls, arrays, strict=True):
            np.testing.assert_array_equal(call.inputs[0].value(), array)
