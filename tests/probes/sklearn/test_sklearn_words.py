"""What `nan` says of a line that calls scikit-learn, in the words of the line, not of the steps inside."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("sklearn.neural_network", reason="scikit-learn is not installed")
pytest.importorskip("numscope._core", reason="the native core is not built")

PROGRAM = Path(__file__).parents[3] / "docs" / "gallery" / "programs" / "energy_demand.py"


def test_an_overflow_inside_fit_is_told_as_one_of_fit(tmp_path: Path) -> None:
    """Products inside made huge numbers of small ones; which overflows first differs between machines."""
    for words in (["run", "-o", "t.numscope", str(PROGRAM)], ["nan", "t.numscope"]):
        done = subprocess.run(
            [sys.executable, "-m", "numscope", *words],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
    first, *_ = done.stdout.splitlines()
    assert "energy_demand.py:10 `fit`: the numbers overflow while it fits" in first
