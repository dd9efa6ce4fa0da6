"""A progress bar on stderr for what takes a while."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn


@contextmanager
def sealing_progress(text: str = "sealing") -> Iterator[Callable[[int, int], None]]:
    """A callback (done, total) that draws a bar; nothing is drawn unless stderr is a terminal."""
    console = Console(stderr=True)
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f} %"),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
    task = None

    def update(done: int, total: int) -> None:
        nonlocal task
        if task is None:
            bar.start()
            task = bar.add_task(text, total=total)
        bar.update(task, completed=done)

    try:
        yield update
    finally:
        bar.stop()


Item = TypeVar("Item")


def with_progress(items: Iterable[Item], total: int, text: str) -> Iterator[Item]:
    """The same items, with a bar that shows how many of `total` have been taken."""
    with sealing_progress(text) as update:
        for done, item in enumerate(items, 1):
            yield item
            if done % 64 == 0:
                update(done, max(total, done))
