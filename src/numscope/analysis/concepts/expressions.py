"""What a call is named in the user's source: the expression whose instruction called, in few words.

Since Python 3.11 a code object knows the columns of each instruction (PEP 657). The source is compiled again by this
interpreter, so this works where the program ran on the same version; elsewhere the line's outermost call is named.
Another version's offsets point at other instructions: a trace of 3.12 read on 3.11 showed `relu()` for `print()`.
"""

from __future__ import annotations

import ast
import copy
import platform
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from types import CodeType

_UNIT = 2  # bytes of an instruction
_LONGEST = 70
_Span = tuple[int | None, int | None, int | None, int | None]


@dataclass(frozen=True)
class Instruction:
    """A place in the source as the trace has it: `offset` is in bytes, in the code of `function`."""

    function: str | None
    line: int
    offset: int


class SourceExpressions:
    """The expressions of one source file with this `text`, which ran on Python of version `python` (3.12.1)."""

    def __init__(self, text: str, python: str) -> None:
        self._text = text
        self._same_instructions = python.split(".")[:2] == list(platform.python_version_tuple()[:2])

    def named(self, line: int, instructions: Iterable[Instruction]) -> str | None:
        """Return the name of the outermost call that these instructions of `line` made; None without source.

        Without any call it is the outermost expression.
        """
        nodes = [node for one in instructions for node in self._at(one)] or self._on_line(line)
        calls = [node for node in nodes if isinstance(node, ast.Call)]
        chosen = max(calls or nodes, key=_extent, default=None)
        return None if chosen is None else called(chosen)

    def _at(self, instruction: Instruction) -> list[ast.expr]:
        """Return the expressions that are just what the instruction computes."""
        for code in self._codes.get(instruction.function or "", ()):
            spans = list(code.co_positions())[instruction.offset // _UNIT :][:1]
            nodes = [node for span in spans for node in self._nodes.get(span, ())]
            if any(node.lineno <= instruction.line <= (node.end_lineno or 0) for node in nodes):
                return nodes
        return []

    def _on_line(self, line: int) -> list[ast.expr]:
        return [node for nodes in self._nodes.values() for node in nodes if node.lineno == line]

    @cached_property
    def _tree(self) -> ast.Module | None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                return ast.parse(self._text)
            except (SyntaxError, ValueError, RecursionError):
                return None

    @cached_property
    def _nodes(self) -> dict[_Span, list[ast.expr]]:
        found: dict[_Span, list[ast.expr]] = {}
        for node in ast.walk(self._tree) if self._tree is not None else ():
            if isinstance(node, ast.expr):
                span = (node.lineno, node.end_lineno, node.col_offset, node.end_col_offset)
                found.setdefault(span, []).append(node)
        return found

    @cached_property
    def _codes(self) -> dict[str, list[CodeType]]:
        found: dict[str, list[CodeType]] = {}
        known = self._same_instructions and hasattr(CodeType, "co_positions")
        if self._tree is None or not known:
            return found
        try:
            whole = compile(self._tree, "<source>", "exec", dont_inherit=True)
        except (SyntaxError, ValueError, RecursionError):
            return found
        for code in _inside(whole):
            found.setdefault(code.co_qualname, []).append(code)
        return found


def called(node: ast.expr) -> str:
    """Return an expression in few words, without what was given: `visits.groupby()["spent"].transform()`."""
    return _short(ast.unparse(_WithoutArguments().visit(copy.deepcopy(node))))


class _WithoutArguments(ast.NodeTransformer):
    def visit_Call(self, node: ast.Call) -> ast.Call:
        return ast.Call(self.visit(node.func), [], [])


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def _extent(node: ast.expr) -> tuple[int, int, int]:
    """Return how much source an expression takes, and prefer what is read to what is stored."""
    lines = (node.end_lineno or node.lineno) - node.lineno
    stored = isinstance(getattr(node, "ctx", None), (ast.Store, ast.Del))
    return (not stored, lines, (node.end_col_offset or 0) - node.col_offset)


def _inside(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _inside(constant)
