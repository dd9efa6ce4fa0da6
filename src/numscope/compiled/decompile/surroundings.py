"""What a function object knows beyond its code: defaults, annotations, closure; written, or said to be unknown."""

from __future__ import annotations

import ast
from types import CodeType, FunctionType
from typing import Any

from numscope.compiled.decompile.constants import constant
from numscope.compiled.decompile.errors import DecompilationError
from numscope.compiled.decompile.nodes import MadeFunction

_LITERALS = (str, bytes, int, float, complex, bool, type(None), type(Ellipsis), tuple, frozenset)


def describe(code: CodeType, function: FunctionType | None) -> tuple[MadeFunction, list[str]]:
    """Give the function under construction, and remarks on what could not be written."""
    made = MadeFunction(code)
    remarks = []
    if function is None:
        if code.co_argcount or code.co_kwonlyargcount:
            remarks.append("from a code object: default values and annotations are not known")
    else:
        _add_defaults(made, function, remarks)
        _add_annotations(made, function)
    if code.co_freevars:
        remarks.append(f"closes over: {', '.join(code.co_freevars)}")
    return made, remarks


def _add_defaults(made: MadeFunction, function: FunctionType, remarks: list[str]) -> None:
    code = function.__code__
    defaults = function.__defaults__ or ()
    names = code.co_varnames[code.co_argcount - len(defaults) : code.co_argcount]
    made.defaults = [
        _default(function, name, value, remarks) for name, value in zip(names, defaults, strict=True)
    ]
    for name, value in (function.__kwdefaults__ or {}).items():
        made.keyword_defaults[name] = _default(function, name, value, remarks)


def _default(function: FunctionType, name: str, value: Any, remarks: list[str]) -> ast.expr:
    if isinstance(value, _LITERALS):
        try:
            written = constant(value)
        except DecompilationError:
            written = None
        # A set display as a default would be a set, not the frozenset it stands for elsewhere.
        if written is not None and not any(isinstance(node, ast.Set) for node in ast.walk(written)):
            return written
    known = getattr(value, "__name__", None)
    if isinstance(known, str) and known.isidentifier() and function.__globals__.get(known) is value:
        return ast.Name(known, ast.Load())
    for known, other in function.__globals__.items():
        if other is value and known.isidentifier() and not known.startswith("_"):
            return ast.Name(known, ast.Load())
    stand_in = f"default_of_{name}"
    remarks.append(f"{stand_in} stands for a default value without a literal: a {type(value).__name__}")
    return ast.Name(stand_in, ast.Load())


def _add_annotations(made: MadeFunction, function: FunctionType) -> None:
    try:
        annotations = dict(function.__annotations__)
    except Exception:  # noqa: BLE001 - from 3.14 on, reading annotations runs the program's own expressions
        return
    for name, value in annotations.items():
        made.annotations[name] = _annotation(value)


def _annotation(value: Any) -> ast.expr:
    if value is None:
        return ast.Constant(None)
    if isinstance(value, str):
        return ast.Constant(value)
    if isinstance(value, type) and value.__module__ == "builtins" and value.__qualname__.isidentifier():
        return ast.Name(value.__name__, ast.Load())
    if isinstance(value, type):
        return ast.Constant(f"{value.__module__}.{value.__qualname__}")
    return ast.Constant(repr(value))
