"""A test that hangs ends, wherever it hangs, and the run with it says where."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("pytest_timeout", reason="pytest-timeout is not installed: no test ends by time")

CONFTEST = Path(__file__).resolve().parents[1] / "conftest.py"
HANGING = {
    "in Python": "while True: pass",
    "waiting in native code": "ctypes.CDLL(None).pthread_mutex_lock(lock)",
    "in native code with the GIL": "ctypes.PyDLL(None).pthread_mutex_lock(lock)",
}


@pytest.mark.parametrize("how", HANGING)
def test_a_test_that_hangs_is_ended(how: str, tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(CONFTEST.read_text())
    (tmp_path / "pytest.ini").write_text("[pytest]\ntimeout = 2\n")
    (tmp_path / "test_it.py").write_text(
        "import ctypes\ndef test_that_hangs():\n    lock = ctypes.create_string_buffer(256)\n"
        f"    ctypes.CDLL(None).pthread_mutex_lock(lock)\n    {HANGING[how]}\n"
    )
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-q", "test_it.py"]
    environ = {**os.environ, "PYTHONPATH": str(CONFTEST.parents[1])}
    done = subprocess.run(
        command, cwd=tmp_path, env=environ, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 1, done.stderr
    assert "test_that_hangs" in done.stdout + done.stderr
