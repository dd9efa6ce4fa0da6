"""diff of runs that reach other modules of one program: what only one of them called is no change of the source."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import numscope
from numscope.analysis.diff.comparison import Diff, diff

pytest.importorskip("numscope._core", reason="the native core is not built")

MAIN = """\
import sys
from importlib import import_module
import numpy as np

curve = import_module(f"curve_{sys.argv[1]}")
x = np.linspace(-1.0, 1.0, 8)
print((curve.bend(x) * x).sum())
"""
CURVES = {
    "soft": "import numpy as np\n\n\ndef bend(x):\n    y = np.exp(-x)\n    return 1.0 / (1.0 + y)\n",
    "hard": "import numpy as np\n\n\ndef bend(x):\n    return np.clip(x + 0.5, 0.0, 1.0)\n",
}


def run(folder: Path, curve: str) -> Path:
    trace = folder / f"{curve}.numscope"
    words = ["run", "--force", "-o", str(trace), "main.py", curve]
    subprocess.run([sys.executable, "-m", "numscope", *words], cwd=folder, check=True, capture_output=True)
    return trace


def compared(first: Path, second: Path) -> Diff:
    with numscope.open(first) as one, numscope.open(second) as other:
        return diff(one, other)


@pytest.fixture
def program(tmp_path: Path) -> Path:
    (tmp_path / "main.py").write_text(MAIN)
    for name, text in CURVES.items():
        (tmp_path / f"curve_{name}.py").write_text(text)
    return tmp_path


def test_other_arguments_are_no_change_of_the_source(program: Path) -> None:
    found = compared(run(program, "soft"), run(program, "hard"))
    assert not found.equal
    assert found.verdict.cause is None
    assert found.verdict.program.changes == ()
    assert any((one.first, one.second) == ("soft", "hard") for one in found.environment)


def test_a_changed_file_is_named_beside_them(program: Path) -> None:
    first = run(program, "soft")
    (program / "main.py").write_text(MAIN.replace("-1.0", "-2.0"))
    found = compared(first, run(program, "hard"))
    assert any("-2.0" in change.text[1] for change in found.verdict.program.changes)


def test_a_module_that_was_changed_is_named(program: Path) -> None:
    first = run(program, "soft")
    first = first.rename(program / "before.numscope")
    (program / "curve_soft.py").write_text(CURVES["soft"].replace("1.0 + y", "2.0 + y"))
    found = compared(first, run(program, "soft"))
    assert found.verdict.cause is not None
    assert "2.0 + y" in found.verdict.cause.text[1]
