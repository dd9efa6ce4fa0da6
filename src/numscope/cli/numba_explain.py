"""`numscope numba explain`: why it does not compile."""

from __future__ import annotations

import argparse
import contextlib
import json

from numscope.cli.program_words import add_script


class ExplainCommand:
    """Run a program and say in plain words what Numba could not compile in it, and what to change.

    The program runs unchanged. Ends with 1 when something was found, else with the program's own exit code.
    """

    def prepare_parser(self, parser: argparse.ArgumentParser) -> None:
        """Declare the arguments."""
        parser.add_argument(
            "--json", action="store_true", help="one JSON document; the program prints to stderr"
        )
        parser.add_argument("--limit", type=int, default=20, help="explain at most this many (default 20)")
        parser.add_argument(
            "--budget",
            type=float,
            default=30.0,
            metavar="SECONDS",
            help="processor time for the changes tried per failure; each takes 0.3 to 2 s to compile (default 30)",
        )
        parser.add_argument(
            "--no-try", action="store_true", help="compile no changes: show the rules' advice, untried"
        )
        add_script(parser)

    def run(self, arguments: argparse.Namespace) -> int:
        """Run the program under the observer and print what it saw."""
        from numscope.compiled.numba.explaining.observer import Observer
        from numscope.compiled.numba.explaining.questions import explain_failure, failure_of_decorator
        from numscope.compiled.numba.script import output_to_stderr, run_script, show_traceback
        from numscope.user_code import is_user_file

        quiet = output_to_stderr() if arguments.json else contextlib.nullcontext()
        with quiet, Observer() as observer:
            outcome = run_script(arguments.script, arguments.arguments)
        seen = outcome.error is None or observer.failure_of(outcome.error) is not None
        decorating = None if seen else failure_of_decorator(outcome.error)
        failures = [*([decorating] if decorating else []), *observer.failures, *observer.warnings][
            : arguments.limit
        ]
        trying_s = 0.0 if arguments.no_try else arguments.budget
        explained = [explain_failure(failure, trying_s) for failure in failures]
        # What two warnings of one loop say is said once, and a warning about Numba's own code is not for the user.
        keyed = [
            ((one.file, one.sentence, None if isinstance(failure.error, Warning) else one.line), one)
            for failure, one in zip(failures, explained, strict=True)
            if not isinstance(failure.error, Warning) or is_user_file(one.file)
        ]
        found = list(dict(reversed(keyed)).values())[::-1]
        if outcome.error is not None and not seen:
            show_traceback(outcome.error)
        if arguments.json:
            print(json.dumps({"explanations": [explanation.as_json() for explanation in found]}, indent=2))
        else:
            for explanation in found:
                print(explanation, end="\n\n")
            if not found and outcome.error is None:
                print("numscope: every Numba function that was called compiled.")
        return 1 if found else outcome.exit_code
