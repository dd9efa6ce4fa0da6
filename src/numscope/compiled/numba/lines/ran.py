"""Mark the lines of compiled functions that run: one store of a constant byte where a line begins in a block."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from numscope.compiled.numba.debugger.line_marks import ends_try_block, is_written_jump
from numscope.compiled.numba.lines.objects import ARRAY_EXPRESSION
from numscope.errors import NumscopeError
from numscope.probes.numba.adapter.compiler import core, llvm_ir
from numscope.probes.numba.adapter.patches import Patches
from numscope.user_code import is_user_file

MOST_LINES = 1 << 20


class RanLines:
    """Functions compiled while it is entered mark their lines; the marks stay in the machine code."""

    def __init__(self) -> None:
        self._marks = np.zeros(MOST_LINES, np.uint8)
        self._numbers: dict[tuple[str, int], int] = {}
        self._patches = Patches()

    def __enter__(self) -> RanLines:
        self._patches.wrap("lower_inst", self._around_statement)
        return self

    def __exit__(self, *_: object) -> None:
        self._patches.undo()

    @property
    def compiled(self) -> set[tuple[str, int]]:
        """Return file and line of every line that has code."""
        return set(self._numbers)

    @property
    def ran(self) -> set[tuple[str, int]]:
        """Return file and line of every line that ran."""
        return {place for place, number in self._numbers.items() if self._marks[number]}

    def _around_statement(self, original: Callable[..., Any]) -> Callable[..., Any]:
        def lower_inst(lowerer: Any, statement: Any) -> Any:
            place = _place(statement)
            if place is not None and not lowerer.func_ir.func_id.func_name.startswith(ARRAY_EXPRESSION):
                self._mark(lowerer.builder, place)
            return original(lowerer, statement)

        return lower_inst

    def _mark(self, builder: Any, place: tuple[str, int]) -> None:
        number = self._numbers.setdefault(place, len(self._numbers))
        if number >= MOST_LINES:
            raise NumscopeError(f"more than {MOST_LINES:,} lines were compiled")
        llvm = llvm_ir()
        address = llvm.IntType(64)(self._marks.ctypes.data + number)
        builder.store(llvm.IntType(8)(1), builder.inttoptr(address, llvm.IntType(8).as_pointer()))


def _place(statement: Any) -> tuple[str, int] | None:
    """Return the user's file and line of a statement; None of one that belongs to no line."""
    ir = core("ir")
    if isinstance(statement, ir.Del) or (isinstance(statement, ir.Jump) and not is_written_jump(statement)):
        return None
    if isinstance(statement, ir.Assign) and (
        isinstance(statement.value, ir.Arg) or ends_try_block(statement)
    ):
        return None
    place = statement.loc
    return (place.filename, place.line) if is_user_file(place.filename) else None
