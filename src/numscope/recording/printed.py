"""What the program prints: the results that its user reads, to be compared with those of another run."""

from __future__ import annotations

import sys
from io import TextIOWrapper

from numscope.recording.core import load_core

# Results are printed last.
_MOST_CHARACTERS = 1 << 17


class Printed:
    """The end of what this process writes to standard output, while its stream is the interpreter's own.

    What a program puts in the stream's place, and what is written to the file itself, is not seen.
    """

    def __init__(self) -> None:
        self._kept = False

    def begin(self) -> None:
        """Keep what is written from now on."""
        if type(sys.stdout) is TextIOWrapper:
            load_core().keep_printed(sys.stdout)
            self._kept = True

    def forget(self) -> None:
        """Forget what was written until now, as a forked child does of its parent's."""
        if self._kept:
            load_core().take_printed()

    def end(self) -> str:
        """Put the stream's own function back, and return what was kept."""
        if not self._kept:
            return ""
        self._kept = False
        core = load_core()
        text = "".join(core.take_printed())[-_MOST_CHARACTERS:]
        core.end_printed()
        return text
