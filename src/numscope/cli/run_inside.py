"""What `numscope run` does for programs that compile functions or make graphs: a look inside."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path

from numscope.cli.run_extras import Outcome


class InsideExtra:
    """The flag for programs that use JAX or TensorFlow."""

    def prepare_parser(self, parser: argparse.ArgumentParser) -> None:
        """Declare the flag."""
        group = parser.add_argument_group("programs that use JAX or TensorFlow")
        group.add_argument(
            "--inside-jit",
            action="store_true",
            help="record what is computed inside: JAX runs an instrumented copy of each jitted function beside it, "
            "and the program gets the result of its own executable; TensorFlow's graphs, Keras' too, get nodes that "
            "show values, and results may differ in the last digits",
        )

    def environment(self, arguments: argparse.Namespace, trace: Path) -> Mapping[str, str]:
        """Return the variable that the probes read."""
        if not arguments.inside_jit:
            return {}
        from numscope.probes.probe import INSIDE_VARIABLE  # what probes need takes a tenth of a start to load

        return {INSIDE_VARIABLE: "1"}

    def launcher(self, arguments: argparse.Namespace, trace: Path) -> Sequence[str]:
        """Return nothing: the program starts as it is."""
        return ()

    def finish(self, arguments: argparse.Namespace, outcome: Outcome) -> int | None:
        """Do nothing."""
        return None
