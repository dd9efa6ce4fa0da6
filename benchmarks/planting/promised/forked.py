"""Work in a fork of this process, which has imported the libraries already, and is as it was afterwards."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any


def forked(work: Callable[[], Any], folder: Path, seconds: float) -> Any:
    """Return what `work` returns, as JSON can hold it; None if it raises, ends the process or takes too long.

    folder: where it runs, and where it may import from.
    """
    sys.stdout.flush()
    with tempfile.TemporaryDirectory() as place:
        result = Path(place, "result.json")
        child = os.fork()
        if child == 0:
            try:
                _alone(folder, seconds)
                result.write_text(json.dumps(work()))
            except BaseException as error:  # noqa: BLE001 - a program may raise anything
                result.write_text("null")
                os.write(2, f"{type(error).__name__}: {error}\n".encode())
            finally:
                os._exit(0)
        os.waitpid(child, 0)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)  # processes that the program left
        return json.loads(result.read_text() or "null") if result.exists() else None


def _alone(folder: Path, seconds: float) -> None:
    os.setsid()
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(max(1, round(seconds)))
    os.chdir(folder)
    sys.path.insert(0, str(folder))
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
