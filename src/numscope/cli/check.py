"""`numscope check`: rules asked of a trace."""

from __future__ import annotations

import argparse

from numscope.analysis.check.rule_check import check
from numscope.cli.reading import add_reading_arguments, opened, print_answer
from numscope.errors import UsageError
from numscope.views.check import check_view


class Check:
    """Ask rules of a trace, as `numscope run --rule` asks them while a program runs.

    Exit code 1 if any holds.
    """

    def prepare_parser(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's arguments."""
        add_reading_arguments(parser, limit=50)
        parser.add_argument(
            "--rule",
            action="append",
            default=[],
            metavar="RULE",
            help="such as 'mean > 10' or exploding; by default those that the trace was recorded with",
        )
        parser.add_argument(
            "--rules-in-libraries",
            action="store_true",
            help="rules hold for what libraries call, too, not for what the program's own lines call only",
        )

    def run(self, arguments: argparse.Namespace) -> int:
        """Ask, and return 1 if any rule held."""
        with opened(arguments.trace) as trace:
            policy = trace.manifest.get("policy", {})
            rules = arguments.rule or policy.get("rule") or []
            if not rules:
                raise UsageError("give a --rule: the trace was recorded without any")
            in_libraries = arguments.rules_in_libraries or bool(policy.get("rules_in_libraries"))
            answer = check(trace, rules, in_libraries, arguments.limit)
            print_answer(answer, check_view(answer), arguments.json)
        return 1 if answer.found else 0
