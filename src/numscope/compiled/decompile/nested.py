"""What writing one code object needs of the code objects inside it."""

from __future__ import annotations

import ast
from types import CodeType
from typing import Any, Protocol

from numscope.compiled.decompile.instructions import Instruction
from numscope.compiled.decompile.nodes import MadeClass, MadeFunction


class Executed(Protocol):
    """What a symbolic execution leaves: values on the stack, statements, its result, and how it ended."""

    stack: list[Any]
    out: list[ast.stmt]
    result: ast.expr | None
    stop: str


class NestedCode(Protocol):
    """The decompiler as a part of it sees it: it writes what stands inside the code that the part works on."""

    def statements(self, code: CodeType) -> list[ast.stmt]:
        """Write the statements of a code object, without declarations or docstring."""

    def run(self, code: CodeType, listing: list[Instruction], start: int, end: int) -> Executed:
        """Execute instructions of a code object on an empty stack, from `start` to `end` (exclusive)."""

    def lambda_expression(self, made: MadeFunction) -> ast.expr:
        """Write a lambda."""

    def function_statement(self, made: MadeFunction, name: str, decorators: list[ast.expr]) -> ast.stmt:
        """Write a def statement."""

    def class_statement(self, made: MadeClass, name: str, decorators: list[ast.expr]) -> ast.stmt:
        """Write a class statement."""
