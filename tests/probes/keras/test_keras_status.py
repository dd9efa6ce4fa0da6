"""Keras without its backend can't be imported: doctor says so, and calls it no fault of the environment."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ASK = """\
from numscope.probes.keras.probe import PROBE
status = PROBE.status()
print(status.good, status.text)
"""


@pytest.mark.parametrize("backend", ["tensorflow", "torch"])
def test_a_missing_backend_is_said_and_is_no_fault(tmp_path: Path, backend: str) -> None:
    (tmp_path / "keras.py").write_text(f"import {backend}\n")
    (tmp_path / f"{backend}.py").write_text(f"raise ModuleNotFoundError('it is missing', name={backend!r})\n")
    done = subprocess.run(
        [sys.executable, "-c", ASK], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("True ")
    assert f"its backend, {backend}, is not installed" in done.stdout


def test_another_missing_module_is_not_taken_for_a_backend(tmp_path: Path) -> None:
    (tmp_path / "keras.py").write_text("import surely_missing\n")
    done = subprocess.run(
        [sys.executable, "-c", ASK], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert "surely_missing" in done.stderr
