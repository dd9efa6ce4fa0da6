"""`numscope numba trace`: every assignment inside compiled code."""

from __future__ import annotations

import argparse
import contextlib
import json
import os

from numscope.cli.program_words import add_script


class TraceCommand:
    """Run a program and list every assignment inside its compiled functions: function, line, variable, value.

    Works at full optimisation, in nested compiled calls and in threads, without a debugger. Of an array the sum
    of its elements is kept.
    """

    def prepare_parser(self, parser: argparse.ArgumentParser) -> None:
        """Declare the arguments."""
        parser.add_argument("--vars", default="", metavar="a,b", help="only these variables")
        parser.add_argument("--functions", default="", metavar="f,g", help="only these functions")
        parser.add_argument(
            "--json", action="store_true", help="one JSON document; the program prints to stderr"
        )
        parser.add_argument("--limit", type=int, default=100, help="show the last so many (default 100)")
        parser.add_argument(
            "--ring",
            type=int,
            default=20,
            metavar="BITS",
            help="keep 2**BITS events, 16 bytes each (default 20)",
        )
        add_script(parser)

    def run(self, arguments: argparse.Namespace) -> int:
        """Run the program with probes and print the last events."""
        from numscope.compiled.numba.fresh_cache import fresh_cache
        from numscope.compiled.numba.script import output_to_stderr, run_script, show_traceback
        from numscope.compiled.numba.tracing.probes import Probes
        from numscope.compiled.numba.tracing.ring import Ring
        from numscope.probes.numba.adapter.compiler import require_numba

        require_numba()
        ring = Ring(1 << arguments.ring)
        probes = Probes(ring, _names(arguments.vars), _names(arguments.functions))
        quiet = output_to_stderr() if arguments.json else contextlib.nullcontext()
        with quiet, fresh_cache(), probes:
            outcome = run_script(arguments.script, arguments.arguments)
        if outcome.error is not None:
            show_traceback(outcome.error)
        events = probes.events()[-arguments.limit :]
        if arguments.json:
            document = {
                "seen": ring.seen,
                "events": [{**vars(e.place), "value": repr(e.value), "digest": e.digest} for e in events],
            }
            print(json.dumps(document, indent=2))
            return outcome.exit_code
        if ring.seen > len(events):
            print(f"the last {len(events)} of {ring.seen} assignments:")
        for event in events:
            place = event.place
            name = f"sum of {place.variable}" if event.digest else place.variable
            print(f"{os.path.basename(place.file)}:{place.line} {place.function}: {name} = {event.value!r}")
        return outcome.exit_code


def _names(text: str) -> list[str] | None:
    names = [name.strip() for name in text.split(",") if name.strip()]
    return names or None
