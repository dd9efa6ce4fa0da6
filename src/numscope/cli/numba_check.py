"""`numscope numba check`: is the compiled code right?"""

from __future__ import annotations

import argparse
import contextlib
import json

from numscope.cli.program_words import add_script


class CheckCommand:
    """Run a program and run calls of its compiled functions again as Python, comparing the two.

    Looks for differing results (in ULP, with the first line and variable where they part), integers that wrap,
    indexes outside arrays, races between turns of a prange, arrays read before they are written, and results that
    depend on fastmath. Ends with 1 when something was found.
    """

    def prepare_parser(self, parser: argparse.ArgumentParser) -> None:
        """Declare the arguments."""
        parser.add_argument(
            "--json", action="store_true", help="one JSON document; the program prints to stderr"
        )
        parser.add_argument(
            "--limit", type=int, default=20, help="show at most this many findings (default 20)"
        )
        parser.add_argument(
            "--calls",
            type=int,
            default=3,
            help="check this many calls of each function and signature (default 3)",
        )
        parser.add_argument(
            "--ulp", type=int, default=4, help="floats may differ by this many ULP (default 4)"
        )
        add_script(parser)

    def run(self, arguments: argparse.Namespace) -> int:
        """Run the program under the checker and print what it found."""
        from numscope.compiled.numba.checking.thread_limit import several_threads
        from numscope.compiled.numba.checking.watch import Checker
        from numscope.compiled.numba.script import output_to_stderr, run_script, show_traceback

        quiet = output_to_stderr() if arguments.json else contextlib.nullcontext()
        several_threads()
        with quiet, Checker(arguments.calls, arguments.ulp) as checker:
            outcome = run_script(arguments.script, arguments.arguments)
        if outcome.error is not None:
            show_traceback(outcome.error)
        found = checker.findings[: arguments.limit]
        wrong = [finding for finding in checker.findings if not finding.note]
        if arguments.json:
            document = {
                "findings": [finding.as_json() for finding in found],
                "checked": checker.checked,
                "skipped": checker.skipped,
            }
            print(json.dumps(document, indent=2))
        else:
            for finding in found:
                print(finding)
            for name, why in checker.skipped.items():
                print(f"numscope: `{name}` was not checked: {why}")
            calls = f"{checker.checked} call{'' if checker.checked == 1 else 's'} checked"
            if wrong:
                print(f"numscope: {calls}, {len(wrong)} finding{'' if len(wrong) == 1 else 's'}.")
            else:
                print(f"numscope: {calls}, compiled code and Python agree.")
        return 1 if wrong else outcome.exit_code
