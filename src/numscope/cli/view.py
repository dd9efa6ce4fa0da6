"""`numscope view`: traces in the browser, of any size, several side by side, also while they are recorded."""

from __future__ import annotations

import argparse
import sys
import webbrowser
from pathlib import Path

from numscope.cli.browser import add_open_argument
from numscope.errors import UsageError
from numscope.serving.runs import Runs
from numscope.serving.server import ViewServer
from numscope.trace.manifest import open_folder, read_manifest
from numscope.views.escapes import print_text


class View:
    """Show traces in the browser: any size, several side by side, and live while they are recorded.

    The page is served on this machine's loopback, to readers of the printed address. Ctrl+C ends it.
    """

    def prepare_parser(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's arguments."""
        parser.add_argument("traces", metavar="TRACE", nargs="+", help="a trace directory, NAME.numscope")
        parser.add_argument(
            "--port", type=int, default=0, metavar="N", help="listen here (default: a free port)"
        )
        add_open_argument(parser)

    def run(self, arguments: argparse.Namespace) -> int:
        """Serve until the user ends it; return 0."""
        paths = [Path(name).absolute() for name in arguments.traces]
        for path in paths:
            read_manifest(open_folder(path))
        runs = Runs(paths)
        try:
            server = ViewServer(runs, arguments.port)
        except (OSError, OverflowError) as error:
            raise UsageError(
                f"port {arguments.port} can't be listened on: {error}. Choose another --port."
            ) from None
        try:
            print_text(f"numscope: open {server.address}", sys.stderr)
            sys.stderr.flush()
            if arguments.open:
                webbrowser.open(server.address)
            server.serve_forever()
        except KeyboardInterrupt:
            pass
        finally:
            server.server_close()
            runs.close()
        return 0
