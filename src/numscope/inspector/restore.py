"""Putting back what a run of the Inspector changed, whatever moment Ctrl-C comes at."""

from __future__ import annotations

from collections.abc import Callable


class Restore:
    """The steps that put back what was changed, the last one first.

    Every step may run twice: Python raises KeyboardInterrupt also while a `finally` block runs. So call a
    Restore twice:

        try:
            try:
                ...
            finally:
                restore()
        finally:
            restore()

    Where an interrupt cuts the first call short, or comes before its first statement, the second goes on.
    """

    def __init__(self) -> None:
        self._steps: list[Callable[[], None]] = []

    def add(self, step: Callable[[], None]) -> None:
        """Have `step` run by the next call. Add it before what it puts back is changed."""
        self._steps.append(step)

    @property
    def pending(self) -> bool:
        """Whether there is anything to put back."""
        return bool(self._steps)

    def __call__(self) -> None:
        """Run the steps. One that fails is left out of the next call."""
        while self._steps:
            try:
                self._steps[-1]()
            except Exception:
                self._steps.pop()
                raise
            self._steps.pop()
