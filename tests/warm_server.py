"""A process that has imported the modules of its arguments, and forks to run each script that needs them.

A fresh interpreter imports Arrow and DuckDB for 0.3 to 0.5 s of CPU in each of a thousand tests, and a recorded program
is sealed by one; torch is 1.9 s. The programs that `numscope run` starts are fresh interpreters here too.
"""

from __future__ import annotations

import importlib
import json
import os
import runpy
import signal
import sys
import traceback
from typing import Any, NoReturn


def serve() -> None:
    """Run the scripts that standard input names, one a line; answer with number and pid, then the exit code."""
    for module in sys.argv[1:]:
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
    """Be a script in this process: its words, folder, environment and streams. Never returns."""
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
    """Run the script and return the code with which an interpreter would end."""
    try:
        runpy.run_path(sys.argv[0], run_name="__main__")
    except SystemExit as end:
        if end.code is None or isinstance(end.code, int):
            return end.code or 0
        print(end.code, file=sys.stderr)
    except Exception:  # noqa: BLE001 - whatever ends an interpreter
        traceback.print_exc()
        return 1
    else:
        return 0
    return 1


if __name__ == "__main__":
    serve()
