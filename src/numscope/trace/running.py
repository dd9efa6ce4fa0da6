"""Running processes that write a trace, found by the files that they have mapped."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from numscope.errors import UsageError
from numscope.format.control import Tail
from numscope.format.segments import place_of

# A recorder's rings are mapped, while its descriptors can't be seen.
_FILE = re.compile(r"(.+)/processes/(\d+-\d+(?:\.\d+)?)/([^/]+)$")
_EVENTS = "events-0.tail"


@dataclass(frozen=True)
class RunningProcess:
    """A process that records into `trace`. tails: of its segments that are open, oldest first."""

    pid: int
    trace: Path
    tails: tuple[Path, ...]

    def written(self) -> Path:
        """Return the tail that is written now: the newest with anything in it. The next one is opened long before."""
        for path in reversed(self.tails):
            with suppress(OSError, ValueError), Tail(path) as tail:
                if tail.header.length:
                    return path
        return self.tails[0]


def recorded_process(pid: int) -> RunningProcess | None:
    """Return process `pid` if it records. Raises UsageError if it belongs to another user."""
    tails = []
    for name in mapped_files(pid):
        match = _FILE.match(name)
        if match and match[3] == _EVENTS and Path(match[1], "manifest.json").exists():
            tails.append((place_of(match[2])[1], Path(match[1]), Path(name)))
    if not tails:
        return None
    tails.sort()
    return RunningProcess(pid, tails[-1][1], tuple(path for _, _, path in tails))


def recorded_processes(pid: int) -> list[RunningProcess]:
    """Return those that record, of process `pid` and those that it started. Raises UsageError."""
    found = (recorded_process(number) for number in (pid, *descendants(pid)))
    return [process for process in found if process is not None]


def trace_of_process(pid: int) -> Path:
    """The trace that process `pid`, or one that it started, writes. Raises UsageError if there is none."""
    require_process(pid)
    for process in recorded_processes(pid):
        return process.trace
    raise UsageError(
        f"process {pid} writes no trace: was it started under numscope, and has it imported NumPy?"
    )


def require_process(pid: int) -> None:
    """Raise UsageError if there is no process `pid`."""
    if not Path(f"/proc/{pid}").exists():
        raise UsageError(f"there is no process {pid}, nor a trace called so.")


def descendants(pid: int) -> list[int]:
    """The processes that `pid` has started, and those that these have started, nearest first."""
    children: dict[int, list[int]] = {}
    for number, parent in _parents():
        children.setdefault(parent, []).append(number)
    found = [pid]
    for process in found:
        found.extend(children.get(process, ()))
    return found[1:]


def _parents() -> Iterator[tuple[int, int]]:
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError, IndexError):
            # The name in parentheses may hold anything; the parent is the second word behind it.
            text = path.read_text(encoding="utf-8", errors="replace")
            yield int(path.parent.name), int(text.rpartition(")")[2].split()[1])


def mapped_files(pid: int) -> list[str]:
    """Return the files that process `pid` has mapped. Raises UsageError if it belongs to another user."""
    try:
        data = Path(f"/proc/{pid}/maps").read_bytes()
    except PermissionError:
        raise UsageError(f"process {pid} belongs to another user: name its trace instead.") from None
    except OSError:
        return []  # it has ended
    # Address, permissions, offset, device, inode, and the file's name if there is one.
    fields = [os.fsdecode(line).split(maxsplit=5) for line in data.splitlines()]
    names = dict.fromkeys(field[5] for field in fields if len(field) > 5)
    return [name for name in names if not name.endswith(" (deleted)")]
