"""Which cell of a notebook a source file stands for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class CellNames:
    """Names of cells, `In [3]`, by the path under which IPython compiled them.

    IPython keeps numbers for its own tracebacks (`CachingCompiler._filename_map`, since 8.0); without them no cell has
    a name. What a magic runs has the number of the next cell there.
    """

    def __init__(self, shell: Any) -> None:
        self._shell = shell
        self._run_by_magic: dict[str, int] = {}

    def known(self) -> dict[str, str]:
        """Return all names by path."""
        return {path: f"In [{number}]" for path, number in {**self._numbers(), **self._run_by_magic}.items()}

    @contextmanager
    def of_cell(self, number: int) -> Iterator[None]:
        """What is compiled within the block belongs to the cell of this number."""
        before = self._numbers()
        yield
        self._run_by_magic |= {path: number for path, _ in self._numbers().items() - before.items()}

    def current(self) -> int:
        """Return the number of the cell that runs now."""
        return len(self._shell.history_manager.input_hist_raw) - 1

    def before(self, magic: str) -> tuple[int, str] | None:
        """Return number and text of the last cell before this one that is no call of the line magic `magic`."""
        cells = self._shell.history_manager.input_hist_raw
        for number in range(len(cells) - 2, 0, -1):
            if cells[number].strip() and not cells[number].startswith(f"%{magic}"):
                return number, cells[number]
        return None

    def _numbers(self) -> dict[str, int]:
        return dict(getattr(self._shell.compile, "_filename_map", {}))
