"""The confined process that runs a program as often as it is asked: `python -m ...trying.running SCRIPT [WORDS]`.

Each line of its input asks for a run, in JSON, and gets a line back. A run is a fork that has the libraries already.
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
from contextlib import redirect_stderr, redirect_stdout, suppress
from pathlib import Path
from typing import Any

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
    del sys.argv[0]
    sys.path[0] = str(Path(sys.argv[0]).resolve().parent)
    asked, answers = os.fdopen(os.dup(0)), os.fdopen(os.dup(1), "w")
    _load(json.loads(asked.readline()))
    for line in iter(asked.readline, ""):
        request = json.loads(line)
        child = os.fork()
        if child == 0:
            asked.close()
            answers.close()
            _begin(request)
            runpy.run_path(sys.argv[0], run_name="__main__")
            return
        answers.write(f"{json.dumps(_ended(child, request['seconds']))}\n")
        answers.flush()


def _load(modules: Iterable[str]) -> None:
    """Import libraries; what fails or prints here does so in the program, too."""
    with open(os.devnull, "w") as nowhere, redirect_stdout(nowhere), redirect_stderr(nowhere):
        for module in modules:
            # A library may raise anything, SystemExit included.
            with suppress(BaseException):
                importlib.import_module(module)
    gc.freeze()


def _begin(request: dict[str, Any]) -> None:
    """Make this fork a process group of its own that reads nothing and writes into two files."""
    os.setpgid(0, 0)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    for stream, name in ((1, "printed"), (2, "errors")):
        os.dup2(os.open(request[name], os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), stream)


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
