"""Statements that define a name: def, class, type."""

from __future__ import annotations

import ast
from typing import Any

from numscope.compiled.decompile.annotations import is_annotate
from numscope.compiled.decompile.nested import NestedCode
from numscope.compiled.decompile.nodes import MadeAlias, MadeClass, MadeFunction
from numscope.compiled.decompile.type_parameters import alias_statement


def definition(target: ast.expr, value: Any, nested: NestedCode) -> ast.stmt | None:
    """Give the def or class statement that stores `value` in `target`, or None when it is neither."""
    decorators = []
    made = value
    while (
        isinstance(made, ast.Call)
        and len(made.args) == 1
        and not made.keywords
        and isinstance(made.args[0], (ast.Call, MadeFunction, MadeClass))
    ):
        decorators.append(made.func)
        made = made.args[0]
    if isinstance(value, MadeAlias) and isinstance(target, ast.Name) and target.id == value.name:
        return alias_statement(value)
    if not isinstance(made, (MadeFunction, MadeClass)) or not isinstance(target, ast.Name):
        return None
    name = made.name if isinstance(made, MadeClass) else made.code.co_name
    if name != target.id and not (name.startswith("__") and target.id.endswith(name)):
        return None
    if isinstance(made, MadeClass):
        return nested.class_statement(made, name, decorators)
    statement = nested.function_statement(made, name, decorators)
    if is_annotate(made):
        statement.code = made.code  # type: ignore[attr-defined]
    return statement
