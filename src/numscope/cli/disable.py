"""`numscope disable`: let this environment's programs start as if numscope were not installed."""

from __future__ import annotations

import argparse

from numscope.startup.switch import Switch, set_position


class Disable:
    """Let this environment's programs start as if numscope were not installed: NUMSCOPE is not looked at.

    `numscope run` and PYTHONPATH="$(numscope path)" go on working: they ask by themselves.
    """

    def prepare_parser(self, parser: argparse.ArgumentParser) -> None:
        """Declare nothing: there is nothing to choose."""

    def run(self, arguments: argparse.Namespace) -> int:
        """Remove the file."""
        path = set_position(Switch.OFF)
        print(f"{path} is gone: NUMSCOPE is not looked at in this environment any more")
        return 0
