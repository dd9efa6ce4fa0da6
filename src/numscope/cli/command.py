"""What every command of the command line is."""

from __future__ import annotations

import argparse
from typing import Protocol


class Command(Protocol):
    """One command: its help text, its arguments, and what it does.

    The class's docstring is the help text. `run` returns the exit code: 0 done, 1 a difference or a finding
    was asked about and is there. A user's mistake is raised as `NumscopeError`; `main` prints it.
    """

    def prepare_parser(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's arguments."""

    def run(self, arguments: argparse.Namespace) -> int:
        """Do it, and return the exit code."""
