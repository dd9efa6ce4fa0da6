"""Annotated names in classes and modules: stored as they are met, or (from 3.14 on) made when they are asked for."""

from __future__ import annotations

import ast
from types import CodeType

from numscope.compiled.decompile.nodes import MadeFunction

_STORE = ast.Store()
_FUTURE_ANNOTATIONS = 0x1000000
_CONDITIONAL = "__conditional_annotations__"

# Name, annotation, and the number of the place in the body that has to be passed first (None: always there).
Lazy = tuple[str, ast.expr, "int | None"]


def written_annotation(code: CodeType, value: ast.expr) -> ast.expr:
    """Give an annotation as its author wrote it: `from __future__ import annotations` keeps its text."""
    if (
        code.co_flags & _FUTURE_ANNOTATIONS
        and isinstance(value, ast.Constant)
        and isinstance(value.value, str)
    ):
        return ast.parse(value.value, mode="eval").body
    return value


def is_annotate(value: object) -> bool:
    """Say whether this is the function that makes annotations (PEP 649)."""
    return (
        isinstance(value, MadeFunction)
        and value.code.co_name == "__annotate__"
        and value.code.co_varnames[:1] in (("format",), (".format",))
    )


def made_lazily(statements: list[ast.stmt]) -> tuple[CodeType | None, list[ast.stmt]]:
    """Give the code that makes the annotations of a class or module, and its statements without."""
    annotate: CodeType | None = None
    kept: list[ast.stmt] = []
    for statement in statements:
        if isinstance(statement, ast.Assign) and is_annotate(statement.value):
            annotate = statement.value.code  # type: ignore[attr-defined]
        elif hasattr(statement, "code"):
            annotate = statement.code
        elif not _is_conditional(statement):
            kept.append(statement)
    return annotate, kept


def annotated(code: CodeType, statements: list[ast.stmt], later: list[Lazy]) -> list[ast.stmt]:
    """Write `name: annotation = value`, for what was stored on the way and for what is made `later`."""
    numbered = {number: (name, value) for name, value, number in later if number is not None}
    out = _met(code, statements, numbered)
    place = 1 if out and isinstance(out[0], ast.Expr) and isinstance(out[0].value, ast.Constant) else 0
    for name, annotation, number in later:
        if number is None:
            place = _declare(code, out, place, name, annotation) + 1
    return out


def _met(
    code: CodeType, statements: list[ast.stmt], numbered: dict[int, tuple[str, ast.expr]]
) -> list[ast.stmt]:
    """Replace the stores of annotations, in nested statements too."""
    out: list[ast.stmt] = []
    for statement in statements:
        if not isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            for field in ("body", "orelse", "finalbody"):
                inner = getattr(statement, field, None)
                if isinstance(inner, list):
                    setattr(statement, field, _met(code, inner, numbered))
            for handler in [*getattr(statement, "handlers", ()), *getattr(statement, "cases", ())]:
                handler.body = _met(code, handler.body, numbered)
        found = _store(statement) or _passed(statement, numbered)
        if found is None:
            if not _is_conditional(statement):
                out.append(statement)
            continue
        name, annotation = found
        value = None
        if out and _assigns(out[-1], name):
            value = out.pop().value  # type: ignore[attr-defined]
        out.append(_declaration(code, name, annotation, value))
    return out


def _declare(code: CodeType, out: list[ast.stmt], place: int, name: str, annotation: ast.expr) -> int:
    """Annotate the assignment of `name` from `place` on, or declare the name there; give where."""
    for number in range(place, len(out)):
        statement = out[number]
        if _assigns(statement, name):
            out[number] = _declaration(code, name, annotation, statement.value)  # type: ignore[attr-defined]
            return number
    out.insert(place, _declaration(code, name, annotation, None))
    return place


def _declaration(code: CodeType, name: str, annotation: ast.expr, value: ast.expr | None) -> ast.stmt:
    return ast.AnnAssign(ast.Name(name, _STORE), written_annotation(code, annotation), value, 1)


def _assigns(statement: ast.stmt, name: str) -> bool:
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
        return False
    target = statement.targets[0]
    return isinstance(target, ast.Name) and target.id == name


def _store(statement: ast.stmt) -> tuple[str, ast.expr] | None:
    """Read `__annotations__[name] = annotation`."""
    if not isinstance(statement, ast.Assign) or not isinstance(statement.targets[0], ast.Subscript):
        return None
    target = statement.targets[0]
    if not isinstance(target.value, ast.Name) or target.value.id != "__annotations__":
        return None
    if not isinstance(target.slice, ast.Constant) or not isinstance(target.slice.value, str):
        return None
    return target.slice.value, statement.value


def _passed(statement: ast.stmt, numbered: dict[int, tuple[str, ast.expr]]) -> tuple[str, ast.expr] | None:
    """Read `__conditional_annotations__.add(number)`."""
    if not isinstance(statement, ast.Expr) or not isinstance(statement.value, ast.Call):
        return None
    function, arguments = statement.value.func, statement.value.args
    if not isinstance(function, ast.Attribute) or not _is_name(function.value) or len(arguments) != 1:
        return None
    number = arguments[0]
    return numbered.get(number.value) if isinstance(number, ast.Constant) else None  # type: ignore[arg-type]


def _is_conditional(statement: ast.stmt) -> bool:
    """Say whether the statement only keeps the set of what was passed."""
    if isinstance(statement, ast.Assign):
        return len(statement.targets) == 1 and _is_name(statement.targets[0])
    return isinstance(statement, ast.Expr) and _is_name(statement.value)


def _is_name(value: ast.expr) -> bool:
    return isinstance(value, ast.Name) and value.id == _CONDITIONAL
