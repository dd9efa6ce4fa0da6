"""The exception that a program ended with, left by its process for the one that started it."""

from __future__ import annotations

import json
import os
import traceback
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from numscope.compiled.numba.runtime.settings import settings
from numscope.probes.numba.adapter import called_method

_SUFFIX = ".uncaught"


@dataclass(frozen=True)
class Uncaught:
    """text: type and message, as a traceback ends. places: file and line of each of its frames.

    method: the folder with the call of a jitclass's method that it left, if it left one.
    """

    text: str
    places: frozenset[tuple[str, int]]
    method: str | None


def leave(error: BaseException) -> None:
    """Write the exception that ended this process where `numscope run` looks for it. Raises OSError."""
    known = settings()
    if known is None or not isinstance(error, Exception):
        return
    frames = [(frame.filename, frame.lineno) for frame in traceback.extract_tb(error.__traceback__)]
    path = Path(known.folder) / f"{os.getpid()}{_SUFFIX}"
    left = {
        "text": f"{type(error).__name__}: {error}",
        "places": frames,
        "method": _keep_method(error, known.folder),
    }
    path.write_text(json.dumps(left), encoding="utf-8")


def _keep_method(error: BaseException, folder: str) -> str | None:
    """Write the call of a jitclass's method that the error left, as `rerun` reads it; return the folder, or None."""
    call = next(
        filter(None, (called_method(frame) for frame, _ in traceback.walk_tb(error.__traceback__))), None
    )
    if call is None:
        return None
    kept = Path(folder) / f"{os.getpid()}.method"
    kept.mkdir(exist_ok=True)
    code = call.function.__code__
    written = {
        "file": code.co_filename,
        "line": code.co_firstlineno,
        "name": call.function.__qualname__,
        "fields": {name: _written(value, kept) for name, value in call.fields.items()},
        "positional": [_written(value, kept) for value in call.arguments],
        "named": {},
    }
    (kept / "call.json").write_text(json.dumps(written), encoding="utf-8")
    return str(kept)


def _written(value: Any, folder: Path) -> dict[str, Any]:
    if not isinstance(value, (np.ndarray, np.generic)) or value.dtype.hasobject:
        return {"text": repr(value)}
    number = len(list(folder.glob("*.npy")))
    np.save(folder / f"{number}.npy", value, allow_pickle=False)
    return {"array": number, "scalar": isinstance(value, np.generic)}


def uncaught(folder: str) -> list[Uncaught]:
    """Return what the program's processes left."""
    found = [
        json.loads(path.read_text(encoding="utf-8")) for path in sorted(Path(folder).glob(f"*{_SUFFIX}"))
    ]
    return [
        Uncaught(one["text"], frozenset((file, line) for file, line in one["places"]), one["method"])
        for one in found
    ]
