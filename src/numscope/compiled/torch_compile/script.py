"""A user's script, run in this process as `python script.py` would run it."""

from __future__ import annotations

import sys
import traceback
import types
from collections.abc import Sequence
from pathlib import Path

from numscope.errors import UsageError


def run_script(code: types.CodeType, arguments: Sequence[str]) -> int:
    """Run a script that `load_script` gave as `__main__`; return its exit code.

    Its tracebacks start at its own frames.
    """
    path = Path(code.co_filename)
    module = types.ModuleType("__main__")
    module.__file__ = str(path)
    earlier = sys.argv, sys.path[:], sys.modules["__main__"]
    sys.argv = [str(path), *arguments]
    sys.path[0] = str(path.resolve().parent)
    sys.modules["__main__"] = module
    try:
        exec(code, vars(module))
    except SystemExit as end:
        return _exit_code(end.code)
    except BaseException as error:  # noqa: BLE001  # printed as the interpreter would print it, then an exit code
        shown = error.with_traceback(_own_frames(error.__traceback__, str(path)))
        traceback.print_exception(shown)
        return 130 if isinstance(error, KeyboardInterrupt) else 1
    finally:
        sys.argv, sys.path[:], sys.modules["__main__"] = earlier
    return 0


def load_script(path: Path) -> types.CodeType:
    """Return the code of the script at `path`; raises UsageError where it can't be read or is not Python."""
    try:
        return compile(path.read_bytes(), str(path), "exec", dont_inherit=True)
    except OSError as error:
        raise UsageError(f"{path} can't be read: {error.strerror}") from error
    except (SyntaxError, ValueError) as error:
        raise UsageError(f"{path} is not Python: {error}") from error


def _own_frames(trace: types.TracebackType | None, filename: str) -> types.TracebackType | None:
    while trace is not None and trace.tb_frame.f_code.co_filename != filename:
        trace = trace.tb_next
    return trace


def _exit_code(given: object) -> int:
    if given is None:
        return 0
    if isinstance(given, int):
        return given
    print(given, file=sys.stderr)
    return 1
