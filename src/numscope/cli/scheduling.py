"""--scheduler of commands whose questions come in pieces: declared here, in force for each trace that is opened."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    # Every command is parsed with this; what reads traces is heavy.
    from numscope.trace import Trace

# Set around the command, and read where traces are opened: no command passes it on.
_ASKED: ContextVar[str | None] = ContextVar("scheduler", default=None)


def add_scheduler_argument(parser: argparse.ArgumentParser) -> None:
    """Declare the option, and that the command runs `scheduling` what it says."""
    parser.set_defaults(scheduling=scheduling)
    parser.add_argument(
        "--scheduler",
        metavar="WHERE",
        help="compute the pieces of the question there: processes, processes:4, or a Dask cluster by its "
        "scheduler's address (tcp://host:8786) or file (scheduler.json)",
    )


@contextmanager
def scheduling(arguments: argparse.Namespace) -> Iterator[None]:
    """Have every trace that is opened inside computed where `arguments` say."""
    token = _ASKED.set(arguments.scheduler)
    try:
        yield
    finally:
        _ASKED.reset(token)


@contextmanager
def scheduled(trace: Trace) -> Iterator[None]:
    """Have `trace` computed where the running command was asked to. Raises UsageError if that can't be."""
    asked = _ASKED.get()
    if asked is None:
        yield
        return
    from numscope.scheduling.connecting import connected

    with connected(asked) as trace.scheduler:
        yield
