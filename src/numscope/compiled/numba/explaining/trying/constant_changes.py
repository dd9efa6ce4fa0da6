"""Changes that let Numba know a value while it compiles: literal arguments, and constants above the function."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from types import FunctionType

from numscope.compiled.numba.explaining.case import Case
from numscope.compiled.numba.explaining.edits import Edit
from numscope.compiled.numba.explaining.source import first_line
from numscope.compiled.numba.explaining.trying.change import Change
from numscope.compiled.numba.explaining.trying.places import (
    definition,
    expressions,
    module_name,
    replaced,
    statement,
)
from numscope.compiled.numba.explaining.trying.rebuilding import names_seen

_WANTS_A_CONSTANT = r"(?i)\b(?:literal|constant|compile[- ]time)\b"
_PARTS_OF_OTHERS = (ast.Name, ast.Constant, ast.Starred, ast.Slice)


def literal_arguments(case: Case, line: int | None) -> Iterator[Change]:
    """Yield the failing statement with a text or whole number that was passed made known while it compiles."""
    if not case.search(_WANTS_A_CONSTANT):
        return
    name, imports = module_name(case.source, "numba", "numba")
    for node in expressions(case, line):
        given = case.failure.arguments.get(node.id) if isinstance(node, ast.Name) else None
        if isinstance(node, ast.Name) and given is not None and isinstance(given.value, (str, int)):
            said = (
                f"Let Numba compile for the value of `{node.id}` (`literally`): once for each that is passed."
            )
            edit = replaced(case.source, node, f"{name}.literally({node.id})")
            yield Change(said, (*imports, edit), case.source.path)


def constants_above(case: Case, line: int | None) -> Iterator[Change]:
    """Yield the failing statement with what does not depend on the function's variables computed above it.

    Not of a function without parameters: all of it is constant, and to move it out is to leave it out. Nothing that
    calls the program's own functions, which may read what changes.
    """
    inside, failing, function = definition(case, line), statement(case, line), case.failure.function
    if (
        inside is None
        or failing is None
        or not isinstance(function, FunctionType)
        or not case.failure.arguments
    ):
        return
    seen = names_seen(function)
    own = {node.arg for node in ast.walk(inside) if isinstance(node, ast.arg)}
    own |= {n.id for n in ast.walk(inside) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    own |= {n.name for n in ast.walk(inside) if isinstance(n, ast.FunctionDef)}
    first = first_line(inside)
    own |= {
        name for name, value in seen.items() if isinstance(getattr(value, "py_func", value), FunctionType)
    }
    for node in _outermost_without(failing, own):
        text, name = case.source.text(node), f"{inside.name}_constant"
        above = Edit(first, first - 1, (f"{case.source.indent(first)}{name} = {text}",))
        yield Change(
            f"Compute `{text}` once, above the function: it does not depend on its arguments.",
            (above, replaced(case.source, node, name)),
            case.source.path,
        )


def _outermost_without(node: ast.AST, own: set[str]) -> Iterator[ast.expr]:
    """Yield the largest expressions of a statement's head that read names, and none of a function's own."""
    for below in ast.iter_child_nodes(node):
        if not isinstance(below, ast.expr):
            continue
        names = [one for one in ast.walk(below) if isinstance(one, ast.Name)]
        fits = names and all(isinstance(one.ctx, ast.Load) and one.id not in own for one in names)
        if fits and not isinstance(below, _PARTS_OF_OTHERS) and below.lineno == below.end_lineno:
            yield below
        else:
            called = below.func if isinstance(below, ast.Call) else None
            yield from (one for one in _outermost_without(below, own) if one is not called)
