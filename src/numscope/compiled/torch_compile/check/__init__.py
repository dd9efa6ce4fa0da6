"""`numscope compile --check`: eager beside compiled on the same inputs, and where they part. Imports torch."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from numscope.compiled.torch_compile.check.bisect import Culprit
from numscope.compiled.torch_compile.check.calls import CheckedCalls, checked_calls
from numscope.compiled.torch_compile.check.investigation import investigate
from numscope.compiled.torch_compile.check.report import check_document, check_lines


class Check:
    """One check: the calls of a program, what differs among them, and where that comes from."""

    def __init__(self) -> None:
        self._checks = CheckedCalls()
        self._culprits: list[tuple[Culprit, Path | None]] = []

    @contextlib.contextmanager
    def calls(self) -> Iterator[None]:
        """Compare every call of a function that is compiled within the context."""
        with checked_calls() as self._checks:
            yield

    def investigate(self, file: Callable[[str], Path]) -> None:
        """Find out where the differences come from, once the program is through; scripts go where `file` says."""
        self._culprits = investigate(self._checks, file)

    @property
    def exit_code(self) -> int:
        """1 where something differs."""
        return 1 if self._culprits else 0

    def lines(self) -> list[str]:
        """Tell it for a reader."""
        return check_lines(self._checks, self._culprits)

    def document(self) -> dict[str, Any]:
        """Tell it as data."""
        return {"check": check_document(self._checks, self._culprits)}
