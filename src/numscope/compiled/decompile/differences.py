"""Two syntax trees compared: whether they say the same, and one tree with a choice where they differ."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

from numscope.compiled.decompile.connectives import both, either
from numscope.compiled.decompile.nodes import AssertionErrorClass
from numscope.compiled.decompile.path import Path

# Parts of expressions that are none themselves.
_NO_VALUES = (ast.Slice, ast.Starred, ast.FormattedValue)


class Difference:
    """Finds the one place where two trees differ, and puts the choice between the two there.

    The place is the largest expression without a value that waited on the stack: those were computed before the
    choice, everything else after it.
    """

    def __init__(self, path: Path, alike: bool = False) -> None:
        """With `alike`, the choice is one between two expressions that say the same: the first there is."""
        self.path = path
        self.alike = alike
        self.places = 0
        # What is added to a display or to an f-string gives a new one with the same parts.
        self.waiting = {
            id(node)
            for value in path.stack
            if isinstance(value, ast.AST)
            for node in ast.walk(value)
            if isinstance(node, ast.expr)
        }

    def merge(self, one: Any, two: Any) -> Any:
        """Give the tree both are, with a choice where they differ; counts the places."""
        if one is two:
            return one
        if isinstance(one, list) and isinstance(two, list) and len(one) == len(two):
            return [self.merge(a, b) for a, b in zip(one, two, strict=True)]
        if not isinstance(one, ast.AST) or not isinstance(two, ast.AST):
            self.places += 0 if type(one) is type(two) and one == two else 2
            return one
        if not isinstance(one, ast.expr) or not isinstance(two, ast.expr) or self._waits(one):
            return self._descend(one, two)
        if isinstance(one, _NO_VALUES) and isinstance(two, _NO_VALUES):
            return self._descend(one, two)
        if isinstance(getattr(one, "ctx", None), (ast.Store, ast.Del)):
            return self._descend(one, two)
        if same_tree(one, two) and not (self.alike and not self.places):
            return one
        if self._keeps_inside(one, two):
            return self._descend(one, two)
        # An assertion is no choice between two exceptions.
        self.places += (
            2 if isinstance(one, AssertionErrorClass) or isinstance(two, AssertionErrorClass) else 1
        )
        if self.path.keep_no and two is self.path.test:
            return both(self.path.test, one)
        if self.path.keep_yes and one is self.path.test:
            return either(self.path.test, two)
        return ast.IfExp(self.path.test, one, two)

    def _field(self, name: str, one: Any, two: Any) -> Any:
        if name == "format_spec" and isinstance(one, ast.JoinedStr) and isinstance(two, ast.JoinedStr):
            return self._descend(one, two)
        return self.merge(one, two)

    def _keeps_inside(self, one: ast.expr, two: ast.expr) -> bool:
        """Say whether the tested value is kept as a part of an expression: there the choice stands."""
        tree = two if self.path.keep_no else one if self.path.keep_yes else None
        test = self.path.test
        return tree is not None and tree is not test and any(node is test for node in ast.walk(tree))

    def _waits(self, tree: ast.AST) -> bool:
        return any(id(one) in self.waiting for node in ast.walk(tree) for one in _grown_from(node))

    def _descend(self, one: ast.AST, two: ast.AST) -> ast.AST:
        if type(one) is not type(two) or (isinstance(one, ast.expr) and not one._fields):
            self.places += 2
            return one
        if isinstance(one, ast.Slice):
            one, two = _explicit(one), _explicit(two)
        fields = {
            name: self._field(name, getattr(one, name), getattr(two, name, None)) for name in one._fields
        }
        return type(one)(**fields) if fields else one


def _grown_from(display: Any) -> Iterator[Any]:
    """Give a display and what it was before more was added to it."""
    while display is not None:
        yield display
        display = getattr(display, "before", None)


def _explicit(bounds: Any) -> ast.Slice:
    """Write the bounds a slice leaves out as None, so that a choice can stand there."""
    lower = bounds.lower or ast.Constant(None)
    return ast.Slice(lower, bounds.upper or ast.Constant(None), bounds.step)


def same_tree(one: Any, two: Any) -> bool:
    """Compare two trees by what they say."""
    if one is two:
        return True
    if type(one) is not type(two):
        return False
    if isinstance(one, list):
        return len(one) == len(two) and all(map(same_tree, one, two))
    if not isinstance(one, ast.AST):
        return bool(one == two)
    if isinstance(one, ast.expr) and not one._fields:
        return False
    return all(same_tree(getattr(one, name, None), getattr(two, name, None)) for name in one._fields)
