"""The exception that a program ended with, left by its process for the one that started it."""

from __future__ import annotations

import json
import os
import traceback
from dataclasses import dataclass
from pathlib import Path

from numscope.compiled.numba.runtime.settings import settings

_SUFFIX = ".uncaught"


@dataclass(frozen=True)
class Uncaught:
    """text: type and message, as a traceback ends. places: file and line of each of its frames."""

    text: str
    places: frozenset[tuple[str, int]]


def leave(error: BaseException) -> None:
    """Write the exception that ended this process where `numscope run` looks for it. Raises OSError."""
    known = settings()
    if known is None or not isinstance(error, Exception):
        return
    frames = [(frame.filename, frame.lineno) for frame in traceback.extract_tb(error.__traceback__)]
    path = Path(known.folder) / f"{os.getpid()}{_SUFFIX}"
    path.write_text(
        json.dumps({"text": f"{type(error).__name__}: {error}", "places": frames}), encoding="utf-8"
    )


def uncaught(folder: str) -> list[Uncaught]:
    """Return what the program's processes left."""
    found = [
        json.loads(path.read_text(encoding="utf-8")) for path in sorted(Path(folder).glob(f"*{_SUFFIX}"))
    ]
    return [Uncaught(one["text"], frozenset((file, line) for file, line in one["places"])) for one in found]
