"""The directory a dump goes to: who owns it, what lies in it, and a place of its own for every process.

A dump directory is new, empty, or holds an earlier dump, which is replaced. `.numscope-compile` lists every
file we wrote, so that nothing of anybody else's is ever removed. The process that opened it writes at the
top; others that share it (forked, or started with the same settings) write to `rank_<r>` or `process_<k>`
beneath.
"""

from __future__ import annotations

import os
from pathlib import Path

from numscope.errors import UsageError

LIST_NAME = ".numscope-compile"
OWNER_VARIABLE = "NUMSCOPE_COMPILE_OWNER"


class DumpDirectory:
    """A directory under our control for one dump.

    Raises UsageError where it can't be written or holds files that are not from an earlier dump.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.top = Path(path).absolute()
        self._process = os.getpid()
        inherited = os.environ.get(OWNER_VARIABLE, "")
        owner = f"{self._process}:{self.top}"
        if inherited.partition(":")[2] == str(self.top) and inherited != owner:
            self.path = self._claim_subdirectory()
        else:
            self.path = self.top
            self._empty()
            os.environ[OWNER_VARIABLE] = owner

    def _empty(self) -> None:
        try:
            self.top.mkdir(parents=True, exist_ok=True)
            for directory in [self.top, *_process_directories(self.top)]:
                _remove_earlier_dump(directory)
            strangers = sorted(entry.name for entry in self.top.iterdir())
            if strangers:
                raise UsageError(
                    f"the dump directory {self.top} holds files that are not from an earlier dump "
                    f"({', '.join(strangers[:3])}): choose an empty or a new one"
                )
            (self.top / LIST_NAME).touch()
        except FileExistsError as error:
            raise UsageError(
                f"the dump directory {self.top} can't be written: there is a file of that name"
            ) from error
        except OSError as error:
            raise UsageError(f"the dump directory {self.top} can't be written: {error.strerror}") from error

    def _claim_subdirectory(self) -> Path:
        rank = os.environ.get("RANK")
        names = [f"rank_{rank}"] if rank is not None else []
        number = 1
        while True:
            name = names.pop() if names else f"process_{number}"
            claimed = self.top / name
            try:
                claimed.mkdir(parents=True)
            except FileExistsError:
                number += not names
                continue
            except OSError as error:
                raise UsageError(
                    f"the dump directory {claimed} can't be written: {error.strerror}"
                ) from error
            (claimed / LIST_NAME).touch()
            return claimed

    def follow_fork(self) -> bool:
        """Move to a directory of this process's own if it was forked since; return whether it was."""
        if os.getpid() == self._process:
            return False
        self._process = os.getpid()
        self.path = self._claim_subdirectory()
        return True

    def release(self) -> None:
        """Forget the ownership that child processes would have inherited."""
        if os.environ.get(OWNER_VARIABLE) == f"{self._process}:{self.top}":
            del os.environ[OWNER_VARIABLE]

    def file(self, name: str) -> Path:
        """Return the path for a file called `name`, which from now on counts as ours."""
        target = self.path / name
        listed = self.path / LIST_NAME
        if name not in listed.read_text(encoding="utf-8").splitlines():
            with open(listed, "a", encoding="utf-8") as names:
                names.write(name + "\n")
        return target

    def write(self, name: str, content: str | bytes) -> Path:
        """Write the file `name` whole and return its path."""
        target = self.path / name
        if not target.exists():
            self.file(name)
        target.write_bytes(
            content if isinstance(content, bytes) else content.encode("utf-8", "backslashreplace")
        )
        return target


def _process_directories(top: Path) -> list[Path]:
    return [path for pattern in ("process_*", "rank_*") for path in top.glob(pattern)]


def _remove_earlier_dump(directory: Path) -> None:
    written = directory / LIST_NAME
    if not written.exists():
        return
    for name in written.read_text(encoding="utf-8").splitlines():
        if Path(name).name == name:
            (directory / name).unlink(missing_ok=True)
    written.unlink()
    if directory.name.startswith(("process_", "rank_")) and not any(directory.iterdir()):
        directory.rmdir()
