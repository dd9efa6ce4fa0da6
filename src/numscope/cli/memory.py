"""`numscope memory`: what torch's tensors take, when that is most, and why they are there."""

from __future__ import annotations

import argparse

from numscope.analysis.memory.memory import memory_use
from numscope.cli.reading import add_reading_arguments, opened, print_answer
from numscope.views.memory import memory_view


class Memory:
    """Show the peak of a PyTorch program's memory: kinds of tensors, layers, the largest ones and why they live.

    On the CPU, from what torch's allocator gave and took back. What grows with each call of the model comes first,
    with the line whose result is kept; then the exit code is 1. Last comes what would make the peak smaller.
    """

    def prepare_parser(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's arguments."""
        add_reading_arguments(parser, limit=10)

    def run(self, arguments: argparse.Namespace) -> int:
        """Find the peak and print it."""
        with opened(arguments.trace) as trace:
            use = memory_use(trace)
            print_answer(use, memory_view(use, arguments.limit), arguments.json)
        return 1 if use.kept else 0
