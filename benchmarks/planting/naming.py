"""What `nan` says of a script: recorded and asked as a user would, in a terminal of 80 columns."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

SCREEN = 24  # lines of a terminal


@dataclass(frozen=True)
class Named:
    """The lines of a script that `nan` names.

    first: the line of the first finding. screen: those that the first screen names. text: all that it says.
    """

    first: int | None
    screen: list[int]
    text: str


def ask_nan(script: Path, workplace: Path, limit: float) -> Named | None:
    """Record a script and ask. None: it left no trace, or took longer than `limit` seconds."""
    trace = script.with_suffix(".numscope")
    recorded = _numscope(workplace, limit, "run", "--force", "--output", str(trace), str(script))
    if recorded is None or not trace.exists():
        return None
    said = _numscope(workplace, limit, "nan", str(trace))
    if said is None or said.returncode not in (0, 1):
        return Named(None, [], "error" if said is None else said.stderr[-2000:])
    place = re.compile(rf"(?<![\w-]){re.escape(script.name)}[\"']?(?::|, line )(\d+)")
    lines = said.stdout.splitlines()
    screen = [int(found) for line in lines[:SCREEN] for found in place.findall(line)]
    return Named(screen[0] if said.returncode and screen else None, screen, said.stdout)


def _numscope(workplace: Path, limit: float, *words: str) -> subprocess.CompletedProcess[str] | None:
    environ = {
        **os.environ,
        "COLUMNS": "80",
        "LINES": str(SCREEN),
        "PYTHONHASHSEED": "0",
        "MPLBACKEND": "Agg",
    }
    environ["PYTHONPATH"] = os.pathsep.join(filter(None, (str(workplace), os.environ.get("PYTHONPATH"))))
    command = [sys.executable, "-m", "numscope", *words]
    try:
        return subprocess.run(
            command,
            cwd=workplace,
            env=environ,
            capture_output=True,
            text=True,
            timeout=limit,
            check=False,
            stdin=subprocess.DEVNULL,
        )
    except subprocess.TimeoutExpired:
        return None
