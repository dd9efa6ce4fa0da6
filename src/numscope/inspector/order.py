"""What `numscope inspect` asks of the processes of a program.

Imports the standard library only: it is read before the program runs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Order:
    """What to watch, and the folder where every process leaves its report."""

    patterns: Sequence[str]
    kinds: Sequence[str]
    folder: str
