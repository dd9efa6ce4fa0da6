"""The end of a recorded run: seal the trace, say what is in it."""

from __future__ import annotations

import signal
from dataclasses import replace
from importlib import import_module
from pathlib import Path

from numscope.cli.apart import DiedError, WaitingChild, lines_of_child
from numscope.cli.extras import can_read
from numscope.errors import TraceError
from numscope.recording.reporting import tell, warn
from numscope.recording.summary import (
    next_line,
    summary_line,
    tell_children,
    tell_misfortunes,
    totals,
    written_bytes,
)
from numscope.trace.arrow_alone import numpy_kept_out

_ELSEWHERE = "this installation only records: read the trace where 'numscope[ask]' is installed"


def sealing_child(trace: Path) -> WaitingChild | None:
    """Return a child that will seal `trace` and has imported by then what that takes; None if there can be none.

    The imports take longer than sealing a small trace. Begun before it is known whether anything will be recorded, they
    run beside the program's own: that spares a short program 25 ms of 260 and costs one without NumPy nothing that it
    waits for, where a second core is idle.
    """
    if not can_read():
        return None
    try:
        return WaitingChild(_load, lambda: _seal(trace))
    except OSError:  # a limit on processes: what seals loads at the end
        return None


def seal_and_report(trace: Path, url: str | None = None, child: WaitingChild | None = None) -> None:
    """Seal `trace` and print the summary to standard error; a trace that can't be sealed stays readable raw.

    url: where it goes from here, and its name from now on. child: of `sealing_child`. What seals is heavy, and a limit
    on memory may end it: that happens in a child.
    """
    if not (trace / "manifest.json").exists():
        warn(
            "trace-deleted",
            f"{trace} was deleted while the program ran: there is nothing left of the recording",
        )
        return
    counted = totals(trace)  # before sealing removes the raw logs
    tell_misfortunes(counted.stop_reasons, counted.values_over_budget)
    tell_children(counted.children)
    if not counted.processes:
        tell("the program did not use NumPy (or its NumPy processes ran without these settings)")
    # Of no process no tables are made: what makes them takes longer to import than most such programs run.
    if not can_read() or (not counted.processes and url is None):
        if child is not None:
            child.dismiss()
        tell(summary_line(url or trace, counted))
        tell(next_line(url or trace) if can_read() else _ELSEWHERE)
        return
    sealed, lines = [], []
    try:
        first, *lines = child.lines() if child is not None else lines_of_child(lambda: _seal(trace))
        sealed = [int(number) for number in first.split()]
    except DiedError as death:
        warn(
            "not-sealed", f"what makes the tables {_how_it_ended(death.code)}; {trace} is whole, and the next command "
            "that reads it tries again",
        )  # fmt: skip
    if sealed:
        records, modules = sealed
        counted = replace(counted, operations=records - modules)
        if counted.dropped:  # as the streams show it, with those that were cut off
            counted = replace(counted, dropped=max(0, counted.recorded - counted.operations))
    counted = replace(counted, size=written_bytes(trace))
    tell(summary_line(url or trace, counted))
    for line in lines:
        tell(line)
    tell(next_line(url or trace))


def _how_it_ended(code: int) -> str:
    if code >= 0:
        return f"ended with exit code {code}"
    return (
        f"died of {signal.Signals(-code).name}" if -code in set(signal.Signals) else f"died of signal {-code}"
    )


def _load() -> None:
    with numpy_kept_out():
        for name in ("trace.glance", "trace.sealing", "views.glance", "views.progress"):
            import_module(f"numscope.{name}")


def _seal(trace: Path) -> list[str]:
    """Seal, and return how many records there are and how many of them are calls of modules, then what else to say.

    The first line is empty if it can't be done now.
    """
    from numscope.trace.glance import glance, module_calls
    from numscope.trace.sealing import StillWrittenError, may_be_sealed, seal
    from numscope.views.glance import glance_line
    from numscope.views.progress import sealing_progress

    try:
        with sealing_progress() as progress:
            if not may_be_sealed(trace):
                return [""]
            records = seal(trace, progress).operations
    except StillWrittenError:
        return [""]  # a process that outlives the program still writes; the first reader seals
    except TraceError as error:
        return ["", f"warning: {error} [not-sealed]"]
    try:
        return [f"{records} {module_calls(trace)}", *([glance_line(glance(trace))] if records else [])]
    except TraceError as error:
        return [f"{records} 0", f"warning: {error} [not-sealed]"]
