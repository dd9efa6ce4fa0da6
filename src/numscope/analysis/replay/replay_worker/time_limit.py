"""A limit to how long one call may take."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from ....probes.calling.refusal import CannotReplayError


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise CannotReplayError in the block after so many seconds; in compiled code, when that has returned.

    Only where the system has interval timers, and in the main thread. Compiled code that does not return is ended with
    its interpreter, by who waits for it.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def end(number: int, frame: FrameType | None) -> None:
        raise CannotReplayError(f"it did not end within {seconds:.3g} s")

    before = signal.signal(signal.SIGALRM, end)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
