"""`numscope.record`: a block of code that is recorded, and the trace it left."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from numscope.errors import NumscopeError, UsageError
from numscope.recording.record import RecordedBlock

if TYPE_CHECKING:
    from numscope.analysis.open_trace import Trace
    from numscope.trace import Operation


class Recording(RecordedBlock):
    """A block of code that is recorded; afterwards, the trace it left.

    After the block, what a `Trace` answers can be asked of the recording itself: `len(recording)`, iteration,
    `recording[id]`, `recording.operations`, ...
    """

    _opened: Trace | None = None

    def open(self) -> Trace:
        """Return the trace, sealed. Raises UsageError before the block has ended."""
        if self.counters is None:
            raise UsageError(f"{self.path} can be read when its block has ended")
        if self._opened is None:
            from numscope.analysis.open_trace import open as open_trace

            self._opened = open_trace(self.path, trust=True)
        return self._opened

    def __len__(self) -> int:
        """The number of operations."""
        return len(self.open())

    def __iter__(self) -> Iterator[Operation]:
        """The operations, in order."""
        return iter(self.open())

    def __getitem__(self, key: int) -> Operation:
        """One operation by its id."""
        return self.open()[key]

    def __getattr__(self, name: str) -> Any:
        """Whatever else a trace answers."""
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            trace = self.open()
        except NumscopeError as error:
            raise AttributeError(f"'{name}': {error}") from None
        return getattr(trace, name)


def record(path: str | os.PathLike[str], **given: Any) -> Recording:
    """Return a context manager that records its block into a trace at `path`.

    Options are those of `numscope run`, with underscores: `record("run.numscope", values="stats", ops="numpy.linalg.*",
    from_="mypkg.*")`; what is not given comes from the environment and pyproject.toml. Raises UsageError for a wrong
    option. Blocks can follow one another, but not be inside one another: the hooks belong to the whole process.
    """
    return Recording(path, **given)
