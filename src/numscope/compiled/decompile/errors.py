"""What a decompilation can say when it cannot go on."""

from __future__ import annotations

from types import CodeType

from numscope.errors import NumscopeError


class DecompilationError(NumscopeError):
    """A code object, or one instruction of it, has no source form this package can write.

    `instruction` and `offset` name the place in the bytecode; both are None when the trouble is the whole input
    (a builtin, another Python version's bytecode).
    """

    exit_code = 3

    def __init__(self, message: str, instruction: str | None = None, offset: int | None = None) -> None:
        super().__init__(message)
        self.instruction = instruction
        self.offset = offset

    @classmethod
    def at(cls, code: CodeType, instruction: str, offset: int, reason: str) -> DecompilationError:
        """Name the function, the instruction and its byte offset, and say what is wrong there."""
        return cls(
            f"{code.co_name}: {instruction} at offset {offset}: {reason}",
            instruction=instruction,
            offset=offset,
        )
