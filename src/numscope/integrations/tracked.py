"""What a tracker gets of a trace, whichever tracker it is."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from numscope.analysis.gradients.gradient_flow import gradient_flow
from numscope.analysis.report.answer import report
from numscope.errors import UsageError
from numscope.trace import Trace
from numscope.trace.reader import open_trace
from numscope.views.report import write_report

COLUMNS = ("kind", "place", "calls", "problem", "fix", "source")
REPORT = "numscope.html"


@dataclass(frozen=True)
class Series:
    """The norm of one parameter's gradient: (training step, norm), steps without a gradient left out."""

    name: str
    points: tuple[tuple[int, float], ...]


@dataclass(frozen=True)
class Tracked:
    """What is logged. findings: rows of COLUMNS. report: a file that is there until the tracker has taken it."""

    findings: tuple[tuple[str, str, int, str, str, str], ...]
    gradients: tuple[Series, ...]
    report: Path


@contextmanager
def tracked(path: str | os.PathLike[str]) -> Iterator[Tracked]:
    """Yield what a tracker gets of the trace at `path`. Raises TraceError if it can't be read."""
    with TemporaryDirectory() as folder, open_trace(path) as trace:
        page, answer = Path(folder) / REPORT, report(trace)
        with page.open("w", encoding="utf-8") as file:
            write_report(answer, trace, file)
        findings = tuple(
            (one.kind, f"{one.file}:{one.line}", one.calls, one.problem, one.fix, one.source)
            for one in answer.verdict.findings
        )
        yield Tracked(findings, _gradients(trace), page)


def _gradients(trace: Trace) -> tuple[Series, ...]:
    try:
        flow = gradient_flow(trace)
    except UsageError:  # nothing was trained, or values were not looked at
        return ()
    return tuple(
        Series(
            layer.name,
            tuple(
                (step, norm) for step, norm in zip(flow.steps, layer.norms, strict=True) if norm is not None
            ),
        )
        for layer in flow.layers
    )
