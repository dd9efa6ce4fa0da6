"""The smallest part of a function that fails to compile in the same way: statements are left out as long as it does.

Greedy, one statement at a time (a simple form of delta debugging: A. Zeller, R. Hildebrandt, Simplifying and isolating
failure-inducing input, 2002). Each attempt is compiled, and not run.
"""

from __future__ import annotations

import ast
import copy
import inspect
import textwrap
import time
from collections.abc import Iterator
from types import FunctionType
from typing import Any

from numscope.compiled.numba.explaining.failure import Failure
from numscope.compiled.numba.explaining.wording import without_colour

LONGEST_S = 5.0  # Of processor time: a busy machine loses no answer.
_COMMON = ("Failed in nopython", "During:", "File ", "TypingError: Failed")
_TOLD_BY = 3
_LEFT_TO_DECORATOR = ("nopython", "forceobj", "cache", "parallel", "pipeline_class")


def smallest_failing(failure: Failure) -> str:
    """Return the source of the smallest part of the function that fails as `failure` did; "": none is known."""
    function = failure.function
    if not isinstance(function, FunctionType) or not failure.arguments:
        return ""
    definition = _definition(function)
    if definition is None:
        return ""
    shrinking = _Shrinking(failure, function)
    if shrinking.outcome(definition) is None:
        return ""
    smaller = shrinking.shrink(definition)
    return "" if _size(smaller) == _size(definition) else ast.unparse(smaller)


class _Shrinking:
    def __init__(self, failure: Failure, function: FunctionType) -> None:
        self._types = tuple(argument.type for argument in failure.arguments.values())
        self._options = {name: v for name, v in failure.options.items() if name not in _LEFT_TO_DECORATOR}
        self._function = function
        self._wanted = _told(failure.error)
        self._until = time.thread_time() + LONGEST_S

    def shrink(self, definition: ast.FunctionDef) -> ast.FunctionDef:
        """Leave statements out as long as the rest fails in the same way, and there is processor time."""
        found = next(filter(self.outcome, _smaller(definition)), None)
        return definition if found is None else self.shrink(found)

    def outcome(self, definition: ast.FunctionDef) -> BaseException | None:
        """Return the error of compiling a definition, if it is the one that is looked for."""
        import numba

        if time.thread_time() > self._until:
            return None
        try:
            numba.njit(**self._options)(self._made(definition)).compile(self._types)
        except Exception as error:  # noqa: BLE001 - whatever the compiler raises for the shortened function
            return error if _told(error) == self._wanted else None
        return None

    def _made(self, definition: ast.FunctionDef) -> Any:
        closed = zip(self._function.__code__.co_freevars, self._function.__closure__ or (), strict=True)
        names = {**self._function.__globals__, **{name: cell.cell_contents for name, cell in closed}}
        module = ast.fix_missing_locations(ast.Module([copy.deepcopy(definition)], []))
        exec(compile(module, self._function.__code__.co_filename, "exec"), names)
        return names[definition.name]


def _definition(function: FunctionType) -> ast.FunctionDef | None:
    try:
        lines, first = inspect.getsourcelines(function)
        tree = ast.parse(textwrap.dedent("".join(lines)))
    except (OSError, SyntaxError, TypeError):
        return None
    definition = tree.body[0]
    if not isinstance(definition, ast.FunctionDef):
        return None
    ast.increment_lineno(definition, first - 1)
    definition.decorator_list, definition.returns = [], None
    for argument in ast.walk(definition.args):
        if isinstance(argument, ast.arg):
            argument.annotation = None
    return definition


def _smaller(definition: ast.FunctionDef) -> Iterator[ast.FunctionDef]:
    """Yield the definition without each of its statements, the last first, and with a block's body in its place."""
    for number in reversed(range(_size(definition))):
        for inside in (False, True):
            smaller = copy.deepcopy(definition)
            block, index = list(_places(smaller))[number]
            body = getattr(block[index], "body", [])
            if inside and not body:
                continue
            block[index : index + 1] = body if inside else []
            if not block:
                block.append(ast.Pass())
                if isinstance(_statement(definition, number), ast.Pass):
                    continue
            yield smaller


def _statement(definition: ast.FunctionDef, number: int) -> ast.stmt:
    block, index = list(_places(definition))[number]
    return block[index]


def _places(node: ast.AST) -> Iterator[tuple[list[ast.stmt], int]]:
    """Yield where each statement stands: the block, and the number in it."""
    for name in ("body", "orelse", "finalbody"):
        block = getattr(node, name, None)
        if isinstance(block, list):
            for index, statement in enumerate(block):
                yield block, index
                yield from _places(statement)


def _size(definition: ast.FunctionDef) -> int:
    return sum(1 for _ in _places(definition))


def _told(error: BaseException | Warning) -> tuple[str, ...]:
    """Return what identifies a failure: its type, and the first lines of its text that not all failures have."""
    lines = [line.strip() for line in without_colour(str(error)).splitlines()]
    useful = [line for line in lines if line and not line.startswith(_COMMON)]
    return (type(error).__name__, *useful[:_TOLD_BY])
