"""Run a user's Python script in this process as `python script.py args` would."""

from __future__ import annotations

import contextlib
import os
import sys
import traceback
import types
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from numscope.errors import UsageError

_OURSELVES = os.path.dirname(os.path.abspath(__file__)) + os.sep


@dataclass(frozen=True)
class Outcome:
    """How a script ended: its exit code, and the exception nobody caught, if any."""

    exit_code: int
    error: BaseException | None = None


def run_script(path: str, arguments: Sequence[str] = ()) -> Outcome:
    """Run `path` as `__main__` with `sys.argv` set and its folder first on `sys.path`; both are put back.

    Raises `UsageError` when the file is missing, unreadable or not Python.
    """
    code = compile_script(path)
    module = types.ModuleType("__main__")
    module.__file__ = path
    module.__dict__["__builtins__"] = __builtins__
    before = sys.argv, sys.path[:], sys.modules.get("__main__")
    sys.argv = [path, *arguments]
    sys.path.insert(0, os.path.dirname(os.path.abspath(path)))
    sys.modules["__main__"] = module
    try:
        return _execute(code, module)
    finally:
        sys.argv, sys.path[:] = before[0], before[1]
        if before[2] is not None:
            sys.modules["__main__"] = before[2]


def compile_script(path: str) -> types.CodeType:
    """Read and compile `path`, or raise `UsageError`."""
    try:
        with open(path, "rb") as file:
            source = file.read()
    except OSError as error:
        raise UsageError(f"cannot read the script {path}: {error.strerror}") from None
    try:
        return compile(source, os.path.abspath(path), "exec", dont_inherit=True)
    except SyntaxError as error:
        raise UsageError(f"{path} is not valid Python: {error.msg} (line {error.lineno})") from None


def _execute(code: types.CodeType, module: types.ModuleType) -> Outcome:
    try:
        exec(code, module.__dict__)
    except SystemExit as error:
        return Outcome(_exit_code(error.code))
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 - whatever ends it, the caller shows
        return Outcome(1, error)
    return Outcome(0)


def _exit_code(code: object) -> int:
    if code is None:
        return 0
    if isinstance(code, int):
        return code
    print(code, file=sys.stderr)
    return 1


@contextlib.contextmanager
def output_to_stderr() -> Iterator[None]:
    """Send what the script prints, natively too, to standard error: standard output is for us alone."""
    sys.stdout.flush()
    kept = os.dup(1)
    os.dup2(2, 1)
    try:
        yield
    finally:
        sys.stdout.flush()
        os.dup2(kept, 1)
        os.close(kept)


def show_traceback(error: BaseException) -> None:
    """Print the traceback of an uncaught error as Python would, without the frames that are ours."""
    shown = traceback.TracebackException.from_exception(error)
    part: traceback.TracebackException | None = shown
    while part is not None:
        part.stack[:] = [frame for frame in part.stack if not frame.filename.startswith(_OURSELVES)]
        part = part.__cause__ or part.__context__
    print("".join(shown.format()), end="", file=sys.stderr)
