"""Run a script as plain Python and write down every local at every line.

What the debugger has to agree with.
"""

import copy
import pickle
import runpy
import sys

script, functions, out = sys.argv[1], sys.argv[2].split(","), sys.argv[3]
events = []


def plain(value):
    """A copy; a namedtuple, whose class the reader does not have, as a tuple."""
    return tuple(map(plain, value)) if isinstance(value, tuple) else copy.deepcopy(value)


def trace(frame, kind, argument):
    if frame.f_code.co_filename != script or frame.f_code.co_name not in functions:
        return None
    if kind == "line":
        values = {name: plain(value) for name, value in frame.f_locals.items()}
        events.append((frame.f_code.co_name, frame.f_lineno, values))
    return trace


sys.argv = [script]
sys.settrace(trace)
runpy.run_path(script, run_name="__main__")
sys.settrace(None)
with open(out, "wb") as file:
    pickle.dump(events, file)
