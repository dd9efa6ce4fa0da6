"""The part of `make downstream` that is small enough for every push: some of NumPy's own tests, plain and recorded."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path

import numpy
import pytest

from numscope.probes.numpy.adapter import implementation_package

ROOT = Path(__file__).resolve().parents[2]
HAS_TESTS = importlib.util.find_spec(f"{implementation_package(numpy)}.tests.test_ufunc") is not None


@pytest.mark.timeout(900)
@pytest.mark.skipif(not HAS_TESTS, reason="this NumPy came without its tests")
def test_numpys_own_tests_end_the_same_under_recording(tmp_path: Path) -> None:
    result = tmp_path / "downstream.json"
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.downstream", "slice", "--json", str(result)],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    parts = json.loads(result.read_text())["parts"]
    assert sum(part["tests"] for part in parts) > 5000
    assert all(part["operations"] > 1_000_000 for part in parts)
    assert not [difference for part in parts for difference in part["differences"]]
