"""The loop of a worker: chunks come in on stdin, answers go out on stdout."""

from __future__ import annotations

import os
import sys

import numpy as np

from .execution import ReplayWorker
from .wire import receive, send


def main() -> None:
    """Tell who we are, take the setup, then answer chunk after chunk until stdin ends."""
    # Whatever prints must not come between the messages.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    questions = sys.stdin.buffer
    send(answers, {"numpy": np.__version__, "python": sys.version.partition(" ")[0]}, {})
    first = receive(questions)
    if first is None:
        return
    worker = ReplayWorker(first[0])
    while True:
        message = receive(questions)
        if message is None:
            # There is nothing to be put away, and taking NumPy apart takes a tenth of what starting it took.
            os._exit(0)
        send(answers, *worker.perform(*message))
