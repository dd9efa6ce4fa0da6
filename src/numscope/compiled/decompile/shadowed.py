"""Names that a definition looks up past the functions around it, one of which has a variable of that name."""

from __future__ import annotations

import ast
from types import CodeType

from numscope.compiled.decompile.instructions import Instruction
from numscope.compiled.decompile.normalise import normalise
from numscope.compiled.decompile.scopes import Scope

_FUNCTION = 0x1
_ACCESSES = ("LOAD", "STORE", "DELETE")


def looked_up(code: CodeType, listing: list[Instruction] | None = None) -> frozenset[str]:
    """Give the names that a function takes from the globals, or a class from its own names or the globals.

    What has no statement of its own, such as a lambda, belongs to the definition around it.
    """
    kind = "global" if code.co_flags & _FUNCTION else "name"
    found = {one.arg[1] for one in listing or normalise(code) if one.op in _ACCESSES and one.arg[0] == kind}
    for constant in code.co_consts if kind == "global" else ():
        if isinstance(constant, CodeType) and constant.co_name.startswith("<"):
            found |= looked_up(constant)
    return frozenset(found)


def declare_shadowed(variables: set[str], statements: list[ast.stmt]) -> None:
    """Declare, in the definitions among a function's statements, what they look up past its variables, in place."""
    for statement in statements:
        for node in ast.walk(statement):
            names = variables & getattr(node, "looked_up", frozenset())
            if names and isinstance(node, ast.ClassDef):
                _bind_in_class(node, names)
            elif names:
                _declare_global(node, names)


def _bind_in_class(node: ast.ClassDef, names: set[str]) -> None:
    """Make the names a class's own, by statements that never run."""
    never: list[ast.stmt] = [
        ast.Assign([ast.Name(name, ast.Store())], ast.Constant(None), lineno=0)
        for name in sorted(names - Scope(node.body).bound)
    ]
    if never:
        node.body.append(ast.If(ast.Constant(False), never, []))


def _declare_global(node: ast.AST, names: set[str]) -> None:
    """Declare names of a function global, unless they are already."""
    body: list[ast.stmt] = getattr(node, "body", [])
    undeclared = names - {name for one in body if isinstance(one, ast.Global) for name in one.names}
    if undeclared:
        body[:] = behind_docstring(body, ast.Global(sorted(undeclared)))


def behind_docstring(body: list[ast.stmt], statement: ast.stmt) -> list[ast.stmt]:
    """Give a definition's body with one more statement at its start."""
    first = body[0]
    documented = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    return [*body[:documented], statement, *body[documented:]]
