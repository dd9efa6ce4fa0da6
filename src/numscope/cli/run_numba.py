"""What `numscope run` does for programs that use Numba: explanations, crash reports, settings, CUDA checks."""

from __future__ import annotations

import argparse
import os
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from importlib import metadata
from pathlib import Path

from numscope.cli.run_extras import Outcome
from numscope.errors import NumscopeError, UsageError
from numscope.recording.guest import tell

OLDEST = (0, 60)
FATAL = (-4, -6, -7, -8, -11)


class NumbaExtra:
    """Flags for programs that use Numba. Without flags: Numba's errors are explained, and so is a crash."""

    def __init__(self) -> None:
        self._folder: str | None = None

    def prepare_parser(self, parser: argparse.ArgumentParser) -> None:
        """Declare the flags."""
        group = parser.add_argument_group("programs that use Numba")
        group.add_argument(
            "--no-jit", action="store_true", help="let Numba compile nothing: its functions run as plain Python"
        )
        group.add_argument(
            "--crash-report",
            action="store_true",
            help="if the program dies of a signal, run it again under gdb and tell line, locals and wrong index",
        )
        group.add_argument(
            "--cudasim",
            action="store_true",
            help="run CUDA kernels on the CPU and report wrong indexes, races and missed barriers",
        )
        group.add_argument(
            "--cuda-debug", action="store_true", help="compile CUDA kernels as cuda.jit(debug=True) does"
        )
        group.add_argument(
            "--sanitize",
            nargs="?",
            const="memcheck",
            metavar="TOOL",
            choices=_tools(),
            type=_tool,
            action=_MaybeTool,
            help="run under NVIDIA's compute-sanitizer: memcheck (default), racecheck, synccheck or initcheck",
        )

    def environment(self, arguments: argparse.Namespace, trace: Path) -> Mapping[str, str]:
        """The variables that Numba and our part of the program's process read."""
        return {}

    def launcher(self, arguments: argparse.Namespace) -> Sequence[str]:
        """The words that stand before the interpreter."""
        return ()

    def finish(self, arguments: argparse.Namespace, outcome: Outcome) -> int | None:
        """Tell what was found, and how the program died."""
        return None
