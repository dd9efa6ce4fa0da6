"""The traces that are viewed, and what the page asks of them: the same answers as the report's."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from numscope.analysis.advise import advise
from numscope.analysis.annotate.lines import annotate
from numscope.analysis.check_up import check_up
from numscope.analysis.concepts.array_difference import Tolerance
from numscope.analysis.diff.comparison import Diff, diff
from numscope.analysis.live.rates import Running
from numscope.analysis.report.overview import overview
from numscope.analysis.top.profile import profile
from numscope.analysis.view.paging import Page, Wanted, page_of_operations
from numscope.errors import TraceError
from numscope.trace import Operation, Statistics, Trace
from numscope.trace.follower import Follower
from numscope.trace.reader import open_trace
from numscope.views.diff import diff_view
from numscope.views.escapes import written
from numscope.views.operations import result_text
from numscope.views.page.operations import find_values, operation_page
from numscope.views.page.texts import clipped
from numscope.views.report import advice_page, costs_page, fault_page, source_page
from numscope.views.values import short_arguments

_FINDINGS = 50
_COSTS = 40
_ROWS = 20  # of what a running program shows


class Runs:
    """The traces, by number. One question is asked at a time; each but searches is asked once."""

    def __init__(self, paths: list[Path]) -> None:
        self._paths = paths
        self._lock = threading.RLock()
        self._opened: dict[int, Trace] = {}
        # Of one object, which lives as long as the server.
        self.summary = cache(self._summary)
        self.source = cache(self._source)
        self._differences = cache(self._diff)

    def __len__(self) -> int:
        return len(self._paths)

    def close(self) -> None:
        """Close the traces."""
        with self._lock:
            for trace in self._opened.values():
                trace.close()

    def names(self) -> list[dict[str, Any]]:
        """Return what is known of the traces without opening them."""
        return [
            {"name": path.name, "path": str(path), "live": self.follower(number) is not None}
            for number, path in enumerate(self._paths)
        ]

    def follower(self, number: int) -> Follower | None:
        """Return what follows a trace whose program still runs; None: it has ended."""
        try:
            follower = Follower(self._paths[number])
        except TraceError:
            return None
        return follower if Follower(self._paths[number]).news().processes else None

    def operations(self, number: int, wanted: Wanted) -> dict[str, Any]:
        """Return a page of operations."""
        with self._lock:
            page: Page = page_of_operations(self._trace(number), wanted)
            return {"matching": page.matching, "rows": [_row(one) for one in page.operations]}

    def operation(self, number: int, operation: int) -> dict[str, Any] | None:
        """Return one operation whole; None: there is none of this id."""
        with self._lock:
            trace = self._trace(number)
            if not 0 <= operation < 2**62 or not (found := trace.operations.fetch([operation])):
                return None
            find_values(trace, found)
            return {**_row(found[0]), "described": operation_page(found[0])}

    def news(self, number: int) -> Iterator[dict[str, Any]]:
        """Yield what a running program has done so far, at each look; end with its end."""
        follower, running = self.follower(number), Running()
        while follower is not None and not running.ended:
            try:
                news = follower.news()
            except TraceError:  # sealed, or gone
                break
            running.add(news, time.monotonic())
            if not news.processes:
                break
            yield _figures(running)
        yield {**_figures(running), "ended": True}

    def diff(self, first: int, second: int, columns: int) -> dict[str, Any]:
        """Return what changed from one trace to another, as text of this width."""
        found = self._differences(first, second)
        return {"equal": found.equal, "text": written(diff_view(found, False), columns)}

    def _summary(self, number: int) -> dict[str, Any]:
        with self._lock:
            trace = self._trace(number)
            verdict, advice = check_up(trace), advise(trace, _FINDINGS)
            return {
                "overview": overview(trace),
                "trace": str(trace.path),
                "verdict": [fault_page(finding) for finding in verdict.findings],
                "verdict_found": verdict.found,
                "looked": verdict.looked,
                "advice": [advice_page(finding) for finding in advice.findings],
                "advice_found": advice.found,
                "costs": costs_page(profile(trace, "operation", limit=_COSTS)),
            }

    def _source(self, number: int) -> list[dict[str, Any]]:
        with self._lock:
            return source_page(annotate(self._trace(number)))

    def _diff(self, first: int, second: int) -> Diff:
        with self._lock:
            return diff(self._trace(first), self._trace(second), Tolerance(None, 0.0, 0), _FINDINGS)

    def _trace(self, number: int) -> Trace:
        if number not in self._opened:
            self._opened[number] = open_trace(self._paths[number])
        return self._opened[number]


def _row(operation: Operation) -> dict[str, Any]:
    site = operation.user_site or operation.site
    return {
        "id": operation.id,
        "name": clipped(operation.name, 300),
        "given": clipped(short_arguments(operation), 300),
        "gave": clipped(result_text(operation).plain, 300),
        "duration_ns": -1 if operation.duration_ns is None else operation.duration_ns,
        "file": clipped(site.file) if site else "",
        "line": site.line if site else 0,
        "visible": operation.user_visible,
        "raised": operation.exception is not None,
        "nonfinite": _nonfinite([one.statistics for one in operation.outputs if one.statistics is not None]),
    }


def _nonfinite(results: list[Statistics]) -> str:
    """Return which of NaN and Inf are among the results: the words of a row's mark."""
    kinds = {"NaN": any(one.nans for one in results), "Inf": any(one.infinities for one in results)}
    return ", ".join(kind for kind, found in kinds.items() if found)


def _figures(running: Running) -> dict[str, Any]:
    return {
        "recorded": running.recorded,
        "left_out": running.left_out,
        "rate": running.rate,
        "nonfinite": running.nonfinite,
        "hot": running.hottest(limit=_ROWS),
        "latest": running.latest(limit=_ROWS),
        "ended": running.ended,
    }
