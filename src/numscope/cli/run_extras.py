"""What `numscope run` can do besides recording: each extra has its own module and brings its own flags."""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol


@dataclass(frozen=True)
class Outcome:
    """How a recorded program ended. `code` is its exit code, or minus the signal that ended it."""

    trace: Path
    code: int


class RunExtra(Protocol):
    """One extra of `numscope run`."""

    def prepare_parser(self, parser: argparse.ArgumentParser) -> None:
        """Declare the extra's flags."""

    def environment(self, arguments: argparse.Namespace, trace: Path) -> Mapping[str, str]:
        """Return the variables that the program needs for what was asked; none if it was not asked for."""

    def launcher(self, arguments: argparse.Namespace, trace: Path) -> Sequence[str]:
        """Return the words that stand before the interpreter's; none as a rule."""

    def finish(self, arguments: argparse.Namespace, outcome: Outcome) -> int | None:
        """Do what follows the program's end; an exit code returned here stands instead of the program's."""


# "module:Class" each, in the order in which help shows them.
EXTRAS: tuple[str, ...] = (
    "numscope.cli.run_numba:NumbaExtra",
    "numscope.cli.run_inside:InsideExtra",
    "numscope.cli.run_halted:HaltedRun",
    "numscope.cli.run_rules:RulesOfRun",
    "numscope.cli.run_against:AgainstRules",
)


def load_extras() -> list[RunExtra]:
    """Import every extra and make one of each."""
    made = []
    for place in EXTRAS:
        module_name, _, class_name = place.partition(":")
        extra: RunExtra = getattr(importlib.import_module(module_name), class_name)()
        made.append(extra)
    return made
