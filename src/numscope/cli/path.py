"""`numscope path`: the folder to put into PYTHONPATH."""

from __future__ import annotations

import argparse

from numscope.recording.environment import STARTUP_FOLDER


class Path:
    """Print the folder that, put into PYTHONPATH, records a program from its start.

    PYTHONPATH="$(numscope path)" python script.py
    """

    def prepare_parser(self, parser: argparse.ArgumentParser) -> None:
        """Declare nothing: there is nothing to choose."""

    def run(self, arguments: argparse.Namespace) -> int:
        """Print it."""
        print(STARTUP_FOLDER)
        return 0
