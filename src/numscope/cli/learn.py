"""`numscope learn`: rules from runs that went well."""

from __future__ import annotations

import argparse
from contextlib import ExitStack
from pathlib import Path

from numscope.analysis.learn import learn, write_rules
from numscope.cli.reading import opened, print_answer
from numscope.views.learn import rules_view


class LearnCommand:
    """Learn from runs that went well what always holds in them: parameters that each step changes, weights that stay
    tied, modes, types and shapes of what layers return, the size of gradients. `check-up T --against FILE` names the
    first of these rules that another run breaks.
    """

    def prepare_parser(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's arguments."""
        parser.add_argument("traces", metavar="TRACE", nargs="+", help="traces of healthy runs of one model")
        parser.add_argument(
            "-o", "--output", metavar="FILE", default="healthy.rules", help="default: healthy.rules"
        )
        parser.add_argument("--json", action="store_true", help="print one JSON document")

    def run(self, arguments: argparse.Namespace) -> int:
        """Learn, and write the file."""
        with ExitStack() as stack:
            traces = [(name, stack.enter_context(opened(name))) for name in arguments.traces]
            rules = learn(traces)
        write_rules(rules, Path(arguments.output))
        print_answer(rules, rules_view(rules, arguments.output), arguments.json)
        return 0
