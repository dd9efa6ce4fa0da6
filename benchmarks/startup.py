"""What a start of Python costs more with numscope installed and not asked for."""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import numscope.startup

PTH = Path(numscope.startup.__file__).parent / "numscope.pth"


def startup_milliseconds(turns: int) -> dict[str, float]:
    """Milliseconds of `python -c pass` in an environment of its own, in turns without and with the wheel's .pth."""
    folder = Path(tempfile.mkdtemp(prefix="bench-"))
    try:
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
        python = folder / "bin" / "python"
        [packages] = folder.glob("lib/python*/site-packages")
        figures: dict[bool, list[float]] = {False: [], True: []}
        for _ in range(turns):
            for installed in (False, True):
                if installed:
                    shutil.copy(PTH, packages)
                figures[installed].append(_seconds_of_start(python) * 1e3)
                (packages / PTH.name).unlink(missing_ok=True)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    without, with_it = (statistics.median(figures[installed]) for installed in (False, True))
    pairs = zip(figures[False], figures[True], strict=True)
    added = statistics.median(second - first for first, second in pairs)
    return {"without ms": without, "with ms": with_it, "added ms": added}


def _seconds_of_start(python: Path) -> float:
    """Seconds of work of one start, in user and system mode."""
    environ = {
        name: value for name, value in os.environ.items() if not name.startswith(("NUMSCOPE", "PYTHON"))
    }
    process = subprocess.Popen([str(python), "-c", "pass"], env=environ)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    return usage.ru_utime + usage.ru_stime
