"""The entry points: a function or code object in, source text and a verdict out."""

from __future__ import annotations

import ast
import enum
from dataclasses import dataclass
from types import CodeType, FunctionType, MethodType
from typing import Any

from numscope.compiled.decompile.compare import difference
from numscope.compiled.decompile.errors import DecompilationError
from numscope.compiled.decompile.functions import class_body, function_statement, module_body
from numscope.compiled.decompile.nodes import MadeFunction
from numscope.compiled.decompile.recompile import recompile
from numscope.compiled.decompile.unparse import unparse


class Verdict(enum.Enum):
    """How far source and bytecode were shown to agree."""

    EQUAL = "equal"
    """The source compiles to the same normalised instruction graph, nested code objects included."""
    BEHAVIOUR = "behaviour"
    """The source compiles to another shape, built to behave the same; only the construction vouches for it."""


@dataclass(frozen=True)
class Decompilation:
    """Source text, how far it was shown to agree with the bytecode, and where it first differs ("" if nowhere)."""

    source: str
    verdict: Verdict
    difference: str = ""


def code_of(subject: Any) -> tuple[CodeType, FunctionType | None]:
    """Find the code object of what a user handed in; raises DecompilationError when there is none."""
    if isinstance(subject, CodeType):
        return subject, None
    if isinstance(subject, MethodType):
        subject = subject.__func__
    if isinstance(subject, FunctionType):
        return subject.__code__, subject
    kind = type(subject).__name__
    if kind in ("builtin_function_or_method", "method_descriptor", "wrapper_descriptor", "method-wrapper"):
        name = getattr(subject, "__qualname__", repr(subject))
        raise DecompilationError(f"{name} is a builtin written in C: it has no bytecode")
    raise DecompilationError(f"a {kind} is not a Python function or code object: there is no bytecode to decompile")


def tree_of(code: CodeType, function: FunctionType | None = None) -> ast.Module:
    """Write the syntax tree of a code object: a def, or a module's statements."""
    if code.co_name == "<module>":
        return ast.Module(module_body(code), [])
    if not code.co_flags & 1:
        statement: ast.stmt = ast.ClassDef(name=code.co_name, bases=[], keywords=[], body=class_body(code), decorator_list=[])
        if "type_params" in ast.ClassDef._fields:
            statement.type_params = []  # type: ignore[attr-defined]
        return ast.Module([statement], [])
    made = MadeFunction(code)
    name = code.co_name
    if not name.isidentifier():
        name = "".join(letter if letter.isidentifier() or letter.isdigit() else "_" for letter in name) or "_"
    return ast.Module([function_statement(made, name, [])], [])


def decompile(function_or_code: Any, *, verify: bool = False) -> str:
    """Give source text of a `def` that compiles back to the same behaviour.

    With `verify`, the text is compiled again and compared; a difference that was not foreseen raises
    DecompilationError, as does anything that has no source form.
    """
    code, function = code_of(function_or_code)
    source = _source(code, function)
    if verify:
        verdict = _verdict(code, source)
        if verdict.verdict is not Verdict.EQUAL:
            raise DecompilationError(
                f"{code.co_name}: the source behaves the same by construction, but its bytecode has another shape "
                f"({verdict.difference}); decompile_verified() gives it all the same"
            )
    return source


def decompile_verified(function_or_code: Any) -> Decompilation:
    """Give source text and how far it was shown to agree with the bytecode."""
    code, function = code_of(function_or_code)
    return _verdict(code, _source(code, function))


def _source(code: CodeType, function: FunctionType | None) -> str:
    return unparse(tree_of(code, function))


def _verdict(code: CodeType, source: str) -> Decompilation:
    again = recompile(source, code)
    found = difference(code, again)
    if found:
        return Decompilation(source, Verdict.BEHAVIOUR, found)
    return Decompilation(source, Verdict.EQUAL)
