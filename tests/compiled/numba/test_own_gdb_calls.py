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

EXAMPLES = Path(__file__).parents[3] / "examples" / "numba"


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


@pytest.mark.long
@pytest.mark.parametrize("name", ["16_numba_gdb.py", "17_numba_gdb_breakpoints.py"])
def test_program_that_calls_gdb_ends_as_it_did(tmp_path: Path, name: str) -> None:
    script = str(EXAMPLES / name)
    plain = end(tmp_path, script)
    recorded = end(tmp_path, "-m", "numscope", "run", "--force", "-o", "own.numscope", script)
    assert plain == recorded == (0, True, True)
