"""The call that failed, found again in the frame it was made in: for errors that come before any of Numba's code."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from types import FrameType, TracebackType
from typing import Any

from numscope.compiled.numba.explaining.source import Source
from numscope.user_code import is_user_file

_PLAIN = (ast.Name, ast.Attribute, ast.Constant, ast.List, ast.Tuple, ast.Load, ast.UnaryOp, ast.USub)


@dataclass(frozen=True)
class CallFound:
    """A compiled function and the values it was called with."""

    dispatcher: Any
    arguments: tuple[Any, ...]
    keywords: dict[str, Any]
    site: tuple[str, int]


def failed_call(traceback: TracebackType | None) -> CallFound | None:
    """The call of a compiled function on the user's innermost line, if its parts can be looked up safely."""
    innermost = None
    while traceback is not None:
        if is_user_file(traceback.tb_frame.f_code.co_filename):
            innermost = traceback
        traceback = traceback.tb_next
    if innermost is None:
        return None
    frame, line = innermost.tb_frame, innermost.tb_lineno
    for call in Source.of(frame.f_code.co_filename).nodes(ast.Call, line):
        try:
            dispatcher = _look_up(call.func, frame)
            if not hasattr(dispatcher, "py_func"):
                continue
            arguments = tuple(_look_up(argument, frame) for argument in call.args)
            keywords = {str(given.arg): _look_up(given.value, frame) for given in call.keywords if given.arg}
        except LookupError:
            continue
        return CallFound(dispatcher, arguments, keywords, (frame.f_code.co_filename, line))
    return None


def _look_up(expression: ast.expr, frame: FrameType) -> Any:
    """The value of names, attributes, constants, and lists of them; LookupError for whatever would run code."""
    if not all(isinstance(node, _PLAIN) for node in ast.walk(expression)):
        raise LookupError
    code = compile(ast.Expression(expression), "<call>", "eval")
    try:
        return eval(code, {**frame.f_globals, **frame.f_locals})
    except (NameError, AttributeError, TypeError):
        raise LookupError from None
