"""The end of a recorded run: seal the trace, say what is in it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from numscope.errors import TraceError
from numscope.recording.reporting import tell, warn
from numscope.recording.summary import next_line, summary_line, tell_children, tell_misfortunes, totals, written_bytes
from numscope.trace.glance import glance
from numscope.trace.sealing import StillWrittenError, may_be_sealed, seal
from numscope.views.glance import glance_line
from numscope.views.progress import sealing_progress


def seal_and_report(trace: Path) -> None:
    """Seal `trace` and print the summary to standard error; a trace that can't be sealed stays readable raw."""
    if not (trace / "manifest.json").exists():
        warn("trace-deleted", f"{trace} was deleted while the program ran: there is nothing left of the recording")
        return
    counted = totals(trace)  # before sealing removes the raw logs
    tell_misfortunes(counted.stop_reasons, counted.values_over_budget)
    tell_children(counted.children)
    if not counted.processes:
        tell("the program did not use NumPy (or its NumPy processes ran without these settings)")
    operations = _seal(trace)
    if operations is not None:
        counted = replace(counted, operations=operations)
    counted = replace(counted, size=written_bytes(trace))
    tell(summary_line(trace, counted))
    if operations:
        _tell_verdict(trace)
    tell(next_line(trace))


def _tell_verdict(trace: Path) -> None:
    try:
        tell(glance_line(glance(trace)))
    except TraceError as error:
        tell(f"warning: {error} [not-sealed]")


def _seal(trace: Path) -> int | None:
    """Seal, and return the number of operations; None if it can't be done now."""
    try:
        with sealing_progress() as progress:
            if may_be_sealed(trace):
                return seal(trace, progress).operations
    except StillWrittenError:
        return None  # a process that outlives the program still writes; the first reader seals
    except TraceError as error:
        tell(f"warning: {error} [not-sealed]")
    return None
