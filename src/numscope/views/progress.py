"""A progress bar on stderr for what takes a while."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

from numscope.views.escapes import print_text

if TYPE_CHECKING:
    from rich.progress import Progress


# Seconds between two lines where no bar can be drawn; what takes less says nothing.
_BETWEEN_LINES = 10.0


@contextmanager
def logged_progress(text: str) -> Iterator[Callable[[int, int], None]]:
    """A callback (done, total) that draws a bar in a terminal, and writes a line now and then into a pipe or file."""
    if sys.stderr.isatty():
        with sealing_progress(text) as update:
            yield update
        return
    last = time.monotonic()

    def log(done: int, total: int) -> None:
        nonlocal last
        if time.monotonic() - last >= _BETWEEN_LINES:
            last = time.monotonic()
            print_text(f"numscope: {text}: {100 * done // max(total, 1)} %", sys.stderr)

    yield log


@contextmanager
def sealing_progress(text: str = "sealing") -> Iterator[Callable[[int, int], None]]:
    """A callback (done, total) that draws a bar; nothing is drawn unless stderr is a terminal."""
    bar: Progress | None = None

    def update(done: int, total: int) -> None:
        nonlocal bar
        if not sys.stderr.isatty():
            return
        if bar is None:
            bar = _bar()
            bar.add_task(text, total=total)
            bar.start()
        bar.update(bar.task_ids[0], completed=done)

    try:
        yield update
    finally:
        if bar is not None:
            bar.stop()


def _bar() -> Progress:
    # Imported where it is drawn: most commands draw none, and it would be a tenth of their start.
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f} %"),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )


Item = TypeVar("Item")


def with_progress(items: Iterable[Item], total: int, text: str) -> Iterator[Item]:
    """The same items, with a bar that shows how many of `total` have been taken."""
    with sealing_progress(text) as update:
        for done, item in enumerate(items, 1):
            yield item
            if done % 64 == 0:
                update(done, max(total, done))
