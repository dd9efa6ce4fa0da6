"""A process that has imported what `numscope` commands need, and forks to run each of them.

A fresh interpreter imports Arrow and DuckDB for 0.3 to 0.5 s of CPU in each of a thousand tests, and a recorded program
is sealed by one. The programs that `numscope run` starts are fresh interpreters here too.
"""

from __future__ import annotations

import importlib
import json
import os
import signal
import sys
import traceback
from typing import Any, NoReturn

PREPARED = (
    "numscope.cli.main",
    "numscope.cli.run",
    "numscope.cli.run_end",
    "numscope.trace.glance",
    "numscope.trace.sealing",
    "numscope.views.glance",
    "numscope.views.progress",
    "numscope.cli.ls",
    "numscope.cli.nan",
    "numscope.cli.diff",
)


def serve() -> None:
    """Run the commands that standard input names, one a line; answer with number and pid, then the exit code."""
    for module in PREPARED:
        importlib.import_module(module)
    for line in sys.stdin:
        request = json.loads(line)
        child = os.fork()
        if not child:
            _become(request)
        print(request["number"], child, flush=True)
        _, status = os.waitpid(child, 0)
        print(request["number"], os.waitstatus_to_exitcode(status), flush=True)


def _become(request: dict[str, Any]) -> NoReturn:
    """Be `numscope` in this process: its words, folder, environment and streams. Never returns."""
    code = 1
    try:
        for descriptor, (path, flags) in enumerate(
            zip(request["streams"], (os.O_RDONLY, os.O_WRONLY, os.O_WRONLY), strict=True)
        ):
            opened = os.open(path, flags)
            os.dup2(opened, descriptor)
            os.close(opened)
        os.chdir(request["folder"])
        os.environ.clear()
        os.environ.update(request["environ"])
        signal.signal(
            signal.SIGINT, signal.default_int_handler if request["interruptible"] else signal.SIG_IGN
        )
        sys.stdin = open(0)  # noqa: SIM115 - the one before is the server's, with what it has read ahead
        sys.argv[:] = request["words"]
        sys.path[0] = os.path.dirname(request["words"][0])
        code = _exit_code()
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(code)


def _exit_code() -> int:
    """Call `numscope` and return the code with which an interpreter would end."""
    from numscope.cli.main import main

    try:
        return main() or 0
    except SystemExit as end:
        if end.code is None or isinstance(end.code, int):
            return end.code or 0
        print(end.code, file=sys.stderr)
    except Exception:  # noqa: BLE001 - whatever ends an interpreter
        traceback.print_exc()
    return 1


if __name__ == "__main__":
    serve()
