"""`numscope lsp`: what an editor starts to show the last recording in the source."""

from __future__ import annotations

import argparse

from numscope.cli.extras import needing


class Lsp:
    """Serve an editor over standard input and output, by the Language Server Protocol.

    From the newest trace in the workspace: what each line gave last, at its end; its calls with their values where the
    pointer rests; findings of the check-up as warnings; the time of slow lines; what changed since the run before.
    Lines edited since show nothing.
    """

    def prepare_parser(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's arguments."""
        parser.add_argument(
            "--stdio", action="store_true", help="accepted from editors that give it: the only way"
        )

    def run(self, arguments: argparse.Namespace) -> int:
        """Serve until the editor says that it ends; return 0."""
        with needing("editor"):
            from numscope.editor.server import make_server
        from numscope.trace.arrow_alone import keep_pandas_out

        keep_pandas_out()
        make_server().start_io()
        return 0
