"""Recording a part of a program from its own code, and pausing it."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from numscope.errors import UsageError
from numscope.recording import environment
from numscope.recording.policy import options
from numscope.recording.session import RECORDER, Session
from numscope.recording.shard import create_trace, remove_trace
from numscope.recording.sources import resolve
from numscope.recording.summary import tell_misfortunes

if TYPE_CHECKING:
    from typing import Self

    from numscope._core import Counters


class RecordedBlock:
    """A block of code that is recorded into the trace at `path`."""

    def __init__(self, path: str | os.PathLike[str], **given: Any) -> None:
        names = [option.name for option in options() if option.name != "output"]
        given = {"callers" if name == "from_" else name: value for name, value in given.items()}
        for name in given:
            if name not in names:
                raise UsageError(f"record() has no option '{name}'; there are: {', '.join(names)}")
        self.path = Path(path).absolute()
        self.counters: Counters | None = None
        self._policy = resolve({**given, "output": str(path)}, os.environ, Path.cwd())
        self._environ: dict[str, str | None] = {}

    def __enter__(self) -> Self:
        """Begin. Raises UsageError if this process is being recorded already, or the trace exists."""
        if RECORDER.session is not None:
            raise UsageError(f"this process is already being recorded into {RECORDER.session.trace}")
        if self.counters is not None:
            raise UsageError(f"{self.path} is recorded already: a second block needs a record() of its own")
        import numpy  # noqa: F401 - a block that imports it itself would begin unwatched

        create_trace(self.path, self._policy, getattr(sys, "orig_argv", sys.argv))
        session = Session(self.path, self._policy, root_pid=0)
        try:
            RECORDER.start(session, "attached")
            settings = environment.settings(session, os.environ)
            self._environ = {name: os.environ.get(name) for name in settings}
            os.environ.update(settings)  # so that processes started in the block take part
        except BaseException:
            self._end()
            remove_trace(self.path)
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """End; an exception in the block goes on its way."""
        try:
            self._end()
        finally:
            self._end()  # Ctrl-C may have cut the first short
        if self.counters is not None:
            tell_misfortunes({self.counters["stop_reason"]}, self.counters["values_over_budget"])
        if self._policy.rule:
            from numscope.recording.findings import tell_findings

            tell_findings(self.path)

    def _end(self) -> None:
        """Leave the process as it was; a second call goes on where the first was interrupted."""
        for name, value in self._environ.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
        self.counters = RECORDER.stop() or self.counters
        RECORDER.take_hooks_away()

    def __repr__(self) -> str:
        """The path and what is going on."""
        state = (
            "not begun or still recording"
            if self.counters is None
            else f"{self.counters['operations']} operations"
        )
        return f"<numscope recording {self.path}: {state}>"


def step() -> None:
    """Say that a step of the program has ended, such as a batch or a request: `--ring 50` keeps the last 50.

    Does nothing if nothing is being recorded.
    """
    RECORDER.step()


def mark(text: object) -> None:
    """Name this moment, such as "epoch 3": timelines show a slice from here to the next mark. 64 bytes are kept.

    Does nothing if nothing is being recorded.
    """
    RECORDER.mark(text)


def keep(why: str = "the program asked for it") -> None:
    """Keep the newest segments of the recording for good, the first time.

    Does nothing if the recording drops none.
    """
    if RECORDER.kept is not None:
        RECORDER.kept.keep(why)


def pause() -> None:
    """Let operations pass unrecorded until `resume`; does nothing if nothing is being recorded."""
    if RECORDER.session is not None:
        RECORDER.hold("HELD_BY_PROGRAM", True)


def resume() -> None:
    """Record again after `pause`; does nothing if nothing is being recorded."""
    if RECORDER.session is not None:
        RECORDER.hold("HELD_BY_PROGRAM", False)
