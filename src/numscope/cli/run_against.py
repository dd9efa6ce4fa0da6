"""During a run and after it: what broke the rules that `numscope learn` made of healthy runs."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from numscope.cli.run_extras import Outcome
from numscope.recording.findings import FOUND
from numscope.recording.reporting import tell

if TYPE_CHECKING:
    from numscope.cli.look_while_it_runs import LookWhileItRuns


class AgainstRules:
    """Holds the run against learnt rules, if that was asked for."""

    def __init__(self) -> None:
        self.look: LookWhileItRuns | None = None

    def prepare_parser(self, parser: argparse.ArgumentParser) -> None:
        """Declare --against."""
        parser.add_argument(
            "--against",
            metavar="FILE",
            help="name what breaks the rules of FILE, from `numscope learn`, as soon as that is seen and at the end; "
            "exit code 87 if anything did",
        )

    def environment(self, arguments: argparse.Namespace, trace: Path) -> Mapping[str, str]:
        """Read the rules before the program runs: a mistake is said at once."""
        if arguments.against is not None:
            from numscope.analysis.learn import read_rules
            from numscope.cli.look_while_it_runs import LookWhileItRuns

            self.look = LookWhileItRuns(trace, read_rules(Path(arguments.against)))
            self.look.begin()
        return {}

    def launcher(self, arguments: argparse.Namespace, trace: Path) -> Sequence[str]:
        """Nothing: the program starts as it always does."""
        return ()

    def finish(self, arguments: argparse.Namespace, outcome: Outcome) -> int | None:
        """Tell; return FOUND if a rule is broken and the program itself ended well."""
        if self.look is None:
            return None
        self.look.end()
        from numscope.analysis.learn import against
        from numscope.cli.reading import opened
        from numscope.views.learn import against_view

        with opened(str(outcome.trace)) as trace:
            broken = against(trace, self.look.rules)
        if not broken.looked:
            tell(f"{arguments.against} has no rules for this run's layers: nothing was held against them")
            return None
        for line in against_view(broken).plain.splitlines():
            tell(line)
        return FOUND if broken.violations and outcome.code == 0 else None
