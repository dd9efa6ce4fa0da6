"""Everything that a report shows of a trace."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from numscope.analysis.advise import Advice, advise
from numscope.analysis.annotate.lines import Annotation, annotate
from numscope.analysis.check_up import CheckUp, check_up
from numscope.analysis.model_graph.boxes import ModelGraph, model_graphs
from numscope.analysis.nan.nonfinite import NonfiniteReport, Rules, find_nonfinite, nonfinite_rows
from numscope.analysis.nan.rows import NonfiniteRows
from numscope.analysis.report.choice import choose
from numscope.analysis.report.columns import Columns, operation_columns
from numscope.analysis.report.flow import WholeFlow, whole_flow
from numscope.analysis.report.layers import Layers, operation_layers
from numscope.analysis.report.overview import Overview, overview
from numscope.analysis.report.reproducing import Reproducing, reproducing
from numscope.analysis.top.profile import Profile, profile
from numscope.errors import UsageError
from numscope.trace import Trace

_COSTS = 40

_Answer = TypeVar("_Answer")


@dataclass(frozen=True)
class Limits:
    """How much a report holds.

    findings: of each kind. described: operations with operands, values, histograms. flow: outermost operations in the
    data flow.
    """

    findings: int = 50
    described: int = 1_000
    flow: int = 10_000


@dataclass(frozen=True)
class Report:
    """The answers. nonfinite: None where the trace holds no statistics. described: rows of `columns`.

    reproducing: by id of the operation that a finding is about.
    """

    overview: Overview
    verdict: CheckUp
    source: Annotation
    by_operation: Profile
    by_site: Profile
    nonfinite: NonfiniteReport | None
    reproducing: dict[int, Reproducing]
    advice: Advice
    flow: WholeFlow
    columns: Columns
    layers: Layers
    models: tuple[ModelGraph, ...]
    described: tuple[int, ...]


class _Stages:
    """Counts answers as they are found, for who waits."""

    _TOTAL = 9

    def __init__(self, progress: Callable[[int, int], None]) -> None:
        self._progress = progress
        self._done = 0

    def passed(self, answer: _Answer) -> _Answer:
        """Return `answer`, which was found just now."""
        self._done += 1
        self._progress(self._done, self._TOTAL)
        return answer


def report(
    trace: Trace,
    limits: Limits | None = None,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Report:
    """Ask `trace` everything that a report shows.

    progress: called with how many questions are answered, and of how many.
    """
    limits, stages = limits or Limits(), _Stages(progress)
    columns = stages.passed(operation_columns(trace))
    rows = nonfinite_rows(trace)
    nonfinite = stages.passed(_nonfinite(trace, rows, limits))
    advice = stages.passed(advise(trace, limits.findings))
    verdict = stages.passed(check_up(trace, nonfinite=rows))
    named = {number for finding in advice.findings for number in finding.examples}
    named |= {finding.operation for finding in verdict.findings}
    if nonfinite is not None:
        named |= {origin.operation.id for origin in nonfinite.origins}
    layers = stages.passed(operation_layers(trace, columns.ids))
    first = np.flatnonzero(np.isin(columns.ids, list(named)))
    return Report(
        overview(trace),
        verdict,
        stages.passed(annotate(trace)),
        stages.passed(profile(trace, "operation", limit=_COSTS)),
        profile(trace, "site", limit=_COSTS),
        nonfinite,
        reproducing(nonfinite) if nonfinite is not None else {},
        advice,
        stages.passed(whole_flow(trace, limits.flow)),
        columns,
        layers,
        stages.passed(_models(trace, layers)),
        tuple(choose(columns, first.tolist(), limits.described)),
    )


def _nonfinite(trace: Trace, rows: NonfiniteRows, limits: Limits) -> NonfiniteReport | None:
    try:
        return find_nonfinite(trace, Rules(), limits.findings, rows=rows)
    except UsageError:  # it holds no statistics
        return None


def _models(trace: Trace, layers: Layers) -> tuple[ModelGraph, ...]:
    try:
        return model_graphs(trace) if layers.layers else ()
    except UsageError:  # layers were not called as such, as with the dispatch backend
        return ()
