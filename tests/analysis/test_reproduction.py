"""Scripts that show a halt again: run by themselves, with plain NumPy, they show the same."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import numscope
from numscope.analysis.halted.reduction import Shrinker
from numscope.analysis.halted.report import Stop, find_stop

SETUP = "import numpy as np\nrng = np.random.default_rng(0)\n"
# What halts, on which condition, and how many elements are enough to show it.
FAULTS = {
    "a ufunc": ("inf", "a = np.linspace(0, 900, 5000); np.exp(a)", 1),
    "two axes": ("nan", "a = np.ones((40, 50)); a[7, 9] = -1; np.sqrt(a)", 1),
    "broadcasting": ("inf", "np.arange(1.0, 61).reshape(3, 4, 5) / np.array([1.0, 1, 0, 1, 1])", 2),
    "in place": ("nan", "a = np.zeros(100); b = np.zeros(100); b[:99] = 1; a /= b", 2),
    "out": ("inf", "a = np.arange(50.0); np.divide(1, a, out=a)", 1),
    "a sum": ("inf", "np.full(64, 1e307).sum()", 18),
    "along an axis": ("inf", "a = np.ones((9, 64)); a[4] = 1e307; a.sum(axis=1)", 18),
    "a matrix product": (
        "inf",
        "a = np.ones((8, 20)); a[3, 7] = 1e200; b = np.ones((20, 6)); b[7, 2] = 1e200; a @ b",
        2,
    ),
    "a mean of nothing": ("nan", "np.mean(np.zeros((0, 3)), axis=0)", 0),
    "float32": ("inf", "np.full((5, 5), 3e38, np.float32) * np.float32(10)", 1),
    "float16": ("inf", "(np.full(9, 300, np.float16) * np.full(9, 300, np.float16))", 2),
    "complex": ("nan", "np.zeros(7, complex) / np.zeros(7, complex)", 2),
    "big-endian": ("nan", "np.sqrt(np.full(7, -1.0, '>f8'))", 1),
    "integers": ("zero-div", "np.arange(1, 20) // np.array([1, 0] + [1] * 17)", 2),
    "zero by zero": ("zero-div", "np.zeros(30) / np.zeros(30)", 2),
    "a scalar": ("nan", "np.log(np.float32(-1.5))", 0),
    "a function": ("inf", "np.vander(np.array([1e160, 1.0]), 3)", 1),
    "linear algebra": ("inf", "np.linalg.norm(np.full(50, 1e200))", 1),
    "a list of arrays": ("inf", "np.einsum('ij,jk->ik', np.full((5, 5), 1e200), np.full((5, 5), 1e200))", 2),
    "strides": ("nan", "np.log(-np.arange(1.0, 41)[::3])", 1),
    "a rule": ("absmax > 1e6", "np.arange(1000.0) ** 3", 1),
    "a rule on two results": (
        "min < -5 and name == 'numpy.modf'",
        "np.modf(np.array([1.5, -7.25, 3.0] * 20))",
        1,
    ),
    "too many to read": (
        "max > 999 and min < 1 and size == 1000 and name == 'numpy.add'",
        "np.arange(1000.0) + 0.5",
        1000,
    ),
}


def halted(tmp_path: Path, on: str, code: str) -> Stop:
    path = tmp_path / "t.numscope"
    with pytest.raises(SystemExit), numscope.record(path, stop_on=[on]), np.errstate(all="ignore"):
        exec(compile(SETUP + code.replace("; ", "\n"), "program.py", "exec"), {})
    with numscope.open(path) as trace:
        halt = find_stop(trace)
    assert halt is not None
    return halt


@pytest.mark.parametrize("name", FAULTS)
def test_the_script_shows_the_same_with_the_elements_that_matter(name: str, tmp_path: Path) -> None:
    on, code, elements = FAULTS[name]
    halt = halted(tmp_path, on, code)
    assert halt.reproduction is not None, halt.no_reproduction
    assert halt.reproduction.elements == elements
    assert "numscope" not in halt.reproduction.script
    shown: list[str] = []
    with np.errstate(all="raise" if on == "zero-div" else "ignore", over="ignore", under="ignore"):
        names: dict[str, object] = {"print": lambda *parts, **_: shown.append(" ".join(map(str, parts)))}
        if on == "zero-div":
            with pytest.raises(FloatingPointError):
                exec(halt.reproduction.script, names)
            return
        exec(halt.reproduction.script, names)
    result = names["result"][0] if isinstance(names["result"], tuple) else names["result"]
    if on in ("nan", "inf"):
        assert {"nan": np.isnan, "inf": np.isinf}[on](result).any()
        assert on in shown[-1]
    if name == "a rule":
        assert np.abs(result).max() > 1e6
    if name == "too many to read":
        assert (result == np.arange(1000.0) + 0.5).all()


def test_the_script_runs_by_itself(tmp_path: Path) -> None:
    halt = halted(tmp_path, "nan", "a = np.ones(300); a[200] = -4; np.sqrt(a)")
    assert halt.reproduction is not None
    (tmp_path / "again.py").write_text(halt.reproduction.script)
    run = subprocess.run(
        [sys.executable, "-I", tmp_path / "again.py"], capture_output=True, text=True, check=True
    )
    assert run.stdout == "inputs:\n[-4.]\nresult:\n[nan]\n"
    assert halt.variables["a"].startswith("float64[300]")
    assert halt.place == "program.py:5"


def test_without_values_it_says_why_there_is_none(tmp_path: Path) -> None:
    path = tmp_path / "t.numscope"
    with (
        pytest.raises(SystemExit),
        numscope.record(path, stop_on="nan", values="stats"),
        np.errstate(all="ignore"),
    ):
        np.sqrt(np.full(100, -1.0))
    with numscope.open(path) as trace:
        halt = find_stop(trace)
    assert halt is not None
    assert halt.reproduction is None
    assert "was not kept" in halt.no_reproduction


@pytest.mark.parametrize("text", ["", "{", '{"why": 3}', "[1, 2]", '{"why": "x", "locals": 1}'])
def test_a_damaged_note_is_told(text: str, tmp_path: Path) -> None:
    path = tmp_path / "t.numscope"
    with numscope.record(path):
        np.ones(2) + 1
    (path / "halted.json").write_text(text)
    with (
        numscope.open(path) as trace,
        pytest.raises(numscope.errors.TraceError, match=r"halted\.json can't be read"),
    ):
        find_stop(trace)


def test_shrinking_keeps_what_belongs_together() -> None:
    a, b = np.arange(12.0).reshape(3, 4), np.arange(4.0)
    small = Shrinker([a, b], lambda arrays: 10 in arrays[0] and 2 in arrays[1]).shrink()
    assert [array.tolist() for array in small] == [[[10.0]], [2.0]]
    untouched = Shrinker([a, b], lambda arrays: arrays[0].shape == (3, 4)).shrink()
    assert untouched[0].tolist() == a.tolist()
