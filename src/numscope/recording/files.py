"""Files that the recorder writes and reads inside the recorded process.

The core does so on a thread with a descriptor table of its own. `open` would use the program's table, where another
thread may close the descriptor, or put a file of the program's behind its number, while we use it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from numscope.recording.core import load_core

_CHUNK = 1 << 20


def write_text(path: Path, text: str) -> None:
    """Write `text` as all that the file at `path` holds. Raises OSError."""
    load_core().write_file(path, text.encode())


def append_text(path: Path, text: str) -> None:
    """Write `text` behind what the file at `path` holds. Raises OSError."""
    load_core().write_file(path, text.encode(), True)


def replace_text(path: Path, draft: Path, text: str) -> None:
    """Write `text` to `draft`, then rename that to `path`: nobody ever finds half a file. Raises OSError."""
    write_text(draft, text)
    draft.replace(path)


def read_part(path: str | Path, offset: int, size: int) -> bytes:
    """Return up to `size` bytes of the file at `path` from `offset` on. Raises OSError."""
    data: bytes = load_core().read_file(path, offset, size)
    return data


def read_lines(path: str | Path) -> Iterator[bytes]:
    """Yield the lines of the file at `path`, each with its newline; between two it is not open. Raises OSError."""
    offset, rest = 0, b""
    while chunk := read_part(path, offset, _CHUNK):
        offset += len(chunk)
        *lines, rest = (rest + chunk).splitlines(keepends=True)
        if rest.endswith(b"\n"):
            lines, rest = [*lines, rest], b""
        yield from lines
    if rest:
        yield rest
