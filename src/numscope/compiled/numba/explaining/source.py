"""The user's source, by line and as a syntax tree."""

from __future__ import annotations

import ast
import linecache
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from types import FunctionType
from typing import TypeVar

Node = TypeVar("Node", bound=ast.AST)


@dataclass
class Source:
    """One file's lines and syntax tree (an empty module where the text is missing or not Python)."""

    path: str
    lines: list[str]
    tree: ast.Module

    @classmethod
    def of(cls, path: str) -> Source:
        """Read `path` through linecache, so that code typed at a prompt is found too."""
        linecache.checkcache(path)
        return _read(path, "".join(linecache.getlines(path)))

    def line(self, number: int | None) -> str:
        """The text of line `number`, or an empty string."""
        return self.lines[number - 1] if number and 0 < number <= len(self.lines) else ""

    def nodes(self, kind: type[Node], line: int | None) -> list[Node]:
        """The nodes of `kind` that begin on `line`, leftmost first."""
        found = [node for node in self.walk(kind) if getattr(node, "lineno", None) == line]
        return sorted(found, key=lambda node: getattr(node, "col_offset", 0))

    def blocks_in_python(self) -> Iterator[ast.With]:
        """The blocks `with objmode(...)`, whose lines run as Python inside of compiled functions."""
        for block in self.walk(ast.With):
            calls = [item.context_expr for item in block.items if isinstance(item.context_expr, ast.Call)]
            if "objmode" in {getattr(call.func, "attr", getattr(call.func, "id", "")) for call in calls}:
                yield block

    def walk(self, kind: type[Node]) -> Iterator[Node]:
        """Every node of `kind` in the file."""
        return (node for node in self._every if isinstance(node, kind))

    @cached_property
    def _every(self) -> list[ast.AST]:
        return list(ast.walk(self.tree))

    def text(self, node: ast.AST) -> str:
        """The source text of `node`."""
        if getattr(node, "end_lineno", None) is None:
            return ast.unparse(node)
        # ast.get_source_segment splits the whole file anew: a quarter of a second for 7,000 lines.
        (first, last), (start, end) = _span(node), _columns(node, self.lines)
        lines = self.lines[first - 1 : last]
        lines[-1] = lines[-1][:end]
        lines[0] = lines[0][start:]
        return "\n".join(lines)

    def function(self, name: str, line: int | None = None) -> ast.FunctionDef | None:
        """The definition of function `name`, the one around `line` when several share the name."""
        found = [node for node in self.walk(ast.FunctionDef) if node.name == name]
        around = [node for node in found if line and first_line(node) <= line <= (node.end_lineno or line)]
        return next(iter(around or found), None)

    def replaced(self, node: ast.AST, text: str) -> tuple[int, int, tuple[str, ...]]:
        """The lines `node` stands on, with `node` replaced by `text`: (first, last, new lines)."""
        first, last = _span(node)
        start, end = _columns(node, self.lines)
        whole = self.lines[first - 1][:start] + text + self.lines[last - 1][end:]
        return first, last, tuple(whole.split("\n"))

    def indent(self, line: int) -> str:
        """The white space `line` begins with."""
        text = self.line(line)
        return text[: len(text) - len(text.lstrip())]

    def first_code_line(self) -> int:
        """Where an import can be added: the line of the first import, or of the first statement."""
        imports = [
            n.end_lineno or n.lineno for n in self.tree.body if isinstance(n, (ast.Import, ast.ImportFrom))
        ]
        if imports:
            return imports[-1] + 1
        body = [n.lineno for n in self.tree.body if not isinstance(n, ast.Expr)]
        return body[0] if body else 1


@lru_cache(maxsize=8)
def _read(path: str, text: str) -> Source:
    """Return a file that nobody changes: one of 7,000 lines takes half a second to parse, and a tenth to walk."""
    lines = text.removesuffix("\n").split("\n") if text else []
    return Source(path, lines, _parsed("\n".join(lines)))


@lru_cache(maxsize=4096)
def functions_in(statement: ast.stmt) -> list[ast.FunctionDef]:
    """Return the functions that are defined in a statement, which nobody changes."""
    return [node for node in ast.walk(statement) if isinstance(node, ast.FunctionDef)]


def functions_of(tree: ast.Module) -> list[ast.FunctionDef]:
    """Return every function of a file, as it stands there."""
    return [node for statement in tree.body for node in functions_in(statement)]


def definition_of(tree: ast.Module, function: FunctionType) -> ast.FunctionDef:
    """Return the definition of a function in its file. Raises LookupError where there is none."""
    line = function.__code__.co_firstlineno
    for node in functions_of(tree):
        if node.name == function.__name__ and first_line(node) <= line <= node.lineno:
            return node
    raise LookupError


def _parsed(text: str) -> ast.Module:
    try:
        return ast.parse(text)
    except SyntaxError:
        return ast.Module([], [])


def first_line(statement: ast.stmt) -> int:
    """Return where a statement begins, as its code has it: a definition at its first decorator."""
    decorators: list[ast.expr] = getattr(statement, "decorator_list", [])
    return min([statement.lineno, *(one.lineno for one in decorators)])


def _span(node: ast.AST) -> tuple[int, int]:
    first = getattr(node, "lineno", 1)
    return first, getattr(node, "end_lineno", None) or first


def _columns(node: ast.AST, lines: list[str]) -> tuple[int, int]:
    """Character columns of `node`: ast counts UTF-8 bytes."""
    first, last = _span(node)
    start = len(lines[first - 1].encode()[: getattr(node, "col_offset", 0)].decode())
    end = len(lines[last - 1].encode()[: getattr(node, "end_col_offset", 0)].decode())
    return start, end
