"""The exit status of an interrupted program."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress


@contextmanager
def keeping_interruption() -> Iterator[None]:
    """Let a program that an unhandled KeyboardInterrupt has ended die of SIGINT still, whatever runs inside at its end.

    The interpreter keeps a flag of its own for that (pymain_run_python in Modules/main.c), and any text that is
    executed, as dataclasses and namedtuples do, clears it: run_eval_code_obj in Python/pythonrun.c. What sets it is an
    executed text that raises KeyboardInterrupt.
    """
    interrupted = getattr(sys, "last_type", None) is KeyboardInterrupt
    try:
        yield
    finally:
        if interrupted:
            with suppress(KeyboardInterrupt):
                exec("raise KeyboardInterrupt")
