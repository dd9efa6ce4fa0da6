"""Files of a trace, opened from the descriptor of its folder: regular files only, and never through a symbolic link.

A trace may come from a stranger. Its names lead nowhere else: each part of a path is opened by itself (openat) and
without following links, without waiting for the other end of a pipe, and looked at once it is open, so that nothing can
be put in its place between a check and its use. What writes and reads a trace opens its files here.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_FILE = os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOCTTY
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_DESCRIPTORS = "/proc/self/fd" if sys.platform.startswith("linux") else "/dev/fd"
_KINDS: tuple[tuple[Callable[[int], bool], str], ...] = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
    (stat.S_ISLNK, "a symbolic link"),
)


class RefusedFileError(OSError):
    """Something stands in a trace where a regular file or a folder of its own must be."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(errno.EPERM, reason, str(path))


class File:
    """An open regular file. path: for messages; size: in bytes, when it was opened. Closed with its last reference."""

    def __init__(self, descriptor: int, path: Path) -> None:
        self.descriptor = descriptor
        self.path = path
        self._close = weakref.finalize(self, os.close, descriptor)
        self.size = os.fstat(descriptor).st_size

    @property
    def by_descriptor(self) -> str:
        """A path to this very file while it is open here, for libraries that take paths."""
        return f"{_DESCRIPTORS}/{self.descriptor}"

    def read(self, offset: int, size: int) -> bytes:
        """Return at most `size` bytes from `offset`, as many as the file held when it was opened."""
        size = min(size, self.size - offset)
        return os.pread(self.descriptor, size, offset) if size > 0 else b""

    def read_into(self, view: memoryview, offset: int) -> int:
        """Fill `view` from `offset` on, and return how many bytes there were."""
        return os.preadv(self.descriptor, [view], offset)

    def state(self) -> tuple[int, ...]:
        """Return what changes when somebody writes to it: inode, size, time of the last change."""
        state = os.fstat(self.descriptor)
        return state.st_ino, state.st_size, state.st_mtime_ns

    def write(self, data: bytes, offset: int) -> None:
        """Write all of `data` at `offset`. Raises OSError."""
        view = memoryview(data)
        while view:
            written = os.pwrite(self.descriptor, view, offset)
            view, offset = view[written:], offset + written

    def close(self) -> None:
        """Close it."""
        self._close()

    def __enter__(self) -> File:
        return self

    def __exit__(self, *failure: object) -> None:
        self.close()


