"""What every command of the command line is."""

from __future__ import annotations

import argparse
from pathlib import Path
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


def writable_folders(arguments: argparse.Namespace) -> list[Path]:
    """Return the folders that a command writes to which calls operations: of testgen's tests, of replay's state."""
    output, state = getattr(arguments, "output", None), getattr(arguments, "state", None)
    return [*([Path(output)] if output else []), *([Path(state).absolute().parent] if state else [])]
