"""A program's text as statements to compare: comments, layout, docstrings and annotations do not count."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from numscope.analysis.concepts.syntax import parsed

_BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")
_ANNOTATIONS = ("annotation", "returns", "type_comment")


@dataclass(frozen=True)
class Statement:
    """One statement; of a compound one only its head. lines: its text, from line `line` to `last`.

    code: what it says, without names for their own sake; names: those that it binds or reads, in order. nesting: the
    loops and conditions around it, innermost last. binds: the names that it gives a value to.
    """

    file: str
    line: int
    last: int
    lines: tuple[str, ...]
    code: str
    nesting: tuple[str, ...]
    names: tuple[str, ...] = field(repr=False)
    binds: frozenset[str] = field(repr=False)
    imports: bool = False
    _scope: tuple[str, ...] = field(default=(), repr=False, compare=False)
    _node: ast.AST = field(default_factory=ast.Pass, repr=False, compare=False)

    @property
    def key(self) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
        """All that must be equal for two statements to be the same."""
        return self.code, self.nesting, self.names

    @property
    def scope(self) -> tuple[str, ...]:
        """The functions and classes around it, outermost first."""
        return self._scope

    @property
    def node(self) -> ast.AST:
        """Its syntax."""
        return self._node

    def holds(self, file: str, line: int) -> bool:
        """Return whether a line is one of it."""
        return self.file == file and self.line <= line <= self.last

    @property
    def is_definition(self) -> bool:
        """Whether it is the head of a function or a class, whose parameters are names of its own."""
        return self.code.startswith(("FunctionDef", "AsyncFunctionDef", "ClassDef"))


def statements_of(file: str, lines: list[str]) -> list[Statement]:
    """Return the statements of a file in their order; none if it is no Python."""
    tree = parsed("\n".join(lines))
    return [
        replace(_statement(file, lines, node, nesting), _scope=scope, _node=node)
        for node, nesting, scope in _walk(tree, (), ())
    ]


def _walk(
    parent: ast.AST, nesting: tuple[str, ...], scope: tuple[str, ...]
) -> Iterator[tuple[ast.AST, tuple[str, ...], tuple[str, ...]]]:
    for block in _BLOCKS:
        children = getattr(parent, block, [])
        for number, node in enumerate(children if isinstance(children, list) else []):
            if not (number == 0 and block == "body" and _is_text(node)):
                yield node, nesting, scope
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                # A function may be moved, and its body is the same.
                yield from _walk(node, (), (*scope, node.name))
            else:
                yield from _walk(node, (*nesting, type(node).__name__), scope)


def _is_text(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def _statement(file: str, lines: list[str], node: ast.AST, nesting: tuple[str, ...]) -> Statement:
    line = getattr(node, "lineno", 1)
    body = getattr(node, "body", None)
    end = getattr(node, "end_lineno", None) or line
    last = max(line, min(end, body[0].lineno - 1)) if isinstance(body, list) and body else end
    names: list[str] = []
    code = _code(node, names)
    text = tuple(one.strip() for one in lines[line - 1 : last])
    imports = isinstance(node, (ast.Import, ast.ImportFrom))
    return Statement(file, line, last, text, code, nesting, tuple(names), frozenset(_bound(node)), imports)


def plain(node: object) -> object:
    """Return a part of a program without what says nothing: `self.` of an attribute, the type of a variable."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self":
        return ast.copy_location(ast.Name(node.attr, node.ctx), node)
    if isinstance(node, ast.AnnAssign) and node.value is not None:
        return ast.copy_location(ast.Assign([node.target], node.value), node)
    return node


def said(node: ast.AST) -> Iterator[tuple[str, object]]:
    """Yield the fields that say what a statement's head or a part of it does."""
    for name, value in ast.iter_fields(node):
        block = name in _BLOCKS and isinstance(value, list)
        if not block and name not in _ANNOTATIONS and name != "ctx":
            yield name, value


def _code(node: object, names: list[str]) -> str:
    """Return a node as text. Names go to `names`, for they may be changed everywhere at once."""
    if isinstance(node, list):
        return "[" + ",".join(_code(one, names) for one in node) + "]"
    node = plain(node)
    if not isinstance(node, ast.AST):
        return repr(node)
    parts = []
    for name, value in said(node):
        if isinstance(value, str) and name in ("id", "arg", "name", "attr"):
            names.append(value)
            parts.append("_")
        elif value not in (None, []):
            parts.append(_code(value, names))
    return f"{type(node).__name__}({','.join(part for part in parts if part)})"


def _bound(node: ast.AST) -> Iterator[str]:
    """Yield the names that a statement's head gives a value to."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        yield node.name
    for part in head_parts(node):
        if isinstance(part, (ast.Name, ast.Attribute)) and isinstance(part.ctx, ast.Store):
            yield part.id if isinstance(part, ast.Name) else part.attr
        elif isinstance(part, ast.Subscript) and isinstance(part.ctx, ast.Store):
            yield from _changed_in(part)
        elif isinstance(part, ast.arg):
            yield part.arg


def _changed_in(target: ast.expr) -> Iterator[str]:
    """Yield the name of what `table["price"] = 0` changes."""
    while isinstance(target, (ast.Subscript, ast.Attribute)) and not isinstance(target.value, ast.Call):
        target = target.value
    if isinstance(target, ast.Name):
        yield target.id


def head_parts(node: ast.AST) -> Iterator[ast.AST]:
    """Yield all parts of a statement but for the statements in it."""
    for name, value in ast.iter_fields(node):
        if name in _BLOCKS and isinstance(value, list):
            continue
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, ast.AST):
                yield part
                yield from head_parts(part)


def names_read(statement: Statement) -> Iterator[str]:
    """Yield the names that a statement's head reads, not those of attributes."""
    for part in head_parts(statement.node):
        if isinstance(part, ast.Name) and not isinstance(part.ctx, ast.Store):
            yield part.id
    if isinstance(statement.node, ast.AugAssign):
        yield from statement.binds