class Folder:
    """A folder of a trace: the trace itself, held by its descriptor, or one below it, opened anew at each use.

    path: for messages. single_links: refuse a file that has another name elsewhere: in a stranger's trace, a hard link
    shows a file of another user.
    """

    def __init__(self, descriptor: int, path: Path, names: tuple[str, ...] = ()) -> None:
        self.path = path
        self.single_links = False
        self._root, self._names = descriptor, names
        self._home = path.parents[len(names) - 1] if names else path
        self._above: Folder | None = None

    @classmethod
    def at(cls, path: str | os.PathLike[str], called: Path | None = None) -> Folder:
        """Open the folder that the user names; links that lead to it are the user's own. Raises OSError.

        called: its name in messages, where it stands for something else.
        """
        descriptor = os.open(path, _FOLDER & ~os.O_NOFOLLOW)
        folder = cls(descriptor, called or Path(path))
        weakref.finalize(folder, os.close, descriptor)
        return folder

    @property
    def descriptor(self) -> int:
        """The descriptor of the trace that this folder is in."""
        return self._root

    def folder(self, name: str) -> Folder:
        """Return the folder called `name` in this one, whether it is there or not. Raises RefusedFileError."""
        below = Folder(self._root, self.path / name, (*self._names, self._checked(name)))
        below.single_links = self.single_links
        below._above = self  # the descriptor lives as long as any of them
        return below

    def names(self) -> list[str]:
        """Return the names of what is in it, in no order; none if it is not there. Raises OSError."""
        try:
            with self._opened() as descriptor:
                return os.listdir(descriptor)
        except FileNotFoundError:
            return []

    def folders(self) -> list[str]:
        """Return the names of the folders in it. Raises RefusedFileError for a symbolic link among them."""
        found = []
        for name in self.names():
            try:
                kind = self.state_of(name).st_mode
            except FileNotFoundError:
                continue  # removed since
            if stat.S_ISLNK(kind):
                raise RefusedFileError(self.path / name, "it is a symbolic link, which a trace must not hold")
            if stat.S_ISDIR(kind):
                found.append(name)
        return found

    def has(self, name: str) -> bool:
        """Return whether there is anything called `name`."""
        try:
            self.state_of(name)
        except FileNotFoundError:
            return False
        return True

    def state(self) -> os.stat_result:
        """Return the facts of the folder itself. Raises OSError."""
        with self._opened() as descriptor:
            return os.fstat(descriptor)

    def state_of(self, name: str) -> os.stat_result:
        """Return the facts of what is called `name`, of the link itself if it is one. Raises OSError."""
        with self._opened() as descriptor:
            return os.stat(self._checked(name), dir_fd=descriptor, follow_symlinks=False)

    def size(self, name: str) -> int:
        """Return how many bytes the file called `name` holds; 0 if it is not there. Raises OSError."""
        try:
            with self.file(name) as file:
                return file.size
        except FileNotFoundError:
            return 0

    def file(self, name: str) -> File:
        """Open the regular file called `name` for reading. Raises OSError, RefusedFileError if it is anything else."""
        return self._open_file(name, os.O_RDONLY)

    def read(self, name: str, most: int) -> bytes:
        """Return the bytes of the file called `name`. Raises OSError, RefusedFileError if it has more than `most`."""
        with self.file(name) as file:
            if file.size > most:
                raise RefusedFileError(file.path, f"it holds {file.size:,} bytes, and may hold {most:,}")
            return file.read(0, most)

    def create(self, name: str, mode: int = 0o600) -> File:
        """Make the file called `name`, which must not be there, and open it for writing. Raises OSError."""
        return self._open_file(name, os.O_RDWR | os.O_CREAT | os.O_EXCL, mode)

    def extend(self, name: str) -> File:
        """Open the file called `name` for writing, or make it. Raises OSError."""
        return self._open_file(name, os.O_RDWR | os.O_CREAT)

    def replace(self, name: str, data: bytes, mode: int = 0o600) -> None:
        """Put `data` into the file called `name` in one step: no reader ever sees half of it. Raises OSError."""
        draft = f".{name}.{os.getpid()}"
        self.remove(draft)
        try:
            with self.create(draft, mode) as file:
                file.write(data, 0)
            self.rename(draft, name)
        finally:
            self.remove(draft)

    def rename(self, old: str, new: str) -> None:
        """Rename `old`, a file or a folder in this folder, to `new`. Raises OSError."""
        with self._opened() as descriptor:
            os.rename(self._checked(old), self._checked(new), src_dir_fd=descriptor, dst_dir_fd=descriptor)

    def make(self, name: str, mode: int = 0o700) -> Folder:
        """Make the folder called `name`, and return it. Raises OSError."""
        with self._opened() as descriptor:
            os.mkdir(self._checked(name), mode, dir_fd=descriptor)
        return self.folder(name)

    def remove(self, name: str) -> None:
        """Remove the file called `name`, or the link itself if it is one; it need not be there. Raises OSError."""
        with self._opened() as descriptor, suppress(FileNotFoundError):
            os.unlink(self._checked(name), dir_fd=descriptor)

    def remove_folder(self, name: str) -> None:
        """Remove the folder called `name` and what is in it; it need not be there. Links are removed, not followed.

        Raises OSError.
        """
        below = self.folder(name)
        for inner in below.names():
            if stat.S_ISDIR(below.state_of(inner).st_mode):
                below.remove_folder(inner)
            else:
                below.remove(inner)
        with self._opened() as descriptor, suppress(FileNotFoundError):
            os.rmdir(name, dir_fd=descriptor)

    def _open_file(self, name: str, flags: int, mode: int = 0o600) -> File:
        path = self.path / name
        with self._opened() as folder, _refusing_links(path):
            descriptor = os.open(self._checked(name), flags | _FILE, mode, dir_fd=folder)
        file = File(descriptor, path)
        self._check(os.fstat(descriptor), path)
        return file

    def _check(self, state: os.stat_result, path: Path) -> None:
        if not stat.S_ISREG(state.st_mode):
            kind = next((word for test, word in _KINDS if test(state.st_mode)), "no file")
            raise RefusedFileError(path, f"it is {kind}, not a regular file")
        if self.single_links and state.st_nlink > 1:
            raise RefusedFileError(path, "it is a hard link, which a stranger's trace must not hold")

    @contextmanager
    def _opened(self) -> Iterator[int]:
        """Yield a descriptor of this folder, reached from that of the trace part by part."""
        descriptor, path = self._root, self._home
        try:
            for name in self._names:
                path = path / name
                with _refusing_links(path):
                    inner = os.open(name, _FOLDER, dir_fd=descriptor)
                if descriptor != self._root:
                    os.close(descriptor)
                descriptor = inner
            yield descriptor
        finally:
            if descriptor != self._root:
                os.close(descriptor)

    def _checked(self, name: str) -> str:
        """Return `name`. Raises RefusedFileError if it is no name of something in this folder."""
        if name in ("", ".", "..") or "/" in name or "\0" in name:
            raise RefusedFileError(self.path, f"{name!r} is no name of a file in it")
        return name


@contextmanager
def _refusing_links(path: Path) -> Iterator[None]:
    """Turn the system's errors for what is no regular file or folder into a RefusedFileError."""
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.EMLINK) or (error.errno == errno.ENOTDIR and path.is_symlink()):
            reason = "it is a symbolic link, which a trace must not hold"
        elif error.errno == errno.ENXIO:
            reason = "it is a pipe, a socket or a device, not a regular file"
        else:
            error.filename = str(path)
            raise
        raise RefusedFileError(path, reason) from None
