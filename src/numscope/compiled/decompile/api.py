"""The entry points: a function or code object in, source text and a verdict out."""

from __future__ import annotations

import ast
import contextlib
import enum
import keyword
from collections.abc import Iterator
from dataclasses import dataclass
from types import CodeType, FunctionType
from typing import Any

from numscope.compiled.decompile.callables import called_function
from numscope.compiled.decompile.compare import difference
from numscope.compiled.decompile.errors import DecompilationError
from numscope.compiled.decompile.functions import (
    class_statement,
    function_forms,
    function_statement,
    module_body,
)
from numscope.compiled.decompile.nodes import MadeClass, MadeFunction
from numscope.compiled.decompile.recompile import recompile
from numscope.compiled.decompile.surroundings import describe
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


def _code_of(subject: Any) -> tuple[CodeType, FunctionType | None, list[str]]:
    """Find the code of what a user handed in, its function, and remarks; raises DecompilationError without code."""
    if isinstance(subject, CodeType):
        return subject, None, []
    found, remarks = called_function(subject)
    if isinstance(found, FunctionType):
        return found.__code__, found, remarks
    kind = type(found).__name__
    if kind in ("builtin_function_or_method", "method_descriptor", "wrapper_descriptor", "method-wrapper"):
        name = getattr(found, "__qualname__", repr(found))
        raise DecompilationError(f"{name} is a builtin written in C: it has no bytecode")
    raise DecompilationError(
        f"a {kind} is not a Python function or code object: there is no bytecode to decompile"
    )


def tree_of(code: CodeType, function: FunctionType | None = None) -> tuple[ast.Module, list[str]]:
    """Write the syntax tree of a code object (a def, a class or a module's statements) and remarks on it."""
    if code.co_name == "<module>":
        return ast.Module(module_body(code), []), []
    if not code.co_flags & 1:
        body = MadeClass(MadeFunction(code), code.co_name, [], [])
        return ast.Module([class_statement(body, code.co_name, [])], []), [
            "bases and decorators are not known"
        ]
    made, remarks = describe(code, function)
    return ast.Module([function_statement(made, identifier(code.co_name), [])], []), remarks


def identifier(name: str) -> str:
    """Make a name that can stand in a def of any name a code object can have."""
    if name.isidentifier() and not keyword.iskeyword(name):
        return name
    if name == "<lambda>":
        return "lambda_"
    kept = "".join(letter if f"_{letter}".isidentifier() else "_" for letter in name)
    return kept if kept.isidentifier() and not keyword.iskeyword(kept) else f"_{kept}"


def decompile(function_or_code: Any, *, verify: bool = False) -> str:
    """Give source text of a `def` that compiles back to the same behaviour.

    The text is compiled again; what has no source form, or none that compiles, raises DecompilationError. So does,
    with `verify`, text that compiles to bytecode of another shape.
    """
    code, source = _read(function_or_code)
    verdict = _verdict(code, source)  # Also raises for text that does not compile.
    if verify and verdict.verdict is not Verdict.EQUAL:
        raise DecompilationError(
            f"{code.co_name}: the source behaves the same by construction, but its bytecode has another shape "
            f"({verdict.difference}); decompile_verified() gives it all the same"
        )
    return source


def texts(code: CodeType) -> Iterator[str]:
    """Give the text of a function's code in every form that can be had, best first, for another judge to choose from.

    Raises DecompilationError where there is none. Definitions inside of it are shown to do the same.
    """
    for statement in function_forms(code, identifier(code.co_name)):
        with contextlib.suppress(DecompilationError):
            yield unparse(ast.Module([statement], []))


def decompile_verified(function_or_code: Any) -> Decompilation:
    """Give source text and how far it was shown to agree with the bytecode."""
    return _verdict(*_read(function_or_code))


def _read(subject: Any) -> tuple[CodeType, str]:
    code, function, remarks = _code_of(subject)
    return code, "".join(f"# {remark}\n" for remark in remarks) + _source(code, function)


def _source(code: CodeType, function: FunctionType | None) -> str:
    try:
        tree, remarks = tree_of(code, function)
        text = unparse(tree)
    except RecursionError as error:
        raise DecompilationError(f"{code.co_name} is nested too deeply to be decompiled") from error
    except ValueError as error:
        raise DecompilationError(
            f"{code.co_name}: Python can't write its syntax tree as text ({error})"
        ) from error
    return "".join(f"# {remark}\n" for remark in remarks) + text


def _verdict(code: CodeType, source: str) -> Decompilation:
    again = recompile(source, code)
    found = difference(code, again)
    if found:
        return Decompilation(source, Verdict.BEHAVIOUR, found)
    return Decompilation(source, Verdict.EQUAL)
