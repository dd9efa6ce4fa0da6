"""A copy of a program's folder in which it runs with some of its changes, and can change nothing else.

Where the kernel has Landlock and seccomp, the process can neither write outside of the copy nor reach the network.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePath
from tempfile import TemporaryDirectory

from numscope.analysis.diff.trying.outcome import Ending
from numscope.errors import UsageError
from numscope.trace.confinement import confined_environment

_MOST_FILES = 5_000
_MOST_BYTES = 256 << 20
_LEFT_OUT = shutil.ignore_patterns(".*", "__pycache__", "node_modules", "*.numscope", "venv")
# What a changed program may take longer than the unchanged one.
_LONGER = 10
_SHORTEST_S = 10.0
_LONGEST_S = 120.0
_EXCEPTION = re.compile(r"^([A-Za-z_][\w.]*)(?::|$)")


@dataclass
class Copy:
    """A folder with a program. script: its file in there; words: what it is given. seconds: of the longest run."""

    folder: Path
    script: PurePath
    words: Sequence[str]
    environment: Mapping[str, str]
    seconds: float = 0.0

    def ending(self, texts: Mapping[str, str]) -> Ending:
        """Write the texts of files into the copy, run the program, and return how it ended."""
        for file, text in texts.items():
            path = self.folder / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        limit = min(max(_SHORTEST_S, _LONGER * self.seconds), _LONGEST_S) if self.seconds else _LONGEST_S
        began = time.monotonic()
        try:
            done = subprocess.run(
                [
                    sys.executable,
                    "-m",
                    "numscope.analysis.diff.trying.running",
                    str(self.script),
                    *self.words,
                ],
                cwd=self.folder,
                env=dict(self.environment),
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                errors="replace",
                timeout=limit,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return Ending("", "no end")
        self.seconds = max(self.seconds, time.monotonic() - began)
        return Ending(done.stdout, _exception(done.returncode, done.stderr))


@contextmanager
def copied(folder: Path, script: PurePath, words: Sequence[str]) -> Iterator[Copy]:
    """Yield a copy of `folder`, gone afterwards; an empty one if it is not there any more.

    Raises UsageError if it is too large, or a file of it can't be read.
    """
    _check_size(folder)
    with (
        TemporaryDirectory(prefix="numscope-try-") as scratch,
        confined_environment([Path(scratch)]) as environ,
    ):
        there = Path(scratch) / folder.name
        if folder.is_dir():
            _copy(folder, there)
        there.mkdir(exist_ok=True)  # the trace has the program's own files
        # What depends on the order of a set must be the same each time; a changed file must not be taken from a cache.
        own = {"PYTHONHASHSEED": environ.get("PYTHONHASHSEED", "0"), "PYTHONDONTWRITEBYTECODE": "1"}
        yield Copy(there, script, words, {**environ, **own})


def _copy(folder: Path, there: Path) -> None:
    try:
        shutil.copytree(folder, there, ignore=_LEFT_OUT, ignore_dangling_symlinks=True)
    except (shutil.Error, OSError) as error:
        raise UsageError(
            f"--try runs the program in a copy of {folder}, which can't be copied: {error}."
        ) from None


def _check_size(folder: Path) -> None:
    files = size = 0
    for parent, folders, names in os.walk(folder):
        left_out = _LEFT_OUT(parent, [*folders, *names])
        folders[:] = [name for name in folders if name not in left_out]
        kept = [name for name in names if name not in left_out]
        files += len(kept)
        size += sum(os.lstat(os.path.join(parent, name)).st_size for name in kept)
        if files > _MOST_FILES or size > _MOST_BYTES:
            raise UsageError(
                f"--try runs the program in a copy of {folder}, which has more than {_MOST_FILES:,} files or "
                f"{_MOST_BYTES >> 20} MB: move the program and what it reads to a folder of their own."
            )


def _exception(code: int, errors: str) -> str | None:
    """Return the type of the exception that ended a run, or its exit code."""
    if not code:
        return None
    last = errors.strip().rpartition("\n")[2]
    found = _EXCEPTION.match(last)
    return found[1] if found else f"exit code {code}"
