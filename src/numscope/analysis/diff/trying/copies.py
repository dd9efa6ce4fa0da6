"""A copy of a program's folder in which it runs with some of its changes, and can change nothing else.

Where the kernel has Landlock and seccomp, the process can neither write outside of the copy nor reach the network.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePath
from tempfile import TemporaryDirectory, TemporaryFile
from typing import IO

from numscope.analysis.diff.trying.outcome import Ending
from numscope.analysis.diff.trying.running import NO_END
from numscope.errors import UsageError
from numscope.trace.confinement import confined_environment

_MOST_FILES = 5_000
_MOST_BYTES = 256 << 20
_LEFT_OUT = shutil.ignore_patterns(".*", "__pycache__", "node_modules", "*.numscope", "venv")
# What a changed program may take longer than the unchanged one.
_LONGER = 10
_SHORTEST_S = 10.0
_LONGEST_S = 120.0
_MOST_PRINTED = 16 << 20
_EXCEPTION = re.compile(r"^([A-Za-z_][\w.]*)(?::|$)")


class Copy:
    """A folder with a program, and the process that runs it there.

    modules: libraries that the program imports. said: two files for what it prints, which have no names: nothing that
    the program does decides what is read here.
    """

    def __init__(
        self,
        folder: Path,
        command: Sequence[str],
        environment: Mapping[str, str],
        modules: Sequence[str],
        said: tuple[IO[bytes], IO[bytes]],
    ) -> None:
        self._folder = folder
        self._said = said
        descriptors = [one.fileno() for one in said]
        self._runner = subprocess.Popen(
            [sys.executable, "-m", "numscope.analysis.diff.trying.running", *map(str, descriptors), *command],
            pass_fds=descriptors,
            cwd=folder,
            env=dict(environment),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self._ask(modules)
        self._seconds = 0.0
        self._written: dict[str, str] = {}

    def ending(self, texts: Mapping[str, str]) -> Ending:
        """Write the texts of files into the copy, run the program, and return how it ended."""
        for file, text in texts.items():
            if self._written.get(file) != text:
                path = self._folder / file
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
                self._written[file] = text
        limit = min(max(_SHORTEST_S, _LONGER * self._seconds), _LONGEST_S) if self._seconds else _LONGEST_S
        began = time.monotonic()
        for one in self._said:
            one.seek(0)
            one.truncate()
        code = self._run(limit)
        if code is NO_END:
            return Ending("", "no end")
        self._seconds = max(self._seconds, time.monotonic() - began)
        printed, errors = (
            os.pread(one.fileno(), _MOST_PRINTED, 0).decode(errors="replace") for one in self._said
        )
        return Ending(printed, _exception(code, errors))

    def close(self) -> None:
        """End the process."""
        for pipe in (self._runner.stdin, self._runner.stdout):
            assert pipe is not None
            pipe.close()
        self._runner.terminate()
        self._runner.wait()

    def _ask(self, what: object) -> None:
        assert self._runner.stdin is not None
        try:
            self._runner.stdin.write(f"{json.dumps(what)}\n")
            self._runner.stdin.flush()
        except BrokenPipeError:
            raise UsageError("--try can't run the program: the process that runs it has ended.") from None

    def _run(self, seconds: float) -> int | None:
        self._ask(seconds)
        assert self._runner.stdout is not None
        line = self._runner.stdout.readline()
        if not line:
            raise UsageError("--try can't run the program: the process that runs it has ended.")
        code: int | None = json.loads(line)
        return code


@contextmanager
def copied(folder: Path, script: PurePath, words: Sequence[str], modules: Sequence[str]) -> Iterator[Copy]:
    """Yield a copy of `folder`, gone afterwards; an empty one if it is not there any more.

    modules: libraries to have ready. Raises UsageError if it is too large, or a file of it can't be read.
    """
    _check_size(folder)
    with (
        TemporaryDirectory(prefix="numscope-try-") as scratch,
        confined_environment([Path(scratch)]) as environ,
        TemporaryFile() as printed,
        TemporaryFile() as errors,
    ):
        there = Path(scratch) / folder.name
        if folder.is_dir():
            _copy(folder, there)
        there.mkdir(exist_ok=True)  # the trace has the program's own files
        # What depends on the order of a set must be the same each time; a changed file must not be taken from a cache.
        own = {"PYTHONHASHSEED": environ.get("PYTHONHASHSEED", "0"), "PYTHONDONTWRITEBYTECODE": "1"}
        copy = Copy(there, [str(script), *words], {**environ, **own}, modules, (printed, errors))
        try:
            yield copy
        finally:
            copy.close()


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
