"""Which files a program writes, and what a run of it leaves in them: for `numscope run --prove`."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

_MOST = 20_000  # files of the working folder that are looked at
_READ_BEFORE = 64 << 20  # bytes of them that are read before the first run, in case it appends
_BLOCK = 1 << 20
Content = tuple[int, str]
NOTHING: Content = (0, sha256().hexdigest())


@dataclass
class WrittenFiles:
    """The files that runs of a program write, one run after another.

    Those that the program itself opens are listed in its end state; others (a child's, a C library's) are seen if they
    lie in `folder`. A file that a run only appends to counts by what it appended: runs one after another compare.
    """

    folder: Path
    own: tuple[Path, ...]  # folders of numscope's: what is in them is no file of the program's
    _contents: dict[str, Content] = field(default_factory=dict)
    _stamps: dict[str, tuple[int, int]] = field(default_factory=dict)
    _plain: dict[str, Content] = field(default_factory=dict)

    def begin(self) -> None:
        """Look at the working folder before the first run."""
        self._stamps = dict(self._look())
        total = 0
        for path, (size, _) in self._stamps.items():
            total += size
            if total <= _READ_BEFORE and os.access(path, os.R_OK):
                self._contents[path] = _digests(path, 0)[0]

    def after_run(self, opened: Mapping[str, Content | None], recorded: bool) -> dict[str, Content]:
        """Return what the run just ended has left, by path: (bytes, digest).

        opened: what files held when the run opened them. A file that the run found and did not write counts as the
        last run without a recording left it.
        """
        stamps = dict(self._look())
        written = {*opened, *(path for path, stamp in stamps.items() if self._stamps.get(path) != stamp)}
        self._stamps = stamps
        self._contents.update({path: before for path, before in opened.items() if before is not None})
        left = dict(self._left(sorted(path for path in written if not self._is_left_out(Path(path)))))
        if not recorded:
            self._plain.update(left)
        found = {path: content for path, content in self._plain.items() if path not in written}
        return {os.path.relpath(path, self.folder): content for path, content in {**found, **left}.items()}

    def _left(self, paths: Iterable[str]) -> Iterator[tuple[str, Content]]:
        for path in paths:
            size, digest = self._contents.get(path, NOTHING)
            try:
                whole, start, added = _digests(path, size)
            except OSError:
                self._contents[path] = NOTHING  # it is gone again, or not a file
                continue
            self._contents[path] = whole
            appended = size and start == digest and whole[0] > size
            yield path, added if appended else whole

    def _is_left_out(self, path: Path) -> bool:
        # Byte code is the interpreter's: whether an import writes it depends on who imported the module before.
        return ".pyc" in path.suffixes or self._is_own(path)

    def _is_own(self, path: Path) -> bool:
        return any(path.is_relative_to(folder) for folder in self.own)

    def _look(self) -> Iterator[tuple[str, tuple[int, int]]]:
        count = 0
        for parent, folders, names in os.walk(self.folder):
            folders[:] = [name for name in folders if not name.startswith((".", "__pycache__"))]
            if self._is_own(Path(parent)):
                folders.clear()
                continue
            for name in names:
                count += 1
                if count > _MOST:
                    return
                path = os.path.join(parent, name)
                try:
                    facts = os.stat(path)
                except OSError:
                    continue  # gone meanwhile, or a link to nothing
                if stat.S_ISREG(facts.st_mode):
                    yield path, (facts.st_size, facts.st_mtime_ns)


def _digests(path: str, size: int) -> tuple[Content, str, Content]:
    """Return a file's content, the digest of its first `size` bytes, and the content behind them. Raises OSError."""
    if not os.path.isfile(path):  # opening a pipe would wait for who writes into it
        raise OSError(f"{path} is no regular file")
    whole, start, rest = sha256(), sha256(), sha256()
    length = 0
    with open(path, "rb") as file:
        while block := file.read(_BLOCK):
            inside = max(0, min(len(block), size - length))
            start.update(block[:inside])
            rest.update(block[inside:])
            whole.update(block)
            length += len(block)
    return (length, whole.hexdigest()), start.hexdigest(), (max(0, length - size), rest.hexdigest())
