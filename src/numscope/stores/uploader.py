"""The process that uploads a trace while it is recorded: `python -m numscope.stores.uploader TRACE URL`.

The recorded process knows nothing of it, and never waits. Its standard input says when to end: at the word `ended` the
command that started it takes over; at a mere end of file that command has died, and the uploader waits for the program
and brings in the rest itself.
"""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from numscope.errors import NumscopeError
from numscope.format.files import Folder
from numscope.format.names import FACTS, PROCESSES
from numscope.format.running import may_run
from numscope.stores.opening import open_store
from numscope.stores.store import StoreError
from numscope.stores.uploading import Upload

ENDED = b"ended\n"
_PERIOD = 0.25
_LONGEST_PAUSE = 60.0
_LOOK_AGAIN = 3.0
_MOST_BYTES = 16 << 20


class Uploader:
    """The running process for the trace in `trace`. Ctrl-C in the terminal does not reach it."""

    def __init__(self, trace: Path, url: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", __name__, str(trace), url],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            start_new_session=True,
        )

    def end(self) -> None:
        """Have it end; returns when it has finished the object that it is sending, or after a while."""
        try:
            self._process.communicate(ENDED, timeout=_LONGEST_PAUSE)
        except subprocess.TimeoutExpired:
            self.kill()

    def kill(self) -> None:
        """Have it end at once."""
        self._process.kill()
        self._process.communicate()


def patiently(action: Callable[[], object], seconds: float) -> None:
    """Repeat `action` while the store can't be reached, with growing pauses, for so many seconds at most.

    Raises its last StoreError.
    """
    begun, pause = time.monotonic(), _PERIOD
    while True:
        try:
            action()
        except StoreError:
            if time.monotonic() - begun + pause > seconds:
                raise
            time.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)
        else:
            return


def follow(upload: Upload, heard: Callable[[float], bytes | None]) -> bool:
    """Upload segments as they are closed until `heard` says more than None; return whether the rest is left to others.

    heard: waits so many seconds at most for a word; None: there was none.
    """
    pause, begun = _PERIOD, False
    while True:
        try:
            if not begun:
                upload.begin()
                begun = True
            upload.closed_segments()
            pause = _PERIOD
        except (StoreError, OSError):  # the store is away, or the program's folder changes: it is asked again
            pause = min(2 * pause, _LONGEST_PAUSE)
        word = heard(pause)
        if word is not None:
            return word == ENDED


def main(trace: str, url: str) -> int:
    """Follow the trace; returns 0 if all that was there is uploaded, or is left to the command that started this."""
    folder = Folder.at(trace)
    try:
        upload = Upload(folder, open_store(url))
        if follow(upload, _heard):
            return 0
        while _is_written(folder):
            time.sleep(_LOOK_AGAIN)
        patiently(upload.whole, float("inf"))
    except NumscopeError as error:
        print(f"numscope: {error}", file=sys.stderr)
        return error.exit_code
    return 0


def _heard(seconds: float) -> bytes | None:
    ready, _, _ = select.select([0], [], [], seconds)
    return os.read(0, 64) if ready else None


def _is_written(trace: Folder) -> bool:
    """Return whether a process that writes the trace is still there."""
    processes = trace.folder(PROCESSES)
    for name in processes.folders():
        with suppress(OSError, ValueError):
            facts = json.loads(processes.folder(name).read(FACTS, _MOST_BYTES))
            if may_run(facts):
                return True
    return False


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
