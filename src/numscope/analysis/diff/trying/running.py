"""The confined process that runs a program as often as it is asked: `python -m ...running OUT ERR SCRIPT [WORDS]`.

Each line of its input asks for a run, in JSON, and gets a line back. A run is a fork that has the libraries already; it
prints into the descriptors OUT and ERR.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import runpy
import signal
import sys
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from numscope.startup.begin import stay_unrecorded
from numscope.trace.confinement import confine_if_asked

# What a run ends as that takes too long.
NO_END = None
_SHORTEST_LOOK = 0.001
_LONGEST_LOOK = 0.02


def main() -> None:
    """Confine this process, and answer; in a fork, run the script as Python would."""
    stay_unrecorded()
    confine_if_asked()
    printed, errors = map(int, sys.argv[1:3])
    del sys.argv[:3]
    sys.path[0] = str(Path(sys.argv[0]).resolve().parent)
    asked, answers = os.fdopen(os.dup(0)), os.fdopen(os.dup(1), "w")
    # What a library prints while it is imported, it prints in the program, too: here nobody reads it.
    _show(os.open(os.devnull, os.O_RDWR), (0, 1, 2))
    _load(json.loads(asked.readline()))
    for line in iter(asked.readline, ""):
        child = os.fork()
        if child == 0:
            asked.close()
            answers.close()
            os.setpgid(0, 0)
            _show(printed, (1,))
            _show(errors, (2,))
            runpy.run_path(sys.argv[0], run_name="__main__")
            return
        answers.write(f"{json.dumps(_ended(child, json.loads(line)))}\n")
        answers.flush()


def _show(descriptor: int, streams: Iterable[int]) -> None:
    """Let standard streams be what a descriptor is."""
    for stream in streams:
        os.dup2(descriptor, stream)


def _load(modules: Iterable[str]) -> None:
    """Import libraries; what fails here does so in the program, too."""
    for module in modules:
        # A library may raise anything, SystemExit included.
        with suppress(BaseException):
            importlib.import_module(module)
    gc.freeze()


def _ended(child: int, seconds: float) -> int | None:
    """Return the exit code of a fork, or NO_END if it had to be ended; nothing of it goes on."""
    last, look = time.monotonic() + seconds, _SHORTEST_LOOK
    code = NO_END
    while time.monotonic() < last:
        found, status = os.waitpid(child, os.WNOHANG)
        if found:
            code = os.waitstatus_to_exitcode(status)
            break
        time.sleep(look)
        look = min(1.5 * look, _LONGEST_LOOK)
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(child, signal.SIGKILL)
    if code is NO_END:
        os.waitpid(child, 0)
    return code


if __name__ == "__main__":
    main()
