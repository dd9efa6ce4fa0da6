"""`numscope dap`: what an editor starts so that its breakpoints stop in compiled functions."""

from __future__ import annotations

import argparse
import os
import socket
import sys


class Dap:
    """Serve an editor's debugger by the Debug Adapter Protocol: breakpoints stop in functions that Numba compiled.

    Over standard input and output, or to one client of a port of this machine.
    """

    def prepare_parser(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's arguments."""
        parser.add_argument("--port", type=int, help="listen here instead; 0 takes a free port and prints it")

    def run(self, arguments: argparse.Namespace) -> int:
        """Serve one session; return 0."""
        from numscope.compiled.numba.dap.adapter import Adapter
        from numscope.compiled.numba.dap.channel import Channel

        if arguments.port is None:
            # Nothing but messages may reach the editor, whatever prints.
            messages = os.fdopen(os.dup(1), "wb")
            os.dup2(2, 1)
            Adapter(Channel(sys.stdin.buffer, messages)).serve()
            return 0
        with socket.create_server(("127.0.0.1", arguments.port)) as server:
            print(f"numscope: listening on 127.0.0.1:{server.getsockname()[1]}", file=sys.stderr, flush=True)
            connection, _ = server.accept()
        with connection, connection.makefile("rb") as reader, connection.makefile("wb") as writer:
            Adapter(Channel(reader, writer)).serve()
        return 0
