"""Keeping the segments of a rotated recording for good when something happens (--keep-on, --rule, `numscope.keep`)."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterable
from time import time_ns  # by name: programs under test replace time.time_ns
from types import FrameType
from typing import Any

from numscope.recording.core import load_core
from numscope.recording.reporting import harmless, tell

# They would end a program that has no handler; asked for, they are how a person says "keep this".
_MEANT_FOR_THIS = {signal.SIGUSR1, signal.SIGUSR2}


class KeptSegments:
    """What this process keeps beside its newest segments. The first reason decides: so the disk stays bounded."""

    def __init__(self, rotates: bool) -> None:
        self._open = rotates
        self.facts: dict[str, Any] = {}

    @property
    def decided(self) -> bool:
        """Whether nothing more is going to be kept: something is already, or nothing is ever dropped."""
        return not self._open

    def keep(self, why: str) -> None:
        """Keep the segments that are there, the one that is written included; does nothing the second time."""
        if self.decided:
            return
        self._open = False
        load_core().pin()
        self.facts = {"why": why, "at_ns": time_ns()}
        tell(f"kept what led to this: {why}")


class KeepingSignals:
    """Signals at which the segments are kept; what the process did before at the signal follows."""

    def __init__(self, names: Iterable[str], kept: KeptSegments) -> None:
        self._kept = kept
        self._before: dict[int, Any] = {}
        if threading.current_thread() is threading.main_thread():  # others may not install handlers
            for name in names:
                number = signal.Signals[name]
                self._before[number] = signal.signal(number, self._hear)

    def close(self) -> None:
        """Put the handlers back that stood there before, where ours still stand."""
        if threading.current_thread() is not threading.main_thread():
            return
        for number, before in self._before.items():
            if signal.getsignal(number) == self._hear and before is not None:
                signal.signal(number, before)

    def _hear(self, number: int, frame: FrameType | None) -> None:
        with harmless("keeping segments at a signal"):
            self._kept.keep(f"the process got {signal.Signals(number).name}")
        before = self._before[number]
        if callable(before):
            before(number, frame)
        elif before == signal.SIG_DFL and number not in _MEANT_FOR_THIS:
            signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)
