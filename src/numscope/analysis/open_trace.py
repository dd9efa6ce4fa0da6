"""`numscope.open`: a trace that answers every question, each by the module that is made for it."""

from __future__ import annotations

import os
from pathlib import Path

from numscope.analysis.advise import Advice, advise
from numscope.analysis.concepts.array_difference import Tolerance
from numscope.analysis.confined.asking import ask
from numscope.analysis.diff.comparison import Diff, diff
from numscope.analysis.graph.flow import Flow, Reach, data_flow
from numscope.analysis.nan.nonfinite import NonfiniteReport, Rules, find_nonfinite
from numscope.analysis.precision.answers import Precision
from numscope.analysis.replay.answers import Replay
from numscope.analysis.replay.replay import Target
from numscope.analysis.testgen.selection import Selection, Wishes
from numscope.analysis.top.profile import Profile, profile
from numscope.trace import reader


class Trace(reader.Trace):
    """A recorded run, with the questions that can be asked of it; the rest is in `numscope.trace.Trace`."""

    def top(self, by: str = "call", order: str = "self", limit: int = 20) -> Profile:
        """What operations cost, added up by call, operation, site, file, function or shape. As `numscope top`."""
        return profile(self, by, order, limit)

    def advise(self, limit: int = 10, kinds: tuple[str, ...] = ()) -> Advice:
        """What the program could do faster: lines, costs and fixes. As `numscope advise`."""
        return advise(self, limit, kinds)

    def nan(self, allow: tuple[str, ...] = (), limit: int = 10, elements: int = 5) -> NonfiniteReport:
        """Where NaN and infinities came from, but for what `allow` calls deliberate. As `numscope nan`."""
        return find_nonfinite(self, Rules(allow), limit, elements)

    def graph(self, of: int | None = None, reach: Reach | None = None, fold: str | None = None) -> Flow:
        """What data flowed where: whole, or around operation `of`. As `numscope graph`."""
        return data_flow(self, reach or Reach(of), fold)

    def precision(self, limit: int = 10) -> Precision:
        """Where digits are lost, and what to write instead. As `numscope precision`."""
        answer: Precision = ask(self, "precision", (limit,))
        return answer

    def replay(
        self,
        ids: tuple[int, ...] | None = None,
        target: Target | None = None,
        tolerance: Tolerance | None = None,
        limit: int = 10,
        state: str | os.PathLike[str] | None = None,
    ) -> Replay:
        """What operations give when they run again: here, or as `target` says. As `numscope replay`."""
        notes = None if state is None else Path(state).absolute()
        given = (ids, target, tolerance, limit, None, notes)
        answer: Replay = ask(self, "replay", given, [] if notes is None else [notes.parent])
        return answer

    def tests(self, wishes: Wishes | None = None) -> Selection:
        """Which operations can be tests of their own, with source and data. As `numscope testgen`."""
        answer: Selection = ask(self, "testgen", (wishes or Wishes(),))
        return answer

    def diff(self, later: reader.Trace, tolerance: Tolerance | None = None, limit: int = 10) -> Diff:
        """What changed from this run to a `later` one. As `numscope diff`."""
        return diff(self, later, tolerance, limit)


def open(path: str | os.PathLike[str], trust: bool = False) -> Trace:  # noqa: A001 - read as numscope.open
    """Open the trace directory at `path`; one that is not sealed yet is sealed first.

    While the recorded program still runs, where the directory is not writable, and of a trace that this user did not
    record on this host, the tables are made beside it and the trace itself stays untouched. trust: what it names may be
    called again, by replay, precision and tests. Raises TraceError if it can't be read.
    """
    return reader.open_as(Trace, path, trust=trust)
