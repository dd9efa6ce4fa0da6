"""`numscope decompile`: bytecode back to source."""

from __future__ import annotations

import argparse
import json
import sys

from numscope.compiled.decompile import Decompilation, Verdict, decompile, decompile_verified
from numscope.compiled.decompile.sources import find


class DecompileCommand:
    """Turn bytecode back into source.

    The text is compiled again and compared with the bytecode, unless --no-verify is given. Exit code 1 says that the
    source behaves the same by construction but compiles to bytecode of another shape.
    """

    def prepare_parser(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's arguments."""
        parser.add_argument(
            "target", help="module:function (also module:Class.method), a .pyc file or a .py file"
        )
        parser.add_argument(
            "--no-verify", action="store_true", help="do not compile the text again and compare"
        )
        parser.add_argument("--json", action="store_true", help="print one JSON document")
        parser.add_argument(
            "--limit", type=int, metavar="LINES", help="print at most this many lines of source"
        )

    def run(self, arguments: argparse.Namespace) -> int:
        """Decompile, print, and say how far the text was verified."""
        subject = find(arguments.target)
        verified: Decompilation | None = None
        if arguments.no_verify:
            source = decompile(subject)
        else:
            verified = decompile_verified(subject)
            source = verified.source
        lines = source.splitlines()
        shown = lines if arguments.limit is None else lines[: max(0, arguments.limit)]
        if arguments.json:
            verdict = verified.verdict.value if verified else None
            document = {
                "target": arguments.target,
                "source": "\n".join(shown),
                "lines": len(lines),
                "verdict": verdict,
                "difference": verified.difference if verified else None,
            }
            print(json.dumps(document))
        else:
            print("\n".join(shown))
            if len(shown) < len(lines):
                print(f"... {len(lines) - len(shown)} more lines", file=sys.stderr)
        if verified is not None and verified.verdict is Verdict.BEHAVIOUR:
            print(f"numscope: behaviour is assured, shape is not: {verified.difference}", file=sys.stderr)
            return 1
        return 0
