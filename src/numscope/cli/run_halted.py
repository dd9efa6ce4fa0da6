"""After a run that `--stop-on` halted: what is known of the operation, and a script that shows it again."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from numscope.cli.apart import DiedError, lines_of_child
from numscope.cli.extras import can_read
from numscope.cli.run_extras import Outcome
from numscope.errors import NumscopeError
from numscope.recording.reporting import tell
from numscope.recording.stop import FILE_NAME, STOPPED


class HaltedRun:
    """Tells of the halt, if there was one, and makes its exit code that of the run."""

    def prepare_parser(self, parser: argparse.ArgumentParser) -> None:
        """There are no flags: what to halt on is an option of the recording."""

    def environment(self, arguments: argparse.Namespace, trace: Path) -> Mapping[str, str]:
        """Nothing more than what the recording itself takes along."""
        return {}

    def launcher(self, arguments: argparse.Namespace, trace: Path) -> Sequence[str]:
        """Nothing: the program starts as it always does."""
        return ()

    def finish(self, arguments: argparse.Namespace, outcome: Outcome) -> int | None:
        """Tell, write the script beside the trace, and return STOPPED; None if the program was not halted."""
        if not (outcome.trace / FILE_NAME).exists():
            return None
        if not can_read():
            tell(f"stopped by --stop-on; where 'numscope[ask]' is installed: numscope halted {outcome.trace}")
            return STOPPED
        if outcome.code != STOPPED:
            tell(f"the program took the halt for something of its own and ended with {outcome.code}")
        try:
            lines_of_child(lambda: _print_stop(outcome.trace))
        except DiedError:
            tell("the operation can't be shown: what reads the trace died")
        return STOPPED


def _print_stop(trace: Path) -> list[str]:
    # What reads traces is heavy: it loads where there is something to tell.
    from numscope.cli.halted import print_stop

    try:
        print_stop(trace)
        sys.stdout.flush()
    except NumscopeError as error:
        tell(f"the operation can't be shown: {error}")
    return []
