"""Comprehensions and generator expressions out of the loops they were compiled to."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from types import CodeType
from typing import Any

from numscope.compiled.decompile.errors import DecompilationError
from numscope.compiled.decompile.nested import NestedCode
from numscope.compiled.decompile.nodes import Element, IteratorOf
from numscope.compiled.decompile.scopes import reading_all
from numscope.compiled.decompile.statements import negate, without_last

_AWAITED = 0x80  # CO_COROUTINE: a comprehension with an await in it is one, and is awaited where it stands


def comprehension(loop: ast.stmt, display: ast.expr | None) -> ast.expr | None:
    """Make a comprehension of a loop; `display` is the empty container it fills, None for a generator."""
    generators: list[ast.comprehension] = []
    statement: ast.stmt = loop
    while True:
        if isinstance(statement, (ast.For, ast.AsyncFor)):
            if statement.orelse:
                return None
            is_async = int(isinstance(statement, ast.AsyncFor))
            generators.append(ast.comprehension(statement.target, statement.iter, [], is_async))
            body = statement.body
        elif isinstance(statement, ast.If):
            test, body = _condition(statement)
            if test is None:
                return None
            generators[-1].ifs.append(test)
        else:
            return _finish(statement, generators, display)
        body = without_last(body, ast.Continue)
        if len(body) == 2 and isinstance(body[0], ast.If) and _only_continues(body[0]):
            generators[-1].ifs.append(negate(body[0].test))
            body = body[1:]
        if len(body) == 2 and isinstance(body[0], ast.If) and _decides_nothing(body[0]):
            generators[-1].ifs.append(ast.BoolOp(ast.Or(), [body[0].test, ast.Constant(True)]))
            body = body[1:]
        if not body or isinstance(body[0], ast.Pass):
            # Its condition was a constant that is false.
            generators[-1].ifs.append(ast.Constant(False))
            return _never(display, generators)
        if len(body) > 1:
            body = _nest(body)
        if len(body) != 1:
            return None
        statement = body[0]


def _never(display: ast.expr | None, generators: list[ast.comprehension]) -> ast.expr:
    """Write a comprehension that has no element."""
    if display is None:
        return ast.GeneratorExp(ast.Constant(None), generators)
    if isinstance(display, ast.Dict):
        return ast.DictComp(ast.Constant(None), ast.Constant(None), generators)
    kind: Any = ast.ListComp if isinstance(display, ast.List) else ast.SetComp
    made: ast.expr = kind(ast.Constant(None), generators)
    return made


def _nest(body: list[ast.stmt]) -> list[ast.stmt]:
    """`if not a: continue` before the rest is `if a:` around it."""
    first = body[0]
    if isinstance(first, ast.If) and _only_continues(first):
        return [ast.If(negate(first.test), body[1:], [])]
    return body


def _decides_nothing(statement: ast.If) -> bool:
    """Say whether only the truth of the test is asked for, as by `if a or 1`."""
    return not statement.orelse and len(statement.body) == 1 and isinstance(statement.body[0], ast.Pass)


def _only_continues(statement: ast.If) -> bool:
    return not statement.orelse and len(statement.body) == 1 and isinstance(statement.body[0], ast.Continue)


def _condition(statement: ast.If) -> tuple[ast.expr | None, list[ast.stmt]]:
    idle = (ast.Pass, ast.Continue)
    ways = (
        (statement.test, statement.body, statement.orelse),
        (negate(statement.test), statement.orelse, statement.body),
    )
    for test, way, other in ways:
        if all(isinstance(one, idle) for one in other):
            return test, way
    for test, way, other in ways:
        last = other[0]
        if len(other) == 1 and isinstance(last, ast.If) and _decides_nothing(last):
            # Behind `or` stands a test that a false constant follows.
            dropped = ast.BoolOp(ast.And(), [last.test, ast.Constant(False)])
            return ast.BoolOp(ast.Or(), [test, dropped]), way
    return None, []


def _finish(
    statement: ast.stmt, generators: list[ast.comprehension], display: ast.expr | None
) -> ast.expr | None:
    if display is None:
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Yield):
            value = statement.value.value
            return None if value is None else ast.GeneratorExp(value, generators)
        return None
    if not isinstance(statement, Element):
        return None
    if isinstance(display, ast.Dict):
        return ast.DictComp(statement.values[0], statement.values[1], generators)
    kind: Any = ast.ListComp if isinstance(display, ast.List) else ast.SetComp
    made: ast.expr = kind(statement.values[0], generators)
    return made


def comprehension_call(code: CodeType, iterator: Any, nested: NestedCode) -> ast.expr:
    """Give the comprehension whose hidden function `code` is called with `iterator`."""
    body = nested.statements(code)
    made: ast.expr | None = None
    first = body[0] if body else None
    if isinstance(first, ast.Return) and len(body) == 1:
        made = first.value
    elif isinstance(first, (ast.For, ast.AsyncFor)):
        made = comprehension(first, None)
    if not isinstance(made, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
        raise DecompilationError.at(code, "FOR_ITER", 0, "the loop of a comprehension has another form")
    read_all(code.co_freevars, made)
    made.generators[0].iter = iterator.value if isinstance(iterator, IteratorOf) else iterator
    made.awaited = bool(code.co_flags & _AWAITED)  # type: ignore[union-attr,unused-ignore]
    return made


def read_all(names: Iterable[str], made: Any) -> None:
    """Let a comprehension name, in place, those of the variables `names` that only dropped code in it read."""
    first, *others = made.generators
    own = [first.target, *first.ifs, *(part for one in others for part in (one.target, one.iter, *one.ifs))]
    elements = [made.key, made.value] if isinstance(made, ast.DictComp) else [made.elt]
    element = reading_all(names, elements[0], [*own, *elements])
    if isinstance(made, ast.DictComp):
        made.key = element
    else:
        made.elt = element


def read_in_order(names: list[str], made: Any) -> None:
    """Let a comprehension name, in place, those of `names` that only dropped code in it read, where they stood.

    `names` are in the order in which the compiler found them: the element comes last, so that those before its own
    names stood in a condition.
    """
    elements = [made.key, made.value] if isinstance(made, ast.DictComp) else [made.elt]
    in_clauses, in_element = (_mentioned(parts) for parts in (made.generators, elements))
    first = next((place for place, name in enumerate(names) if name in in_element - in_clauses), 0)
    dropped = [name for name in names if name.isidentifier() and name not in in_clauses | in_element]
    earlier = [name for name in dropped if names.index(name) < first]
    if earlier:
        never = ast.Tuple([ast.Name(name, ast.Load()) for name in earlier], ast.Load())
        made.generators[-1].ifs.append(ast.BoolOp(ast.Or(), [ast.Constant(True), never]))
    read_all([name for name in dropped if name not in earlier], made)


def _mentioned(parts: Iterable[ast.AST]) -> set[str]:
    return {node.id for part in parts for node in ast.walk(part) if isinstance(node, ast.Name)}
