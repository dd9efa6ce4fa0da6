"""Names for values that have none in the program."""

from __future__ import annotations


class Temporaries:
    """Names for values that have none in the program.

    With `plain`, every value that is used twice gets one at once: right for any bytecode, if not as the program's
    author would have written it.
    """

    def __init__(self, prefix: str, plain: bool = False) -> None:
        self.prefix = prefix
        self.plain = plain
        self.count = 0

    def fresh(self) -> str:
        """Give a name not used before."""
        self.count += 1
        return f"{self.prefix}{self.count - 1}"

    def meeting(self, place: int) -> str:
        """Give the name a value in this place of the stack has wherever control meets."""
        return f"{self.prefix}at_{place}"

    def made(self, name: str) -> bool:
        """Say whether `name` is one of these."""
        return name.startswith(self.prefix)
