"""The lines that a run prints at its end: what it left and what recording it cost, and what to do next."""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from time import localtime, strftime  # by name: programs under test replace the module's
from typing import TYPE_CHECKING, Any

from numscope.recording.core import load_core
from numscope.recording.reporting import tell, warn
from numscope.recording.sizes import format_size, format_time

if TYPE_CHECKING:
    from numscope.recording.unfinished import Kept

# By the members of the core's enum stop_reason: how a warning is called, and what it says.
_STOP_REASONS = {
    "STOP_DISK_FULL": (
        "disk-full",
        "the disk is full; recording stopped there, and what was recorded before is kept",
    ),
    "STOP_BUDGET": (
        "budget-spent",
        "the budget is spent; recording stopped there, and what was recorded before is kept",
    ),
    "STOP_WRITE_ERROR": (
        "write-error",
        "the trace could not be written any more; recording stopped there",
    ),
}


# The counters of operations that were seen and not recorded, and in words why.
_LEFT_OUT = {
    "not_selected": "not selected (ops, skip)",
    "too_deep": "deeper inside others than asked for (depth)",
    "not_its_turn": "not their turn (every)",
    "other_caller": "called from elsewhere (from)",
    "cut": "cut off by the end of a segment (rotate)",
    "scalars_left_out": "arithmetic of NumPy scalars, over its budget (scalars)",
}


@dataclass(frozen=True)
class Totals:
    """What all processes of a trace did together. `values` counts a value once in each process that kept it.

    left_out: operations that were seen and not recorded, by the counter's name. missing: those seen after recording
    had stopped early, the first time at stopped_ns. recorder_ns: time for which the program waited for the recorder, of
    running_ns, which the processes ran from their import of NumPy on; both up to the last operation of processes that
    did not end properly. scalars: lines (file, number) whose arithmetic of NumPy scalars was recorded in part, with the
    calls recorded and left out. children: commands of Python processes that could not be recorded. recorded: kept
    or not. dropped: of these, not kept, the last of them right before since_ns.
    """

    processes: int
    operations: int
    values: int
    values_over_budget: int
    size: int  # bytes on disk
    stop_reasons: frozenset[int]
    left_out: Mapping[str, int]
    missing: int
    stopped_ns: int
    recorder_ns: int
    running_ns: int
    scalars: Mapping[tuple[str, int], tuple[int, int]]
    children: tuple[str, ...] = ()
    recorded: int = 0
    dropped: int = 0
    since_ns: int = 0


def totals(trace: Path) -> Totals:
    """Add up a trace's processes: those that ended properly left counters, of the others the streams are read."""
    folders = [path for path in (trace / "processes").glob("*-*") if path.is_dir()]
    # Of a process that drops old operations there is a folder for each segment, with a dot in its name.
    shards = [path for path in folders if "." not in path.name]
    facts = [_facts(shard) for shard in shards]
    counted = [
        known.get("counters") or _count_unfinished(shard) for shard, known in zip(shards, facts, strict=True)
    ]
    kept = [_count_kept(shard) for shard in shards] if len(shards) < len(folders) else [None] * len(shards)
    return Totals(
        processes=len(shards),
        operations=sum(
            counters["operations"] if left is None else left.operations
            for left, counters in zip(kept, counted, strict=True)
        ),
        values=sum(
            counters["values"] if left is None else left.values
            for left, counters in zip(kept, counted, strict=True)
        ),
        values_over_budget=sum(counters["values_over_budget"] for counters in counted),
        size=written_bytes(trace),
        stop_reasons=frozenset(counters["stop_reason"] for counters in counted) - {0},
        left_out={name: sum(counters.get(name, 0) for counters in counted) for name in _LEFT_OUT},
        missing=sum(counters.get("missing", 0) for counters in counted),
        stopped_ns=min((c["stopped_ns"] for c in counted if c.get("stopped_ns")), default=0),
        recorder_ns=sum(counters.get("recorder_ns", 0) for counters in counted),
        running_ns=sum(
            known["ended_ns"] - known["started_ns"]
            if known.get("counters")
            else counters.get("running_ns", 0)
            for known, counters in zip(facts, counted, strict=True)
        ),
        scalars=_scalar_lines(known.get("scalars_in_part", ()) for known in facts),
        children=tuple(chain.from_iterable(known.get("unrecorded_children", ()) for known in facts)),
        recorded=sum(counters["operations"] for counters in counted),
        dropped=sum(left.dropped for left in kept if left is not None),
        since_ns=max((left.since_ns for left in kept if left is not None), default=0),
    )


def _scalar_lines(
    lists: Iterable[Iterable[tuple[str, int, int, int]]],
) -> dict[tuple[str, int], tuple[int, int]]:
    lines: dict[tuple[str, int], tuple[int, int]] = {}
    for file, line, recorded, left_out in chain.from_iterable(lists):
        before = lines.get((file, line), (0, 0))
        lines[file, line] = (before[0] + recorded, before[1] + left_out)
    return lines


