"""The parts of a program's text, in a form in which those of two programs can be compared: `self.dt` is `DT`."""

from __future__ import annotations

import ast
import copy
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from numscope.analysis.concepts.callers import FUNCTIONS

_LARGEST = 40  # nodes of a part that is looked at
_OWN = ("self", "cls")


@dataclass(frozen=True)
class Part:
    """An expression of a program. statement: in which it stands; within: the functions and classes around it."""

    file: str
    node: ast.expr
    statement: ast.stmt
    within: tuple[ast.AST, ...]

    @cached_property
    def form(self) -> str:
        """The expression without what names of one meaning are called by."""
        return form_of(self.node)

    @cached_property
    def size(self) -> int:
        """How many nodes it has."""
        return sum(1 for _ in ast.walk(self.node))


@dataclass(frozen=True)
class Place:
    """A statement of a program. body: in which it stands, with its siblings."""

    file: str
    node: ast.stmt
    body: Sequence[ast.stmt]
    within: tuple[ast.AST, ...]

    @cached_property
    def form(self) -> str:
        """The statement without what names of one meaning are called by."""
        return form_of(self.node)


class Fragments:
    """All parts and statements of a program, by its files' texts. Raises SyntaxError for what is no Python."""

    def __init__(self, texts: Mapping[str, Sequence[str]]) -> None:
        self.trees = {
            file: ast.parse("\n".join(lines)) for file, lines in texts.items() if file.endswith(".py")
        }
        self.places = [place for file, tree in self.trees.items() for place in _places(file, tree, ())]
        self.parts = [part for place in self.places for part in _parts(place)]

    @cached_property
    def forms(self) -> Counter[str]:
        """How often each form occurs."""
        return Counter(part.form for part in self.parts)

    @cached_property
    def functions(self) -> set[str]:
        """The names of its functions."""
        return {place.node.name for place in self.places if isinstance(place.node, FUNCTIONS)}

    @cached_property
    def statement_forms(self) -> Counter[str]:
        """How often each form of a simple statement occurs."""
        return Counter(place.form for place in self.places if not hasattr(place.node, "body"))


def form_of(node: ast.AST) -> str:
    """Return the text of a node with names in small letters, and attributes of an object's own as names."""
    return ast.unparse(_Plain().visit(copy.deepcopy(node)))


def plain_name(name: str) -> str:
    """Return what `self._DT`, `DT` and `dt` have in common."""
    return name.strip("_").lower()


class _Plain(ast.NodeTransformer):
    def visit_Name(self, node: ast.Name) -> ast.AST:
        return ast.Name(plain_name(node.id) or node.id, node.ctx)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        if isinstance(node.value, ast.Name) and node.value.id in _OWN:
            return ast.Name(plain_name(node.attr) or node.attr, node.ctx)
        return ast.Attribute(self.visit(node.value), node.attr, node.ctx)


def _places(file: str, node: ast.AST, within: tuple[ast.AST, ...]) -> Iterator[Place]:
    for name in ("body", "orelse", "finalbody"):
        body = getattr(node, name, None)
        if not isinstance(body, list):
            continue
        for one in body:
            if isinstance(one, ast.stmt) and not isinstance(one, (ast.Import, ast.ImportFrom)):
                yield Place(file, one, body, within)
                inner = (*within, one) if isinstance(one, (*FUNCTIONS, ast.ClassDef)) else within
                yield from _places(file, one, inner)
    for handler in getattr(node, "handlers", ()):
        yield from _places(file, handler, within)


def _parts(place: Place) -> Iterator[Part]:
    """Yield the expressions of a statement itself, not those of statements inside of it."""
    for field, value in ast.iter_fields(place.node):
        if field in ("body", "orelse", "finalbody", "handlers", "decorator_list", "returns", "annotation"):
            continue
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, ast.AST):
                yield from _expressions(place, one)


def _expressions(place: Place, node: ast.AST) -> Iterator[Part]:
    for one in inside(node):
        if isinstance(getattr(one, "ctx", ast.Load()), ast.Load):
            part = Part(place.file, one, place.node, place.within)
            if part.size <= _LARGEST:
                yield part


def inside(node: ast.AST) -> Iterator[ast.expr]:
    """Yield the expressions of a node, itself included, that another could stand for: no function that is called."""
    if isinstance(
        node, (ast.JoinedStr, ast.Starred)
    ):  # a text's parts have no places of their own before Python 3.12
        return
    if isinstance(node, ast.expr) and not _is_slice(node):
        yield node
    for child in ast.iter_child_nodes(node):
        if isinstance(node, ast.Call) and child is node.func:
            yield from inside(child.value) if isinstance(child, ast.Attribute) else ()
        else:
            yield from inside(child)


def _is_slice(node: ast.AST) -> bool:
    """Return whether a node can stand in brackets only: `1:`, or `:, 0`."""
    return isinstance(node, ast.Slice) or (isinstance(node, ast.Tuple) and any(map(_is_slice, node.elts)))
