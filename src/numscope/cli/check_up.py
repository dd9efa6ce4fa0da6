"""`numscope check-up`: what is wrong with a run."""

from __future__ import annotations

import argparse
import json
import os
from dataclasses import replace
from pathlib import Path

from numscope.analysis.check_up import CheckUp, check_up
from numscope.analysis.learn import against, read_rules
from numscope.cli.reading import add_reading_arguments, opened, print_answer
from numscope.cli.scheduling import add_scheduler_argument
from numscope.errors import UsageError
from numscope.stores.store import is_url
from numscope.views.check_up import check_up_view
from numscope.views.learn import against_view
from numscope.views.sarif import sarif

_ALL = 1000
_VALUES_FOR = "kinds that read values look at those that are there, others need statistics only"


class CheckUpCommand:
    """Say what is wrong with a run, on one screen: each finding with its line, its numbers and what to do.

    NaN and infinities, integers that went round, shapes that broadcasting blew up, arrays that share memory by
    mistake, growth, lost digits, and more. A trace as the only word asks the same: `numscope run.numscope`.
    Exit code 1 if anything is found.
    """

    def prepare_parser(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's arguments."""
        add_reading_arguments(parser, limit=20)
        add_scheduler_argument(parser)
        parser.add_argument(
            "--all", action="store_true", help="show every finding, however many lines that takes"
        )

        parser.add_argument(
            "--sarif", metavar="FILE", help="write all findings as SARIF 2.1.0, for code hosts and editors"
        )
        parser.add_argument(
            "--against", metavar="FILE", help="name what breaks the rules of FILE, from `numscope learn`"
        )

    def run(self, arguments: argparse.Namespace) -> int:
        """Look, and return 1 if anything is found."""
        with opened(arguments.trace, values_for=_VALUES_FOR) as trace:
            if arguments.against is not None:
                broken = against(trace, read_rules(Path(arguments.against)))
                if not broken.looked:
                    raise UsageError(
                        f"{arguments.trace} has none of the layers that {arguments.against} has rules for: "
                        "give rules that `numscope learn` made of runs of this model."
                    )
                print_answer(broken, against_view(broken), arguments.json)
                return 1 if broken.violations else 0
            result = check_up(trace, _ALL if arguments.sarif else arguments.limit)
            if arguments.sarif:
                _write_sarif(result, Path(arguments.sarif))
                result = replace(result, findings=result.findings[: arguments.limit])
            shown = arguments.trace if is_url(arguments.trace) else os.path.relpath(arguments.trace)
            view = check_up_view(result, min(shown, arguments.trace, key=len), whole=arguments.all)
            print_answer(result, view, arguments.json)
        return 1 if result.found else 0


def _write_sarif(result: CheckUp, file: Path) -> None:
    log = sarif(result.findings, result.looked, Path.cwd())
    try:
        file.write_text(json.dumps(log, indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{file} can't be written: {error.strerror or error}.") from None
