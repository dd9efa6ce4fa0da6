"""`prepare_debug` and `debug`: dump what torch.compile makes, and stop where breakpoints can be set in it."""

from __future__ import annotations

import contextlib
import os
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numscope.compiled.torch_compile.dump_directory import DumpDirectory
from numscope.errors import NumscopeError, UsageError

if TYPE_CHECKING:
    from numscope.compiled.torch_compile.recorder import Recorder
    from numscope.compiled.torch_compile.records import Record


class TorchMissingError(NumscopeError):
    """PyTorch is not installed, or is a release whose compiler this can't follow."""


class DebugSession:
    """One dump under way: where it goes and what it knows so far."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder

    @property
    def directory(self) -> Path:
        """Where this process's files are written."""
        return self._recorder.directory.path

    @property
    def record(self) -> Record:
        """The functions, compilations, graphs and kernels so far."""
        return self._recorder.record

    def file(self, name: str) -> Path:
        """Return the path for a further file in the dump, which the next dump there will replace."""
        return self._recorder.directory.file(name)

    def write_summary(self) -> None:
        """Write `index.html`, `index.json` and the full codes for what is there so far."""
        self._recorder.finish()


_open_sessions: list[DebugSession] = []
_last_directory: list[Path] = []
_opening = threading.Lock()


@contextlib.contextmanager
def prepare_debug(dump_dir: str | os.PathLike[str], *, caches: bool = False) -> Iterator[DebugSession]:
    """Dump everything that torch.compile makes within the context into `dump_dir`, and run the dumped files.

    On entry torch forgets what it compiled earlier in this process, so that the dump is complete; graph
    caches are off inside. With `caches` they stay as the program has them: the dump says what they did, and lacks
    the steps that a hit skips. On exit every hook is taken out again; functions compiled inside stay compiled.

    Raises UsageError for a directory that can't be written or holds other files, and for a context within
    another; TorchMissingError without a torch whose compiler can be followed.
    """
    adapter = load_torch()
    from numscope.compiled.torch_compile.recorder import Recorder

    if not _opening.acquire(blocking=False):
        raise UsageError("a prepare_debug is open already, and they can't be nested: use the open one")
    try:
        directory = DumpDirectory(dump_dir)
        recorder = Recorder(directory)
        session = DebugSession(recorder)
        adapter.forget_compiled_code()
        try:
            with adapter.Interception(recorder, caches):
                _open_sessions.append(session)
                yield session
        finally:
            _open_sessions.clear()
            _last_directory[:] = [session.directory]
            recorder.finish()
            directory.release()
    finally:
        _opening.release()


@contextlib.contextmanager
def debug() -> Iterator[None]:
    """Stop, so that breakpoints can be set in the dumped files, then run the body with them.

    The stop is `breakpoint()`: pdb in a terminal, the IDE's debugger where one is attached. Works inside of
    `prepare_debug`, and behind it: torch keeps what was compiled there. Raises UsageError before any `prepare_debug`.
    """
    if not _open_sessions and not _last_directory:
        raise UsageError(
            "numscope.compiled.debug() works inside of `with numscope.compiled.prepare_debug(...)`, or behind it: "
            "nothing was compiled yet"
        )
    for session in _open_sessions:
        session.write_summary()
    directory = _open_sessions[-1].directory if _open_sessions else _last_directory[-1]
    print(
        f"numscope: the code that torch.compile made is in {directory}.\n"
        "numscope: set breakpoints in its __transformed_code_* and __compiled_fn_* files "
        "(full_code_for_* say which file is which), then continue.",
        file=sys.stderr,
    )
    breakpoint()
    yield


def load_torch() -> Any:
    """Return the adapter module, which imports torch, if this torch can be followed."""
    try:
        import torch  # noqa: F401
    except ImportError as error:
        raise TorchMissingError("numscope.compiled.prepare_debug needs PyTorch: pip install torch") from error
    from numscope.probes.torch.adapter import compiler as adapter

    adapter.warn_if_unknown()
    moved = adapter.moved_names()
    if moved:
        raise TorchMissingError(
            f"torch {adapter.torch_version()} has moved what numscope compile follows: {', '.join(moved)}"
        )
    return adapter
