"""A program that Numba compiles, in parallel and with its cache, prints under a recording what it prints by itself."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("numba")

COMPILED = """
import warnings
import numba, numpy as np
warnings.simplefilter("error", RuntimeWarning)

@numba.njit(cache=True)
def mean(a):
    return a.sum() / a.size

@numba.njit(parallel=True)
def scaled(a, by):
    out = np.empty_like(a)
    for i in numba.prange(a.size):
        out[i] = a[i] * by
    return out

@numba.vectorize(["float64(float64)"])
def half(x):
    return x / 2

@numba.njit
def third(a, i):
    if i > 2:
        raise IndexError("out of reach")
    return a[i]

a = np.arange(9.0)
print(mean(a), scaled(a, 3).tolist(), half(a).tolist(), sorted(map(str, mean.signatures)))
try:
    third(a, 5)
except IndexError as error:
    print("IndexError", error)
print(mean.stats.cache_hits, type(half), third.py_func(a, 1))
"""


def test_a_compiled_program(python, numscope_command, tmp_path: Path) -> None:
    (tmp_path / "p.py").write_text(COMPILED)
    python("p.py")  # fills Numba's cache
    plain, recorded = python("p.py"), numscope_command("run", "-o", "t.numscope", "p.py")
    assert plain.returncode == 0, plain.stderr
    said = [line for line in recorded.stderr.splitlines() if not line.startswith("numscope: ")]
    assert (recorded.stdout, said, recorded.returncode) == (plain.stdout, [], 0)
