"""The exception that ends a program, as the interpreter keeps it for exit handlers."""

from __future__ import annotations

import sys

_MOST_TEXT = 500


def uncaught() -> dict[str, object] | None:
    """Return type, message and the user's innermost place of the exception that nobody caught; None if there is none.

    Called by an exit handler: the interpreter has printed the traceback by then and kept the exception. At a prompt,
    and in programs that show exceptions themselves (pytest keeps a failed test's in the same place), it ends nothing:
    such a traceback begins below the frame that caught it, not at the outermost one.
    """
    error = last_error()
    if error is None or not _left_the_program(error):
        return None
    # Loaded here: both load modules that no start of a recording needs.
    import traceback

    from numscope.user_code import is_user_file

    frames = [(frame.f_code, line) for frame, line in traceback.walk_tb(error.__traceback__)]
    theirs = (one for one in reversed(frames) if not _is_cython(one[0].co_filename))
    code, line = next((one for one in theirs if is_user_file(one[0].co_filename)), (None, None))
    return {
        "type": f"{type(error).__module__}.{type(error).__qualname__}".removeprefix("builtins."),
        "text": _message(error)[:_MOST_TEXT],
        "file": code and code.co_filename,
        "line": line,
        "function": code and code.co_name,
    }


def _is_cython(filename: str) -> bool:
    """Whether a frame is of Cython's: it names the source it was made of, by a path that leads nowhere here."""
    return filename.endswith((".pyx", ".pxd", ".pxi"))


def last_error() -> BaseException | None:
    """Return the exception that the interpreter has shown last; None at a prompt, where it was read long ago."""
    error = getattr(sys, "last_exc", None) or getattr(sys, "last_value", None)
    return error if isinstance(error, BaseException) and not hasattr(sys, "ps1") else None


def _left_the_program(error: BaseException) -> bool:
    return error.__traceback__ is not None and error.__traceback__.tb_frame.f_back is None


def _message(error: BaseException) -> str:
    """Return the message, unless a method of the program's would have to write it once more."""
    try:
        return str(error) if not _writes_itself(type(error)) else ""
    except Exception as failure:  # noqa: BLE001  # what str() runs for an argument may be anyone's code
        return f"no message: {type(failure).__name__}"


def _writes_itself(kind: type[BaseException]) -> bool:
    """Whether a method of the user's makes the message: those of the interpreter and of libraries have no effects."""
    from numscope.user_code import is_user_file

    method = kind.__str__
    if type(method) is type(BaseException.__str__):
        return False
    code = getattr(method, "__code__", None)
    return code is None or is_user_file(code.co_filename)
