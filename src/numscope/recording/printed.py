"""What the program prints: the results that its user reads, to be compared with those of another run."""

from __future__ import annotations

import sys
from collections import deque
from io import TextIOWrapper

# Results are printed last.
_MOST_CHARACTERS = 1 << 17


class Printed:
    """The end of what this process writes to standard output, while its stream is the interpreter's own.

    What a program puts in the stream's place, and what is written to the file itself, is not seen.
    """

    def __init__(self) -> None:
        self._texts: deque[str] = deque()
        self._characters = 0
        self._stream: TextIOWrapper | None = None

    def begin(self) -> None:
        """Keep what is written from now on."""
        stream = sys.stdout
        if type(stream) is not TextIOWrapper or "write" in vars(stream):
            return
        write = stream.write

        def write_and_keep(text: str, /) -> int:
            written = write(text)
            self._keep(text)
            return written

        vars(stream)["write"] = write_and_keep
        self._stream = stream

    def forget(self) -> None:
        """Forget what was written until now, as a forked child does of its parent's."""
        self._texts.clear()
        self._characters = 0

    def end(self) -> str:
        """Put the stream's own function back, and return what was kept."""
        if self._stream is not None:
            vars(self._stream).pop("write", None)
            self._stream = None
        text = "".join(self._texts)[-_MOST_CHARACTERS:]
        self.forget()
        return text

    def _keep(self, text: str) -> None:
        end = text[-_MOST_CHARACTERS:]
        self._texts.append(end)
        self._characters += len(end)
        while self._characters - len(self._texts[0]) > _MOST_CHARACTERS:
            self._characters -= len(self._texts.popleft())
