"""`numscope mcp`: what an assistant starts to record programs and to ask about them."""

from __future__ import annotations

import argparse
from pathlib import Path

from numscope.cli.extras import needing
from numscope.errors import UsageError


class Mcp:
    """Serve an assistant over standard input and output, by the Model Context Protocol.

    Its tools record scripts below ROOT and ask about traces there, and touch nothing else: no shell, no other file.
    """

    def prepare_parser(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's arguments."""
        parser.add_argument(
            "root", metavar="ROOT", nargs="?", default=".", help="the folder to work in (default: here)"
        )

    def run(self, arguments: argparse.Namespace) -> int:
        """Serve until the assistant ends; return 0."""
        root = Path(arguments.root)
        if not root.is_dir():
            raise UsageError(f"{arguments.root} is no folder")
        with needing("agent"):
            from numscope.agents.server import make_server
        from numscope.trace.arrow_alone import keep_pandas_out

        keep_pandas_out()
        make_server(root).run()
        return 0
