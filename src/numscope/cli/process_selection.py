"""--rank, --process, --host, --task of the commands that read traces: in force for each trace that is opened."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from numscope.trace.selection import Selection

# Set once, between parsing and the command, and read where traces are opened: no command passes it on.
_ASKED: ContextVar[Selection | None] = ContextVar("selection", default=None)
_MOST = 1 << 16


def add_process_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the four options, and that the command runs `selecting` what they say."""
    parser.set_defaults(selecting=selecting)
    options = parser.add_argument_group("of a trace with several processes")
    for option, what in (("--rank", "these ranks"), ("--process", "these processes, by number in the trace")):
        options.add_argument(
            option,
            action="extend",
            type=_numbers,
            default=[],
            metavar="N",
            help=f"only {what}: 0, 0,2 or 4-7",
        )
    options.add_argument(
        "--host",
        action="extend",
        type=lambda text: text.split(","),
        default=[],
        metavar="NAME",
        help="only processes of these machines",
    )
    options.add_argument(
        "--task",
        action="append",
        default=[],
        metavar="KEY",
        help="only what this task of a scheduler computed: its key, or a pattern such as 'inc-*'",
    )


@contextmanager
def selecting(arguments: argparse.Namespace) -> Iterator[None]:
    """Have every trace that is opened inside answer for the processes and tasks that `arguments` select."""
    ranks, processes, hosts = (getattr(arguments, name, []) for name in ("rank", "process", "host"))
    tasks = tuple(getattr(arguments, "task", ()))
    token = _ASKED.set(Selection(frozenset(ranks), frozenset(processes), frozenset(hosts), tasks))
    try:
        yield
    finally:
        _ASKED.reset(token)


def selection() -> Selection:
    """Return what the running command was asked to look at."""
    return _ASKED.get() or Selection()


def _numbers(text: str) -> list[int]:
    """The numbers that `0,4-7` names. Raises argparse.ArgumentTypeError if it is no such list."""
    found: list[int] = []
    for part in text.split(","):
        first, dash, last = part.partition("-")
        if not first.isdecimal() or (dash and not last.isdecimal()):
            raise argparse.ArgumentTypeError(f"{text!r} is no list of numbers such as 0,2 or 4-7")
        numbers = range(int(first), int(last or first) + 1)
        if len(numbers) > _MOST or not numbers:
            raise argparse.ArgumentTypeError(f"{part!r} is no range of numbers")
        found += numbers
    return found
