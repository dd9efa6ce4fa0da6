"""Programs that start gdb themselves, by Numba's own functions, work under numscope as without it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("numba", reason="numba is not installed")
if shutil.which("gdb") is None:
    pytest.skip("gdb is not installed", allow_module_level=True)

AT_START = """\
from numba import njit, gdb


@njit(debug=True)
def f(a):
    b = a + 1
    gdb("-ex", "print 6 * 7")
    return b * 2


print("result", f(20))
"""
BREAKPOINTS = """\
from numba import njit, gdb_init, gdb_breakpoint


@njit(debug=True)
def f(a):
    gdb_init("-ex", "print 6 * 7", "-ex", "continue")
    b = a + 1
    gdb_breakpoint()
    return b * 2


print("result", f(20))
"""


def end(folder: Path, *words: str) -> tuple[int, bool, bool]:
    done = subprocess.run(
        [sys.executable, *words],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=200,
        cwd=folder,
        env={**os.environ, "NUMBA_GDB_BINARY": shutil.which("gdb") or "gdb"},
    )
    # gdb and the program write at the same time: lines may run into each other.
    return done.returncode, "result" in done.stdout, "= 42" in done.stdout


@pytest.mark.parametrize("text", [AT_START, BREAKPOINTS], ids=["gdb", "gdb_init"])
def test_program_that_calls_gdb_ends_as_it_did(tmp_path: Path, text: str) -> None:
    (tmp_path / "own.py").write_text(text)
    plain = end(tmp_path, "own.py")
    recorded = end(tmp_path, "-m", "numscope", "run", "--force", "-o", "own.numscope", "own.py")
    assert plain == recorded == (0, True, True)
