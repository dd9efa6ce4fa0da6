"""The debugged process: compile user functions for debugging, then run the script as Python would.

`python -m numscope.compiled.numba.debugger.child SETTINGS script args...`; SETTINGS is a JSON object: the
journal of compiled functions, the file for Python's stack, where output goes, whether prange is serial.
"""

from __future__ import annotations

import faulthandler
import json
import os
import sys
import warnings
from pathlib import Path

from numscope.compiled.numba.debugger.build import DebugBuild
from numscope.compiled.numba.script import run_script, show_traceback
from numscope.errors import NumscopeError
from numscope.probes.numba.adapter.compiler import require_numba

# The same number as in_gdb.frames.TRACE_SIGNAL, which only gdb's Python can import.
TRACE_SIGNAL = 62


def main() -> int:
    """Run the script named on the command line; returns its exit code."""
    settings = json.loads(sys.argv[1])
    # gdb's own words go to a log; the program's go where they would without a debugger.
    for stream, number in (("stdout", 1), ("stderr", 2)):
        os.dup2(settings[stream], number)
        os.close(settings[stream])
    trace = os.open(settings["trace"], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    faulthandler.register(TRACE_SIGNAL, trace, all_threads=True)
    Path(settings["trace"] + ".ready").touch()
    try:
        require_numba()
    except NumscopeError as error:
        print(f"numscope: {error}", file=sys.stderr)
        return error.exit_code
    # Numba says of every prange body that it cannot find its source; we give it the user's.
    warnings.filterwarnings("ignore", message="Could not find source for function")
    DebugBuild(settings["journal"], settings["serial"], settings["stop_on"]).install()
    outcome = run_script(sys.argv[2], sys.argv[3:])
    if outcome.error is not None:
        show_traceback(outcome.error)
    return outcome.exit_code


if __name__ == "__main__":
    sys.exit(main())
