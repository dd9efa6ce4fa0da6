"""`numscope enable`: let NUMSCOPE=1 record any program of this environment."""

from __future__ import annotations

import argparse

from numscope.startup.switch import Switch, set_position


class Enable:
    """Let NUMSCOPE=1 record any Python program of this environment; with --always, record every one.

    Writes one .pth file into the environment. `numscope disable` removes it.
    """

    def prepare_parser(self, parser: argparse.ArgumentParser) -> None:
        """Declare --always."""
        parser.add_argument(
            "--always", action="store_true", help="record every program that uses NumPy, unless NUMSCOPE=0"
        )

    def run(self, arguments: argparse.Namespace) -> int:
        """Write the file and say what it does."""
        path = set_position(Switch.ALWAYS if arguments.always else Switch.ASKED)
        print(f"wrote {path}")
        if arguments.always:
            print("every program of this environment that uses NumPy is recorded; NUMSCOPE=0 exempts one")
        else:
            print("NUMSCOPE=1 python script.py records a program of this environment")
        return 0
