"""`numscope inspect`: what flows through the layers of a program's PyTorch models."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from rich.console import Group, RenderableType

from numscope.cli.program_words import add_program_arguments, check_program
from numscope.cli.reading import count, print_answer
from numscope.cli.run_end import seal_and_report
from numscope.inspector.exceptions import InspectionError, LayerNotFoundError
from numscope.inspector.finding import Diagnosis, Finding
from numscope.inspector.kinds import parse_kinds
from numscope.inspector.order import Order
from numscope.inspector.requirement import require_torch
from numscope.inspector.startup import settings
from numscope.inspector.summary import Summary
from numscope.probes.torch.watch import BACKEND_VARIABLE
from numscope.recording import environment
from numscope.recording.launch import end_like, run_program
from numscope.recording.policy import Policy
from numscope.recording.session import Session
from numscope.recording.shard import create_trace

_DEFAULT_KINDS = "activations,gradients"


class Inspect:
    """Run a program and show what flows through the layers of its PyTorch models, by statistics.

    The program is a script, `-m module` or `-c code`, and is not changed. Our options stand before or after it;
    what follows `--` is the program's alone. The exit code is the program's; with --diagnose 1 if that is 0 and
    something was found.
    """

    def prepare_parser(self, parser: argparse.ArgumentParser) -> None:
        """Declare the options and the program."""
        parser.usage = (
            "numscope inspect [options] (SCRIPT | -m MODULE | -c CODE) [options] [[--] ARGUMENTS ...]"
        )
        _add_options(parser)
        add_program_arguments(parser, options_after=True)

    def run(self, arguments: argparse.Namespace) -> int:
        """Run the program, then show what its processes report."""
        words: list[str] = arguments.program or []
        check_program(words)
        require_torch()
        kinds = parse_kinds([word.strip() for word in arguments.what.split(",") if word.strip()])
        with tempfile.TemporaryDirectory(prefix="numscope-inspect-") as folder:
            order = Order(arguments.watch or ["*"], kinds, folder)
            environ = {**os.environ, **settings(order, os.environ)}
            if arguments.output:
                environ.update(_recorded(arguments, words, environ))
            with _output_on_stderr() if arguments.json else contextlib.nullcontext():
                code = run_program(words, environ)
            if arguments.output:
                seal_and_report(Path(arguments.output))
            reports = [json.loads(path.read_text("utf-8")) for path in sorted(Path(folder).glob("*.json"))]
        found = _show(reports, arguments, code)
        return end_like(code or int(found))


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--watch",
        action="append",
        metavar="PATTERN",
        help="layers to watch, as '*.attn*' or 'Net.encoder.*'; may be repeated (default: all)",
    )
    parser.add_argument(
        "--what",
        default=_DEFAULT_KINDS,
        metavar="KINDS",
        help="activations, gradients, inputs, weights, weight_gradients, by commas [%(default)s]",
    )
    parser.add_argument(
        "-o",
        "--output",
        metavar="TRACE",
        help="also write all that is seen to a trace, as operations inspector.activation, inspector.gradient ...",
    )
    parser.add_argument(
        "--values",
        choices=("full", "stats", "none"),
        default="full",
        help="what of the tensors goes into the trace [%(default)s]",
    )
    parser.add_argument("--force", action="store_true", help="replace the trace if there is one")
    parser.add_argument(
        "--diagnose", action="store_true", help="say what is wrong; exit code 1 if anything is"
    )
    parser.add_argument(
        "--json",
        action="store_true",
        help="print one JSON document; the program's output goes to standard error",
    )
    parser.add_argument("--limit", type=count, metavar="N", help="at most N lines of the table")


def _recorded(arguments: argparse.Namespace, words: list[str], environ: dict[str, str]) -> dict[str, str]:
    """Make the trace, and return the variables with which the program records into it what is inspected, no more."""
    policy = replace(Policy(), values=arguments.values, ops=("inspector.*",), force=arguments.force)
    trace = Path(arguments.output).absolute()
    create_trace(trace, policy, [sys.executable, *words])
    return {**environment.settings(Session(trace, policy, os.getpid()), environ), BACKEND_VARIABLE: "none"}


@contextlib.contextmanager
def _output_on_stderr() -> Iterator[None]:
    """Have what is written to file 1, by whomever, go where standard error goes."""
    sys.stdout.flush()
    own = os.dup(1)
    os.dup2(2, 1)
    try:
        yield
    finally:
        os.dup2(own, 1)
        os.close(own)


def _show(reports: list[dict[str, Any]], arguments: argparse.Namespace, code: int) -> bool:
    """Print the reports, and return whether a diagnosis was asked for and found something.

    Raises InspectionError where there is nothing to show and the program itself did not fail.
    """
    seen = [report for report in reports if report["records"]]
    diagnoses = [_diagnosis(report) for report in seen] if arguments.diagnose else []
    if arguments.json:
        print_answer({"exit_code": code, "processes": reports}, None, True)
    elif seen:
        views: list[RenderableType] = []
        for report in seen:
            views.append(_summary(report, arguments.limit, len(seen) > 1))
            views += [_diagnosis(report)] if arguments.diagnose else []
        print_answer(None, Group(*views), False)
    if not code:
        _complain(reports)
    return any(map(len, diagnoses))


def _complain(reports: list[dict[str, Any]]) -> None:
    """Raise the exception that says why nothing was seen, or of what pattern nothing was."""
    for report in reports:
        for pattern, near in report["unmatched"].items():
            if report["layers"]:
                raise LayerNotFoundError(pattern, near, report["layers"], "numscope inspect without --watch")
    if not any(report["layers"] for report in reports):
        raise InspectionError(
            "the program called no torch.nn.Module, or ended without the interpreter's exit handlers (os._exit)"
        )


def _summary(report: dict[str, Any], limit: int | None, many: bool) -> Summary:
    steps = report["steps"]
    passes = f"{steps} forward pass{'' if steps == 1 else 'es'}"
    process = f", process {report['process']}" if many else ""
    return Summary(f"{report['model']}: {passes}{process}", report["records"], report["silent"], limit)


def _diagnosis(report: dict[str, Any]) -> Diagnosis:
    findings = (Finding(**{**finding, "layers": tuple(finding["layers"])}) for finding in report["findings"])
    return Diagnosis(tuple(findings), tuple(report["unchecked"]))
