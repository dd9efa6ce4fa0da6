"""A process that calls what a stranger's trace names, and can do little harm.

With trust, operations of a trace from elsewhere are called: in a process of their own, with limits to its memory, its
time and the size of its files, and, where the kernel has Landlock (Linux 5.13), without the right to write anything but
what the user named and a temporary folder, to reach the network (Linux 6.7) and to signal other processes (6.12).
Where the kernel has seccomp, many system calls are refused: see `system_calls`.
"""

from __future__ import annotations

import os
import resource
import signal
import struct
import sys
import tempfile
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from numscope.errors import NumscopeError, UsageError

if TYPE_CHECKING:
    import ctypes

_ACTIVE = "NUMSCOPE_CONFINED"
_SECONDS = 600
_FILE_BYTES = 4 << 30
_LEAST_MEMORY = 8 << 30
# Of linux/landlock.h: everything that writes, makes, removes, renames or truncates.
_WRITING_BY_VERSION = {1: 0x1FF2, 2: 0x3FF2, 3: 0x7FF2}
_CONNECTING = 0x3
_SCOPES = 0x3  # abstract sockets, and signals, of processes outside
_CREATE, _ADD_RULE, _RESTRICT = 444, 445, 446
_PATH_BENEATH = 1
_NO_NEW_PRIVILEGES = 38


_confined = threading.Event()


def is_confined() -> bool:
    """Return whether this process has confined itself."""
    return _confined.is_set()


@contextmanager
def confined_environment(writable: Iterable[Path]) -> Iterator[dict[str, str]]:
    """Yield the environment in which a process confines itself by `confine_if_asked`.

    writable: folders, made if they are not there. Raises UsageError if one can't be made.
    """
    with tempfile.TemporaryDirectory(prefix="numscope-confined-") as scratch:
        folders = [Path(scratch).absolute()]
        for folder in writable:
            try:
                folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise UsageError(f"{folder} can't be written: {error.strerror or error}.") from None
            folders.append(folder.absolute())
        yield {
            **os.environ,
            **dict.fromkeys(("TMPDIR", "XDG_CACHE_HOME"), scratch),
            _ACTIVE: os.pathsep.join(map(str, folders)),
        }


def require_ended_by_itself(code: int) -> None:
    """Raise NumscopeError if a signal ended the confined process that returned `code`."""
    if code < 0:
        raise NumscopeError(
            f"calling the operations of this trace was ended ({signal.Signals(-code).name}): it needed more than "
            f"{_SECONDS} s or too much memory, or it crashed."
        )


def confine_if_asked() -> None:
    """Confine this process if it was started in a `confined_environment`."""
    folders = os.environ.get(_ACTIVE)
    if folders is None:
        return
    memory = max(_LEAST_MEMORY, os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    for kind, most in (
        (resource.RLIMIT_AS, memory),
        (resource.RLIMIT_CPU, _SECONDS),
        (resource.RLIMIT_FSIZE, _FILE_BYTES),
        (resource.RLIMIT_CORE, 0),
    ):
        hard = resource.getrlimit(kind)[1]
        lowest = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(kind, (lowest, lowest))
    if sys.platform == "linux":
        from numscope.trace.system_calls import (
            refuse_system_calls,
        )  # loads ctypes, which only this process needs

        _restrict_writing([*folders.split(os.pathsep), "/dev/null"])
        refuse_system_calls()
    _confined.set()


def _restrict_writing(folders: list[str]) -> bool:
    """Take from this process and its children the right to write outside of `folders`; return whether that is done."""
    import ctypes  # only here: all that opens a trace imports this module

    library = ctypes.CDLL(None, use_errno=True)
    library.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    version = library.syscall(_CREATE, None, ctypes.c_size_t(0), 1)
    if version < 1:
        return False  # an older kernel: the limits hold, and what the system allows this user
    writing = _WRITING_BY_VERSION[min(version, max(_WRITING_BY_VERSION))]
    known = 24 if version >= 6 else 16 if version >= 4 else 8  # bytes of the structure that this kernel has
    attributes = struct.pack("<QQQ", writing, _CONNECTING, _SCOPES)[:known]
    rules = library.syscall(_CREATE, attributes, ctypes.c_size_t(len(attributes)), 0)
    if rules < 0:
        return False
    try:
        for folder in folders:
            _allow(library, rules, folder, writing)
        return bool(library.syscall(_RESTRICT, rules, 0) == 0)
    finally:
        os.close(rules)


def _allow(library: ctypes.CDLL, rules: int, folder: str, writing: int) -> None:
    descriptor = os.open(folder, os.O_PATH | os.O_CLOEXEC)
    try:
        # Of a file there is only writing and truncating.
        of_file = writing & 0x4002
        rule = struct.pack("<Qi", writing if os.path.isdir(folder) else of_file, descriptor)
        library.syscall(_ADD_RULE, rules, _PATH_BENEATH, rule, 0)
    finally:
        os.close(descriptor)
