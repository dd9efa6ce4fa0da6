"""What the simulator's checks find."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class KernelFinding:
    """A fault in a kernel: kind, line, the block and thread that met it, one sentence.

    line 0: the line is not known, and `file` is the kernel.
    """

    kind: str
    file: str
    line: int
    block: tuple[int, ...]
    thread: tuple[int, ...]
    sentence: str

    def as_json(self) -> dict[str, Any]:
        """The finding as plain values."""
        return dict(vars(self))

    @classmethod
    def from_json(cls, values: dict[str, Any]) -> KernelFinding:
        """Back from plain values."""
        return cls(**{**values, "block": tuple(values["block"]), "thread": tuple(values["thread"])})

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}" if self.line else f"kernel {self.file}, line unknown,"
        who = f" block {self.block} thread {self.thread}" if self.thread else ""
        return f"{where}{who}: {self.sentence}"
