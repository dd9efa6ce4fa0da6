"""After a run with rules: where they held, and an exit code that says so."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path

from numscope.cli.run_extras import Outcome
from numscope.recording.findings import FOUND, tell_findings


class RulesOfRun:
    """Tells where rules held, if any was asked for."""

    def prepare_parser(self, parser: argparse.ArgumentParser) -> None:
        """There are no flags: rules are an option of the recording."""

    def environment(self, arguments: argparse.Namespace, trace: Path) -> Mapping[str, str]:
        """Nothing more than what the recording itself takes along."""
        return {}

    def launcher(self, arguments: argparse.Namespace, trace: Path) -> Sequence[str]:
        """Nothing: the program starts as it always does."""
        return ()

    def finish(self, arguments: argparse.Namespace, outcome: Outcome) -> int | None:
        """Tell; return FOUND if a rule held and the program itself ended well."""
        return FOUND if tell_findings(outcome.trace) and outcome.code == 0 else None