def scalars_line(counted: Totals, most: int = 3) -> str:
    """Return which lines' arithmetic of NumPy scalars was recorded in part, those that lack most first."""
    order = sorted(counted.scalars.items(), key=lambda item: -item[1][1])
    parts = [
        f"{os.path.basename(file)}:{line} recorded {recorded:,} of {recorded + left_out:,} times"
        for (file, line), (recorded, left_out) in order[:most]
    ]
    more = f", and {len(order) - most} more lines in part" if len(order) > most else ""
    return f"NumPy scalars at {', '.join(parts)}{more} (--scalars records all)"


def _count_unfinished(shard: Path) -> Mapping[str, int]:
    # Loads what reads streams, which a run that ended properly has no use for.
    from numscope.recording.unfinished import count_unfinished

    return count_unfinished(shard)


def _count_kept(shard: Path) -> Kept | None:
    from numscope.recording.unfinished import count_kept

    return count_kept(shard)


def written_bytes(trace: Path) -> int:
    """Return what the disk holds of a trace. A live tail is a sparse file: only what is there of it counts."""
    size = 0
    for folder, _, names in os.walk(trace):
        for name in names:
            with suppress(FileNotFoundError):  # of a process that goes on, and drops its old segments
                fact = os.stat(os.path.join(folder, name))
                size += min(fact.st_size, fact.st_blocks * 512)
    return size


def summary_line(trace: Path | str, counted: Totals) -> str:
    """Return the first line: operations and distinct values kept, bytes written, what was left out, what it cost."""
    shown = _shown(trace)
    values = "value" if counted.values == 1 else "distinct values"
    operations = "operation" if counted.operations == 1 else "operations"
    processes = f" in {counted.processes} processes" if counted.processes > 1 else ""
    line = (
        f"{counted.operations:,} {operations}{processes}, {counted.values:,} {values} kept, "
        f"{format_size(counted.size)} in {shown}"
    )
    scalars = f"; {scalars_line(counted)}" if counted.scalars else ""
    if counted.dropped:
        line += f"; {_dropped(counted)}"
    return line + (_left_out(counted) + _cost(counted) if counted.processes else "") + scalars


def _dropped(counted: Totals) -> str:
    return f"{counted.dropped:,} that began before {strftime('%H:%M:%S', localtime(counted.since_ns // 10**9))} dropped"


def next_line(trace: Path | str) -> str:
    """Return the last line: the command that says what is wrong."""
    return f"look at it with: numscope {_shown(trace)}"


def _left_out(counted: Totals) -> str:
    left_out = sum(counted.left_out.values())
    reasons = [f"{count:,} {_LEFT_OUT[name]}" for name, count in counted.left_out.items() if count]
    if counted.missing:
        left_out += counted.missing
        reasons.append(
            f"{counted.missing:,} missing since recording stopped{_clock_time(counted.stopped_ns)}"
        )
    seen = counted.operations + counted.dropped + left_out
    return (
        f"; of {seen:,} seen, {left_out:,} left out: {', '.join(reasons)}" if left_out else "; none left out"
    )


def _clock_time(ns: int) -> str:
    return strftime(" at %H:%M:%S", localtime(ns // 10**9)) if ns else ""


def _cost(counted: Totals) -> str:
    if not counted.running_ns:
        return ""
    share = counted.recorder_ns / counted.running_ns
    waited, ran = format_time(counted.recorder_ns), format_time(counted.running_ns)
    return f"; recording took {waited} of {ran} ({share:.1%})"


def _shown(trace: Path | str) -> str:
    if isinstance(trace, str):
        return trace  # a URL
    try:
        return os.path.relpath(trace) if trace.is_relative_to(Path.cwd()) else str(trace)
    except OSError:  # the program has removed the folder it is in
        return str(trace)


def tell_children(children: Sequence[str], most: int = 3) -> None:
    """Print which Python processes of the program could not be recorded."""
    if not children:
        return
    more = f" and {len(children) - most} more" if len(children) > most else ""
    processes = "1 Python process was" if len(children) == 1 else f"{len(children):,} Python processes were"
    warn(
        "children-unrecorded",
        f"{processes} not recorded, since -E, -I and -S ignore numscope's settings: {', '.join(children[:most])}{more}",
    )


def tell_misfortunes(stop_reasons: Collection[int], values_over_budget: int) -> None:
    """Print what kept a recording from being whole: the reasons it stopped for, values that a budget left out."""
    for name, number in load_core().ENUMS["stop_reason"].items():
        if number in stop_reasons and name in _STOP_REASONS:
            warn(*_STOP_REASONS[name])
    if values_over_budget:
        warn(
            "over-budget",
            f"{values_over_budget:,} values were over a budget (--values auto, --max-bytes, --max-array-bytes): "
            "their statistics and hashes are kept, their bytes are not",
        )


def tell_summary(trace: Path) -> None:
    """Print what went wrong, then the summary."""
    counted = totals(trace)
    tell_misfortunes(counted.stop_reasons, counted.values_over_budget)
    tell_children(counted.children)
    tell(summary_line(trace, counted))
    tell(next_line(trace))


def _facts(shard: Path) -> Mapping[str, Any]:
    try:
        facts: dict[str, Any] = json.loads((shard / "process.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return facts
