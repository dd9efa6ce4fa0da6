"""A recorded program calls itself through NumPy as deep as it does alone, and what the depth took is given back."""

from __future__ import annotations

import functools
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy_depth
import pytest

pytestmark = pytest.mark.skipif(
    "libasan" in os.environ.get("LD_PRELOAD", ""),
    reason="AddressSanitizer makes frames larger and keeps what is freed",
)

NUMPY_ROUTES = [name for name in numpy_depth.ROUTES if name != "compiled"]


@functools.cache
def measured(place: str, *routes: str) -> dict[str, dict[str, int | bool]]:
    """What `numpy_depth.py` prints: the deepest recursion alone, and whether nine tenths of it survive recorded."""
    command = [sys.executable, numpy_depth.__file__, place, *routes]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=240)
    assert done.returncode == 0, done.stderr
    found: dict[str, dict[str, int | bool]] = json.loads(done.stdout)
    return found


# A thread has the smaller stack.
@pytest.mark.parametrize("place", [pytest.param("main", marks=pytest.mark.long), "thread"])
@pytest.mark.parametrize("route", NUMPY_ROUTES)
def test_recording_leaves_nine_tenths_of_the_depth(route: str, place: str) -> None:
    found = measured(place, *NUMPY_ROUTES)[route]
    assert found["plain"] > 1
    assert {values: found[values] for values in numpy_depth.VALUES} == dict.fromkeys(numpy_depth.VALUES, True)


@pytest.mark.parametrize("place", ["main", "thread"])
def test_recording_leaves_nine_tenths_of_the_depth_through_a_compiled_function(place: str) -> None:
    pytest.importorskip("numba", reason="Numba compiles the function that calls back")
    found = measured(place, "compiled")["compiled"]
    assert {values: found[values] for values in numpy_depth.VALUES} == dict.fromkeys(numpy_depth.VALUES, True)


DEEP = """
import sys
import numpy as np
sys.setrecursionlimit(10**6)
def rec(n):
    return np.apply_along_axis(lambda q: rec(n - 1) if n else 1.0, 0, np.ones(1))
"""


@pytest.mark.parametrize("values", numpy_depth.VALUES)
def test_three_thousand_calls_within_each_other(values: str, numscope_command: Any, tmp_path: Path) -> None:
    (tmp_path / "deep.py").write_text(DEEP + "print(rec(3000))\n")
    done = numscope_command("run", "--values", values, "deep.py")
    assert (done.returncode, done.stdout) == (0, "1.0\n"), done.stderr


GROWTH = """
import resource, threading, numscope
def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
def in_thread(n):
    thread = threading.Thread(target=rec, args=(n,))
    thread.start()
    thread.join()
with numscope.record("growth.numscope", values="none"):
    for _ in range(20):
        {0}
    before = peak()
    for _ in range({1}):
        {0}
    print(peak() - before)
"""


@pytest.mark.parametrize(("statement", "times"), [("rec(300)", 100), ("in_thread(30)", 1000)])
def test_records_of_a_deep_recursion_are_freed(
    statement: str, times: int, python: Any, tmp_path: Path
) -> None:
    (tmp_path / "growth.py").write_text(DEEP + GROWTH.format(statement, times))
    done = python("growth.py")
    assert done.returncode == 0, done.stderr
    # All 30,000 records of 2 KB would be 60,000 kilobytes.
    assert int(done.stdout) < 20_000
