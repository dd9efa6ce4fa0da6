"""Type parameters and type statements as the syntax tree has them."""

from __future__ import annotations

import ast
from typing import Any

from numscope.compiled.decompile.nodes import MadeAlias


def type_parameters(parameters: list[Any]) -> list[Any]:
    """Write type parameters as the syntax tree has them."""
    written = []
    for one in parameters:
        kind = getattr(ast, one.kind)
        fields: dict[str, Any] = {"name": one.name}
        if "bound" in kind._fields:
            fields["bound"] = one.bound
        if "default_value" in kind._fields:
            fields["default_value"] = one.default
        written.append(kind(**fields))
    return written


def alias_statement(made: MadeAlias) -> ast.stmt:
    """Write a type statement."""
    kind: Any = ast.TypeAlias  # type: ignore[attr-defined,unused-ignore]
    statement: ast.stmt = kind(
        ast.Name(made.name, ast.Store()), type_parameters(made.type_parameters), made.value
    )
    return statement
