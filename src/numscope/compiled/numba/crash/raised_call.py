"""Where inside compiled code an exception began: the call is run again as Python, on copies of the inputs it had.

Numba's traceback has the line of the call, and of a `raise` that is written out; of a division by zero or an index out
of range it has neither line nor values.
"""

from __future__ import annotations

import linecache
import os
from collections.abc import Iterator
from pathlib import Path

from numscope.compiled.numba.crash.dying_call import Rerun, run_as_python, run_method_as_python
from numscope.compiled.numba.crash.uncaught import Uncaught, uncaught
from numscope.errors import TraceError
from numscope.trace import Operation, Trace
from numscope.trace.reader import open_trace

_RAISED = """
    select id from operations where name like 'numba.%' and exception = ? order by id desc limit 20
"""


def inner_traceback(trace: Path, folder: str) -> str:
    """Return the traceback inside compiled code, with values, of the exception that ended the program; "": none did.

    folder: where the program's processes left what they ended with.
    """
    found = uncaught(folder)
    if not found:
        return ""
    try:
        with open_trace(trace) as opened:
            return "\n".join(line for error in found for line in _about(opened, error))
    except TraceError as error:
        return str(error)


def _about(trace: Trace, error: Uncaught) -> Iterator[str]:
    if error.method is not None:
        name, rerun, inputs = run_method_as_python(error.method)
    else:
        call = _call(trace, error)
        if call is None:
            return
        name, rerun, inputs = call.name, run_as_python(call, divisions="zero"), "the same inputs"
    kind = error.text.partition(":")[0]
    if rerun.event == "impossible":
        yield f"{kind} inside compiled {name}: it can't be run as Python by itself: {rerun.why}"
    elif rerun.event == "ended":
        yield f"{kind} inside compiled {name}: as Python, on {inputs}, it ends without an exception"
    else:
        another = "" if rerun.error.partition(":")[0] == kind else f"; it is another exception than {kind}"
        yield f"inside compiled {name}, as Python on {inputs}{another}:"
        yield from _frames(rerun)
        yield rerun.error
        yield from (f"  {cause}" for cause in rerun.causes)


def _call(trace: Trace, error: Uncaught) -> Operation | None:
    """Return the outermost compiled call that the exception left, on a line of its traceback."""
    ids = trace.ask(_RAISED, [error.text])["id"].to_pylist()
    for number in ids:
        operation: Operation = trace[number]
        site = operation.user_site or operation.site
        if site is not None and site.place in error.places:
            return operation
    return None


def _frames(rerun: Rerun) -> Iterator[str]:
    for frame in rerun.frames:
        relative = os.path.relpath(frame["file"])
        file = frame["file"] if relative.startswith("..") else relative
        yield f"  {file}:{frame['line']} in {frame['function']}"
        yield f"    {frame['line']:>4} | {linecache.getline(frame['file'], frame['line']).strip()}"
        yield from (f"    {name} = {text}" for name, text in frame["locals"].items())
