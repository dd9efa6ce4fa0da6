"""One command of numscope, run in a child: what it prints is the answer, and what it does can't end the server."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from numscope.errors import UsageError

# An assistant reads all of it: what is longer is cut, with a sentence that says how to ask for less.
_MOST_LETTERS = 12_000
_COLUMNS = "120"


@dataclass(frozen=True)
class Answered:
    """What a command printed, and its exit code."""

    text: str
    code: int


def ask(words: Sequence[str], folder: Path, seconds: float) -> Answered:
    """Run `numscope *words` in `folder`. Raises UsageError if it takes longer than `seconds`."""
    command = [sys.executable, "-m", "numscope", *words]
    environ = {**os.environ, "COLUMNS": _COLUMNS, "NO_COLOR": "1"}
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            env=environ,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise UsageError(f"numscope {words[0]} took longer than {seconds:.0f} s and was ended") from None
    parts = [part.decode(errors="replace").rstrip() for part in (done.stdout, done.stderr)]
    return Answered(_cut("\n".join(filter(None, parts))), done.returncode)


def _cut(text: str) -> str:
    if len(text) <= _MOST_LETTERS:
        return text
    left = len(text) - _MOST_LETTERS
    return f"{text[:_MOST_LETTERS]}\n... {left:,} more characters: ask for fewer rows (limit)"
