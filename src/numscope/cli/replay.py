"""`numscope replay`: recorded operations run again, and what came out otherwise."""

from __future__ import annotations

import argparse
import importlib.util
from pathlib import Path
from typing import Any

import numpy as np

from numscope.analysis.concepts.array_difference import Tolerance
from numscope.analysis.replay.replay import Target, replay
from numscope.cli.reading import (
    add_reading_arguments,
    add_trust_argument,
    count,
    opened,
    print_answer,
    program_file,
)
from numscope.cli.scheduling import add_scheduler_argument
from numscope.errors import UsageError
from numscope.views.progress import sealing_progress
from numscope.views.replay import replay_view

_VALUES_FOR = "operations are replayed whose inputs are there"

BACKENDS = ("torch", "jax", "cupy")


class Replay:
    """Run recorded operations again on their recorded inputs, and compare what comes out, bit for bit.

    Here, in another environment, in another library, or on other inputs. Exit code 1 if anything differs.
    """

    def prepare_parser(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's arguments."""
        add_reading_arguments(parser, limit=10)
        add_scheduler_argument(parser)
        add_trust_argument(parser)
        parser.add_argument("id", nargs="?", type=count, metavar="ID", help="one operation (default: all)")
        parser.add_argument("--all", action="store_true", help="all operations: the default without ID")
        parser.add_argument(
            "--inner", action="store_true", help="also operations that ran inside others, by themselves"
        )
        parser.add_argument(
            "--python", metavar="PATH", help="the interpreter of another environment; it needs NumPy only"
        )
        parser.add_argument(
            "--backend", choices=BACKENDS, help="another array library, through the array API standard"
        )
        parser.add_argument(
            "--dtype", metavar="TYPE", help="every floating-point array as this type: float64"
        )
        parser.add_argument(
            "--replace",
            action="append",
            default=[],
            metavar="INPUT=FILE",
            help="a .npy file in the place of an input of ID, by its number from 0 or its keyword",
        )
        parser.add_argument(
            "--program",
            action="append",
            default=[],
            type=program_file,
            metavar="FILE",
            help="call the functions Numba compiles in this file too; may be given again",
        )
        parser.add_argument("--rtol", type=float, metavar="X", help="relative tolerance (default: by dtype)")
        parser.add_argument(
            "--atol", type=float, default=0.0, metavar="X", help="absolute tolerance (default 0)"
        )
        parser.add_argument("--jobs", type=count, metavar="N", help="processes (default: one a core)")
        parser.add_argument(
            "--state",
            type=Path,
            metavar="FILE",
            help="note what is done; with it, a replay cut short goes on",
        )

    def run(self, arguments: argparse.Namespace) -> int:
        """Replay, and return 1 if anything differs."""
        if arguments.id is not None and arguments.all:
            raise UsageError("give ID or --all, not both.")
        if arguments.replace and arguments.id is None:
            raise UsageError("--replace needs ID: the operation whose input is replaced.")
        if arguments.backend is not None:
            _require_backend(arguments.backend)
        if arguments.backend and (arguments.python or arguments.dtype):
            raise UsageError("--backend can't be combined with --python or --dtype.")
        if arguments.dtype is not None:
            _require_floating_point(arguments.dtype)
        replacements = dict(_replacement(text) for text in arguments.replace)
        target = Target(
            arguments.python,
            arguments.backend,
            arguments.dtype,
            replacements,
            arguments.inner,
            tuple(arguments.program),
        )
        ids = None if arguments.id is None else (arguments.id,)
        tolerance = Tolerance(arguments.rtol, arguments.atol)
        with (
            opened(arguments.trace, arguments.trust, _VALUES_FOR) as trace,
            sealing_progress("replaying") as progress,
        ):
            answer = replay(
                trace, ids, target, tolerance, arguments.limit, arguments.jobs, arguments.state, progress
            )
        print_answer(answer, replay_view(answer), arguments.json)
        return 1 if answer.found else 0


def _require_backend(name: str) -> None:
    if importlib.util.find_spec(name) is None:
        raise UsageError(f"{name} is not installed in this environment: pip install {name}.")
    if name == "torch" and importlib.util.find_spec("array_api_compat") is None:
        raise UsageError("replaying in torch needs array-api-compat: pip install array-api-compat.")


def _require_floating_point(name: str) -> None:
    try:
        known = np.dtype(name).kind == "f"
    except TypeError:
        known = False
    if not known:
        raise UsageError(
            f"--dtype {name!r} is no floating-point type; there are float16, float32, float64, longdouble."
        )


def _replacement(text: str) -> tuple[str, Any]:
    name, equals, path = text.partition("=")
    if not equals or not name or not path:
        raise UsageError(f"--replace {text!r} is not INPUT=FILE.")
    try:
        array = np.load(path, allow_pickle=False)
    except (OSError, ValueError) as error:
        raise UsageError(f"--replace: {path} can't be read as .npy: {error}") from None
    if not isinstance(array, np.ndarray):
        raise UsageError(f"--replace: {path} holds several arrays, not one.")
    return name, array
