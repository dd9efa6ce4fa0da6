"""What `numscope run` does for programs that use JAX: a look inside jitted functions."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path

from numscope.cli.run_extras import Outcome
from numscope.probes.jax.versions import INSIDE_VARIABLE


class JaxExtra:
    """The flag for programs that use JAX."""

    def prepare_parser(self, parser: argparse.ArgumentParser) -> None:
        """Declare the flag."""
        group = parser.add_argument_group("programs that use JAX")
        group.add_argument(
            "--inside-jit",
            action="store_true",
            help="run an instrumented copy of each jitted function beside it and record what each equation gave; "
            "the program gets the result of its own executable",
        )

    def environment(self, arguments: argparse.Namespace, trace: Path) -> Mapping[str, str]:
        """Return the variable that JAX's probe reads."""
        return {INSIDE_VARIABLE: "1"} if arguments.inside_jit else {}

    def launcher(self, arguments: argparse.Namespace, trace: Path) -> Sequence[str]:
        """Return nothing: the program starts as it is."""
        return ()

    def finish(self, arguments: argparse.Namespace, outcome: Outcome) -> int | None:
        """Do nothing."""
        return None
