"""What a trace says of one source file: lines with their results, calls of a line, findings."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from numscope.analysis.annotate.lines import File, annotate
from numscope.analysis.check_up.check_up import check_up
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.concepts.listed_calls import Listed, listed
from numscope.analysis.concepts.user_calls import page_of_calls
from numscope.editor.latest import Recorded
from numscope.errors import TraceError
from numscope.format.signature import recorded_here
from numscope.trace import Trace
from numscope.trace.manifest import open_folder, read_manifest
from numscope.trace.reader import open_trace

_CALLS_SHOWN = 8
_FINDINGS = 100


@dataclass
class Recording:
    """An open trace that this user recorded, and what was asked of it already. Close it after use."""

    recorded: Recorded
    trace: Trace
    _files: dict[str, File] | None = field(default=None, init=False)

    def file(self, path: Path) -> File | None:
        """Return the recorded lines of a source file; None if it called no operation."""
        if self._files is None:
            self._files = {os.path.realpath(file.path): file for file in annotate(self.trace).files}
        return self._files.get(os.path.realpath(path))

    def calls(self, file: str, line: int) -> tuple[Listed, ...]:
        """Return the last calls that a line made."""
        page = page_of_calls(
            self.trace, "own and file = ? and line = ?", [file, line], _CALLS_SHOWN, last=True
        )
        return listed(self.trace, page.calls)

    def close(self) -> None:
        """Close the trace."""
        self.trace.close()


def open_recording(recorded: Recorded) -> Recording:
    """Open a trace that this user recorded on this host.

    Raises TraceError if it can't be read, and of any other trace: the user did not ask to open it.
    """
    folder = open_folder(recorded.path)
    if not recorded_here(folder, read_manifest(folder)):
        raise TraceError(
            f"{recorded.path} is the newest trace here and is not shown: you did not record it on this machine. "
            f"Run the program again with `numscope run`, or ask in a terminal: `numscope {recorded.path.name}`."
        )
    return Recording(recorded, open_trace(recorded.path))


def findings(recorded: Recorded) -> tuple[Finding, ...]:
    """Return the check-up's findings of such a trace, opened once more: it runs beside other questions."""
    with open_trace(recorded.path) as trace:
        return check_up(trace, _FINDINGS).findings
