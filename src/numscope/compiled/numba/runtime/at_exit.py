"""When the program ended with an error of Numba's: say below its traceback what was wrong.

The interpreter keeps the error that nobody caught (`sys.last_value`) and calls exit handlers after it has printed the
traceback, so nothing of the program's is replaced.
"""

from __future__ import annotations

import atexit
import os
import sys
from types import TracebackType

from numscope.compiled.numba.crash.uncaught import leave
from numscope.probes.numba.adapter import DISPATCHER_MODULE, ERRORS_MODULE
from numscope.recording.reporting import harmless
from numscope.recording.uncaught import last_error


def register() -> None:
    """Look at the end of this process."""
    atexit.register(_explain_last_error, os.getpid())


def _explain_last_error(pid: int) -> None:
    error = last_error()
    if error is None or os.getpid() != pid:  # a forked child has its own end
        return
    with harmless("explaining Numba's error"):
        if _is_numbas(error):
            _explain(error)
        else:
            leave(error)


def _is_numbas(error: BaseException) -> bool:
    errors = sys.modules.get(ERRORS_MODULE)
    if errors is None:
        return False
    if isinstance(error, errors.NumbaError):
        return True
    from numscope.compiled.numba.explaining.observer import CALL_TIME_TEXTS

    return str(error).startswith(CALL_TIME_TEXTS) or _came_from_the_compiler(error.__traceback__)


def _came_from_the_compiler(traceback: TracebackType | None) -> bool:
    while traceback is not None:
        if traceback.tb_frame.f_globals.get("__name__") == DISPATCHER_MODULE:
            return True
        traceback = traceback.tb_next
    return False


def _explain(error: BaseException) -> None:
    import numscope._core as _core
    from numscope.compiled.numba import explain

    _core.mute()  # it is compiled once more
    try:
        explanation = explain(error)
    finally:
        _core.unmute()
    if explanation is not None and sys.__stderr__ is not None and not sys.__stderr__.closed:
        sys.__stderr__.write(f"\n{explanation}\n\n")
        sys.__stderr__.flush()
