"""An exception that ended the program, and the operation that raised it with its operands in the user's words."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.concepts.operand_expressions import expressions
from numscope.analysis.concepts.syntax import parsed
from numscope.errors import NumscopeError
from numscope.trace import Operand, Operation

_LONGEST_NAME = 40


@dataclass(frozen=True)
class Reason:
    """Why it ended: problem with the values, fix: what to do."""

    problem: str
    fix: str


@dataclass(frozen=True)
class Given:
    """An operand and the user's expression for it; `written` is empty where the line does not tell."""

    operand: Operand
    written: str

    @property
    def name(self) -> str:
        """Return the expression, or in its place what kind of array it is."""
        return f"`{self.written}`" if self.written else f"the {self.operand.describe()}"

    @property
    def code(self) -> str:
        """Return what a changed line may call it."""
        if not self.written:
            return "a"
        node = ast.parse(self.written, mode="eval").body if _is_expression(self.written) else None
        whole = isinstance(node, (ast.Name, ast.Attribute, ast.Subscript, ast.Call, ast.Constant, ast.List))
        return self.written if whole else f"({self.written})"

    @property
    def shape(self) -> tuple[int, ...]:
        """Return its shape, () of a number."""
        return self.operand.shape or ()

    @property
    def length(self) -> int | None:
        """Return how many rows or values an array, a list or a tuple has; None of anything else."""
        if self.operand.is_array():
            return self.shape[0] if self.shape else None
        return None if self.items is None else len(self.items)

    @cached_property
    def items(self) -> list[Any] | tuple[Any, ...] | None:
        """Return what a list or a tuple holds that was given as a literal; None of anything else."""
        if self.operand.kind != "literal":
            return None
        try:
            value = ast.literal_eval(str(self.operand.literal))
        except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
            return None
        return value if isinstance(value, (list, tuple)) else None

    @cached_property
    def numbers(self) -> Any:
        """Return its value as an array of numbers; None where it was not kept."""
        return numbers_of(self.operand)

    @cached_property
    def texts(self) -> Any:
        """Return its value as an array of texts; None where it is none."""
        try:
            value = self.operand.value()
        except NumscopeError:
            return None
        return value if isinstance(value, np.ndarray) and value.dtype.kind in "US" else None


@dataclass(frozen=True)
class Ending:
    """An exception that nobody caught.

    kind: its type's own name. text: its message. operation: the one that raised it on `line` of the file with this
    `source`; None if none did. earlier: returns the last ones before that fit a condition in SQL, the newest first.
    """

    kind: str
    text: str
    operation: Operation | None
    source: str
    line: int
    earlier: Callable[[str], list[Operation]]

    @property
    def called(self) -> str:
        """Return the last part of the operation's name: `reshape`; empty without one."""
        name = self.operation.name if self.operation is not None else ""
        return name.rpartition(".")[2].rpartition("::")[2]

    def raised_by(self, *names: str) -> bool:
        """Whether the operation's name is one of these, or ends with `.` or `::` and one of these."""
        whole = self.operation.name if self.operation is not None else ""
        return any(whole == name or whole.endswith((f".{name}", f"::{name}")) for name in names)

    def numbers(self, pattern: str) -> tuple[int, ...] | None:
        """Return the groups of a pattern that the message holds, as integers; None if it does not."""
        found = re.search(pattern, self.text)
        return tuple(map(int, found.groups())) if found else None

    @cached_property
    def _written(self) -> dict[int | str, ast.expr]:
        return {} if self.operation is None else expressions(self.operation, parsed(self.source), self.line)

    @cached_property
    def given(self) -> list[Given]:
        """Return the operands, as the operation found them, with their names."""
        operands = self.operation.operands if self.operation is not None else ()
        return [Given(one, self._name(one)) for one in operands if one.role in ("input", "argument")]

    @property
    def arrays(self) -> list[Given]:
        """Return those that are arrays and no part of a library's object."""
        return [one for one in self.given if one.operand.is_array() and not self._is_part(one.operand)]

    def argument(self, position: int, name: str = "") -> Given | None:
        """Return the one at this position, or with this name."""
        whole = (one for one in self.given if not one.operand.item)
        return next(
            (one for one in whole if one.operand.position == position or (name and one.operand.name == name)),
            None,
        )

    def _is_part(self, operand: Operand) -> bool:
        owners = self.operation.operands if self.operation is not None else ()
        return bool(operand.item) and any(
            one.kind == "object" and one.position == operand.position for one in owners
        )

    def _name(self, operand: Operand) -> str:
        key = operand.name if operand.position is None else operand.position
        node = self._written.get(key) if key is not None else None
        if node is None and operand.name:
            node = self._written.get(operand.name)
        text = "" if node is None else text_of(node)
        if node is not None and operand.item and not self._is_part(operand):
            whole = isinstance(node, (ast.List, ast.Tuple)) and operand.item <= len(node.elts)
            text = text_of(node.elts[operand.item - 1]) if whole else f"{text}[{operand.item - 1}]"  # type: ignore[attr-defined]
        return text if len(text) <= _LONGEST_NAME else ""


def text_of(node: ast.expr) -> str:
    """Return an expression; an index of several axes as it stands between brackets."""
    try:
        text = ast.unparse(node)
    except RecursionError:  # an expression that deep has no name anyone could read
        return ""
    is_index = isinstance(node, ast.Tuple) and any(isinstance(one, ast.Slice) for one in node.elts)
    return text[1:-1] if is_index else text


def _is_expression(text: str) -> bool:
    try:
        ast.parse(text, mode="eval")
    except SyntaxError:  # the index of several axes: `:, 1`
        return False
    return True
