"""Syntax trees as text."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

from numscope.compiled.decompile.errors import DecompilationError
from numscope.compiled.decompile.fstrings import pieces
from numscope.compiled.decompile.nodes import (
    AssertionErrorClass,
    Cell,
    Chained,
    ExceptionMatch,
    Incoming,
    InPlace,
    IteratorOf,
    Keywords,
    Matches,
    Part,
    Saved,
    SubjectOf,
)
from numscope.compiled.decompile.own_lines import break_lines

_PLAIN: dict[type, type] = {AssertionErrorClass: ast.Name, Chained: ast.NamedExpr}

# What must not be left in finished statements.
_HALF_BUILT = (InPlace, Keywords, Incoming, Saved, Part, ExceptionMatch, Matches, SubjectOf)

_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_NO_ARGUMENTS = ast.arguments([], [], None, [], [], None, [])


def unparse(tree: ast.AST) -> str:
    """Write a tree as source text."""
    settle(tree)
    for node in ast.walk(tree):
        if isinstance(node, (ast.With, ast.AsyncWith)) and len(node.items) == 1:
            _parenthesise(node.items[0])
    break_lines(tree)
    return ast.unparse(tree)


def _parenthesise(item: ast.withitem) -> None:
    """Keep a tuple from being read as a list of items: `ast.unparse` gives it one pair of parentheses."""
    if isinstance(item.context_expr, ast.Tuple) and item.optional_vars is None:
        item.context_expr = ast.Name(f"({ast.unparse(item.context_expr)})", ast.Load())


def _of_one_scope(statement: ast.stmt) -> Iterator[ast.AST]:
    """Walk through a statement, bodies of definitions left out: they were judged on their own."""
    waiting: list[ast.AST] = [statement]
    while waiting:
        node = waiting.pop()
        yield node
        inside = {id(one) for one in node.body} if isinstance(node, _DEFINITIONS) else set()
        waiting.extend(one for one in ast.iter_child_nodes(node) if id(one) not in inside)


def refuse_shared(statements: list[ast.stmt]) -> None:
    """Raise DecompilationError where a value bytecode copied would be computed twice."""
    copies: set[int] = set()
    for statement in statements:
        for node in _of_one_scope(statement):
            if isinstance(node, _HALF_BUILT):
                raise _stray(node)
            if getattr(node, "copied", False):
                if id(node) in copies:
                    raise DecompilationError(
                        "a value is used twice, and computing it twice may not be the same"
                    )
                copies.add(id(node))


def settle(tree: ast.AST) -> None:
    """Turn our stand-ins into what they stand for; raises DecompilationError for one that stands for nothing."""
    work: list[Any] = [tree]
    while work:
        node = work.pop()
        if isinstance(node, ast.JoinedStr):
            node.values = pieces(node.values)
        elif isinstance(node, ast.stmt) and not hasattr(node, "lineno"):
            node.lineno = 0  # what `ast.unparse` of Python 3.10 asks of some statements
        for name in node._fields:
            value = getattr(node, name, None)
            if isinstance(value, ast.AST):
                work.append(_settled(node, name, value))
            elif isinstance(value, list):
                for number, element in enumerate(value):
                    if isinstance(element, ast.AST):
                        if type(element).__module__ not in ("ast", "_ast"):
                            value[number] = element = _plain(element)
                        work.append(element)
                    elif element is not None and not isinstance(element, (str, int)):
                        raise _stray(element)
            elif value is not None and type(value).__module__.startswith("numscope"):
                raise _stray(value)


def _settled(node: Any, name: str, value: ast.AST) -> ast.AST:
    if type(value).__module__ in ("ast", "_ast"):
        return value
    plain = _plain(value)
    setattr(node, name, plain)
    return plain


def _plain(node: ast.AST) -> ast.AST:
    kind = type(node)
    if (
        kind is Chained
        and isinstance(node, Chained)
        and not all(isinstance(t, ast.Name) for t in node.targets)
    ):
        raise _stray(node)
    plain = _PLAIN.get(kind)
    if plain is not None:
        made: ast.AST = plain(**{name: getattr(node, name) for name in plain._fields})  # type: ignore[attr-defined]
        return made
    if isinstance(node, IteratorOf):
        return ast.Call(ast.Name("iter", ast.Load()), [node.value], [])
    if isinstance(node, Cell):
        # The cell itself, which torch.compile passes around: the only one of a function that closes over it.
        inner = ast.Lambda(_NO_ARGUMENTS, ast.Name(node.id, ast.Load()))
        return ast.Subscript(ast.Attribute(inner, "__closure__", ast.Load()), ast.Constant(0), ast.Load())
    raise _stray(node)


def _stray(value: object) -> DecompilationError:
    return DecompilationError(
        f"a value of an unforeseen kind ({type(value).__name__}) is used in an expression"
    )
