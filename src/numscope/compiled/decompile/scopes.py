"""What names the statements of one scope bind, load and leave to the scopes inside: the compiler's view of a text."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable
from typing import Any

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_INLINED = (ast.ListComp, ast.SetComp, ast.DictComp) if sys.version_info >= (3, 12) else ()


class Scope:
    """Names of one scope: `bound` and `loaded` by its own code, `captured` by scopes inside; `suspends`: it yields."""

    def __init__(self, statements: Iterable[ast.AST]) -> None:
        self.bound: set[str] = set()
        self.loaded: set[str] = set()
        self.captured: set[str] = set()
        self.suspends = False
        for statement in statements:
            self._visit(statement, frozenset())

    def mentions(self, name: str) -> bool:
        """Say whether the text holds the name at all."""
        return name in self.bound or name in self.loaded or name in self.captured

    def _visit(self, node: Any, hidden: frozenset[str]) -> None:
        if isinstance(node, _COMPREHENSIONS):
            self._comprehension(node, hidden)
        elif isinstance(node, (*_FUNCTIONS, ast.ClassDef)):
            self._definition(node, hidden)
        else:
            self._own(node, hidden)
            for child in ast.iter_child_nodes(node):
                self._visit(child, hidden)

    def _own(self, node: Any, hidden: frozenset[str]) -> None:
        if isinstance(node, ast.Name):
            if node.id not in hidden:
                (self.loaded if isinstance(node.ctx, ast.Load) else self.bound).add(node.id)
        elif isinstance(node, (ast.Yield, ast.YieldFrom)):
            self.suspends = True
        elif isinstance(node, ast.alias):
            self.bound.add(node.asname or node.name.partition(".")[0])
        elif isinstance(node, (ast.ExceptHandler, ast.MatchAs, ast.MatchStar)) and node.name:
            self.bound.add(node.name)
        elif isinstance(node, ast.MatchMapping) and node.rest:
            self.bound.add(node.rest)

    def _definition(self, node: Any, hidden: frozenset[str]) -> None:
        outside: list[Any] = list(getattr(node, "decorator_list", ()))
        if isinstance(node, ast.ClassDef):
            outside += [*node.bases, *(keyword.value for keyword in node.keywords)]
            inside: list[Any] = node.body
        else:
            outside += [*node.args.defaults, *(one for one in node.args.kw_defaults if one is not None)]
            outside += [annotation for annotation in _annotations(node) if annotation is not None]
            inside = node.body if isinstance(node.body, list) else [node.body]
        if not isinstance(node, ast.Lambda):
            self.bound.add(node.name)
        for one in outside:
            self._visit(one, hidden)
        self.captured |= _names([*inside, *getattr(node, "type_params", ())])

    def _comprehension(self, node: Any, hidden: frozenset[str]) -> None:
        first = node.generators[0]
        self._visit(first.iter, hidden)
        targets = _names(one.target for one in node.generators)
        rest = [
            *(one.iter for one in node.generators[1:]),
            *(test for one in node.generators for test in one.ifs),
        ]
        rest += [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
        rest += [one.target for one in node.generators]
        if isinstance(node, _INLINED):
            for one in rest:
                self._visit(one, hidden | targets)
            return
        self.captured |= _names(rest) - targets
        self.bound |= {
            one.target.id for part in rest for one in ast.walk(part) if isinstance(one, ast.NamedExpr)
        }


def _annotations(node: Any) -> list[Any]:
    if isinstance(node, ast.Lambda):
        return []
    arguments = [
        *node.args.posonlyargs,
        *node.args.args,
        *node.args.kwonlyargs,
        node.args.vararg,
        node.args.kwarg,
    ]
    return [node.returns, *(one.annotation for one in arguments if one is not None)]


def _names(nodes: Iterable[Any]) -> set[str]:
    found = set()
    for root in nodes:
        for node in ast.walk(root):
            if isinstance(node, ast.Name):
                found.add(node.id)
            elif isinstance(node, ast.Nonlocal):
                found.update(node.names)
    return found


def reading_all(names: Iterable[str], value: ast.expr, written: list[ast.expr]) -> ast.expr:
    """Let a value name, where nothing runs, those of the variables `names` that only dropped code read.

    `written` is all that is written for the scope of the value.
    """
    known = Scope([ast.Expr(one) for one in written])
    missing = [name for name in names if name.isidentifier() and not known.mentions(name)]
    if not missing:
        return value
    never = ast.Tuple([ast.Name(name, ast.Load()) for name in missing], ast.Load())
    return ast.IfExp(ast.Constant(True), value, never)
