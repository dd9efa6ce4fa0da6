"""The parts of `make downstream` that are small enough to be tests: some of NumPy's own tests, plain and recorded."""

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
@pytest.mark.parametrize(
    ("suite", "tests", "operations"),
    [("short", 500, 500_000), pytest.param("slice", 5000, 1_000_000, marks=pytest.mark.long)],
)
def test_numpys_own_tests_end_the_same_under_recording(
    suite: str, tests: int, operations: int, tmp_path: Path
) -> None:
    result = tmp_path / "downstream.json"
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.downstream", suite, "--json", str(result)],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    parts = json.loads(result.read_text())["parts"]
    assert sum(part["tests"] for part in parts) > tests
    assert all(part["operations"] > operations for part in parts)
    assert not [difference for part in parts for difference in part["differences"]]
