"""One trace for each test, and a baseline to compare it with."""

from __future__ import annotations

import hashlib
import io
import re
import shutil
from collections.abc import Set
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from numscope.block import Recording, record
from numscope.errors import NumscopeError, UsageError
from numscope.recording.session import RECORDER

if TYPE_CHECKING:
    from numscope.analysis.check_up.finding import Finding
    from numscope.trace import Trace

_LONGEST_NAME = 120
# Of a failure's text: the first changes say where to look.
_CHANGES = 3
_WIDTH = 110


@dataclass(frozen=True)
class Tolerances:
    """How much a test's arrays may differ from its baseline. relative None: by dtype."""

    relative: float | None = None
    absolute: float = 0.0


class TestRecorder:
    """Records tests into `traces`, one folder each, and keeps baselines in `baselines`."""

    __test__ = False

    def __init__(self, traces: Path, baselines: Path, tolerances: Tolerances) -> None:
        self.traces = traces
        self._baselines = baselines
        self._tolerances = tolerances

    def where(self, baseline: str | None) -> str:
        """In words, what is written and read where."""
        recorded = f"each test is recorded in {self.shown(self.traces)}"
        verbs = {"save": "baselines are saved in", "check": "compared with the baselines in"}
        return f"{recorded}; {verbs[baseline]} {self.shown(self._baselines)}" if baseline else recorded

    @staticmethod
    def shown(path: Path) -> str:
        """`path` as one would type it here."""
        folder = Path.cwd()
        return str(path.relative_to(folder) if path.is_relative_to(folder) else path)

    def begin(self, test: str) -> Recording | None:
        """The recording of `test`, to be entered; None where this process is being recorded already.

        Raises UsageError if traces can't be written.
        """
        if RECORDER.session is not None:
            return None
        self._keep_out_of_git()
        return record(self.traces / f"{trace_name(test)}.numscope", force=True)

    def _keep_out_of_git(self) -> None:
        try:
            self.traces.mkdir(parents=True, exist_ok=True)
            (self.traces / ".gitignore").write_text("*\n", encoding="ascii")
        except OSError as error:
            raise UsageError(f"{self.traces} can't be written: {error.strerror or error}") from None

    def origin(self, trace: Path, lines: Set[tuple[str, int]] = frozenset()) -> Finding | None:
        """Return where the first NaN or infinity of a test began; None if there is none that matters.

        lines: files and lines at which the test failed. What they only looked at (`np.isfinite(a).all()`) matters, too.
        """
        from numscope.analysis.check_up.evidence import Evidence
        from numscope.analysis.check_up.questions import nonfinite
        from numscope.trace.reader import open_trace

        try:
            with open_trace(trace) as opened:
                evidence = Evidence(opened)
                found = next(iter(nonfinite(evidence)), None)
                if found is None and _given_nonfinite(opened, lines):
                    found = next(iter(nonfinite(evidence, strict=True)), None)
                    found = found and replace(found, look="nan --strict T")
                return found and replace(found, source=opened.sources.line(found.file, found.line))
        except NumscopeError:
            return None  # the test's own failure is what counts

    def save(self, trace: Path) -> None:
        """Make the trace of a test its baseline."""
        from numscope.trace.reader import open_trace

        open_trace(trace).close()  # sealed, it is smaller
        kept = self._baselines / trace.name
        shutil.rmtree(kept, ignore_errors=True)
        shutil.copytree(trace, kept)

    def check(self, test: str, trace: Path) -> str | None:
        """What of a test differs from its baseline, in words; None if nothing does."""
        kept = self._baselines / trace.name
        if not kept.exists():
            return f"numscope: there is no baseline of {test}; pytest --numscope-baseline save makes one."
        try:
            return self._difference(kept, trace)
        except NumscopeError as error:
            return f"numscope: the baseline can't be compared: {error}"

    def _difference(self, kept: Path, trace: Path) -> str | None:
        from rich.console import Console

        from numscope.analysis.concepts.array_difference import Tolerance
        from numscope.analysis.diff.comparison import diff
        from numscope.trace.reader import open_trace
        from numscope.views.diff import diff_view
        from numscope.views.escapes import Visible

        tolerance = Tolerance(self._tolerances.relative, self._tolerances.absolute)
        with open_trace(kept) as first, open_trace(trace) as second:
            found = diff(first, second, tolerance, _CHANGES)
            if not found.found:
                return None
            # Pytest's own words differ from save to check.
            facts = tuple(fact for fact in found.environment if fact.name != "arguments")
            found = replace(found, environment=facts)
            text = io.StringIO()
            Console(file=text, width=_WIDTH, no_color=True, soft_wrap=True).print(
                Visible(diff_view(found, details=True))
            )
        return (
            "numscope: the operations of this test differ from its baseline (expected -> got)\n\n"
            f"{text.getvalue()}\nin full: numscope diff {self.shown(kept)} {self.shown(trace)}"
        )


def _given_nonfinite(trace: Trace, lines: Set[tuple[str, int]]) -> bool:
    """Return whether an operation that one of these lines called was given NaN or an infinity."""
    rows = trace.ask(
        "select distinct user_file, user_line from nonfinite_operands join operations on operation = id "
        'where not "after"'
    ).to_pylist()
    return any((row["user_file"], row["user_line"]) in lines for row in rows)


def trace_name(test: str) -> str:
    """The name of a test's trace: readable, fit for a file, and no other test's."""
    readable = re.sub(r"[^\w.-]+", "_", test).strip("_")[-_LONGEST_NAME:]
    return f"{readable}-{hashlib.sha256(test.encode('utf-8', 'replace')).hexdigest()[:8]}"
