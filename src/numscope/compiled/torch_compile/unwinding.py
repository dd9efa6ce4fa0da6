"""Exceptions in the execution on symbols: who guards an instruction, and which exceptions are being handled."""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import Any

_CATCH_ALL = "BaseException"


def guards_of(code: types.CodeType) -> dict[int, Any]:
    """Give the innermost row of the exception table for each guarded offset; nothing before Python 3.11."""
    from numscope.compiled.decompile.raw import exception_table

    found: dict[int, Any] = {}
    for row in exception_table(code) if hasattr(code, "co_exceptiontable") else ():
        for offset in range(row.start, row.end, 2):
            found.setdefault(offset, row)
    return found


class Handled:
    """The exceptions being handled, innermost last."""

    def __init__(self, exceptions: tuple[Any, ...] = ()) -> None:
        self.exceptions = exceptions

    @property
    def innermost(self) -> tuple[Any, ...]:
        """The exception a bare `raise` raises again, and new ones get as their context; empty if there is none."""
        return self.exceptions[-1:]

    def copy(self) -> Handled:
        """Give the same, to go on with in another way."""
        return Handled(self.exceptions)

    def follow(
        self, operation: str, following: str, argument: Any, stack: list[Any], constant: Callable[[Any], Any]
    ) -> bool:
        """Do what an operation on exceptions does to the stack; return whether it is one.

        `except BaseException` catches everything: looking that name up and comparing with it is no effect.
        """
        if operation == "PUSH_EXC":
            exception = stack.pop()
            stack += [*(self.innermost or (constant(None),)), exception]
            self.exceptions = (*self.exceptions, exception)
        elif operation == "POP_EXCEPT":
            stack.pop()
            self.exceptions = self.exceptions[:-1]
        elif operation == "LOAD" and argument == ("global", _CATCH_ALL) and following == "EXC_MATCH":
            stack.append(constant(_CATCH_ALL))
        elif operation == "EXC_MATCH" and stack[-1] == constant(_CATCH_ALL):
            stack[-1] = constant(True)
        else:
            return False
        return True
