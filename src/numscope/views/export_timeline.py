"""Timelines for other viewers: Perfetto (the Trace Event Format's JSON) and speedscope."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, groupby
from typing import Any, TextIO, TypeVar

from numscope.analysis.export.timeline import Slice, Span

_FIRST_ROW = 1_000_000  # number of the first row that is no thread
_Timed = TypeVar("_Timed", Span, Slice)
_Frame = tuple[str, str | None, int | None]


def write_perfetto(
    spans: Iterable[Span],
    slices: Iterable[Slice],
    pids: dict[int, int],
    ranks: Mapping[int, int],
    file: TextIO,
) -> int:
    """Write complete events (`ph: X`, microseconds) for ui.perfetto.dev and chrome://tracing; return how many spans.

    pids: process number -> process id; ranks: process number -> rank, in a trace with several. Format: "Trace Event
    Format", Google.
    """
    file.write('{"displayTimeUnit": "ns", "traceEvents": [')
    count = 0
    for span in spans:
        arguments: dict[str, Any] = {"id": span.id}
        if span.file is not None:
            arguments["from"] = f"{span.file}:{span.line}"
        if span.exception is not None:
            arguments["raised"] = span.exception
        if span.result is not None:
            arguments["result"] = span.result
        if span.nans:
            arguments["NaN"] = span.nans
        event = {
            "name": span.name,
            "cat": "numscope",
            "ph": "X",
            "ts": span.start_ns / 1000,
            "dur": (span.end_ns - span.start_ns) / 1000,
            "pid": pids.get(span.process, span.process),
            "tid": span.thread,
            "args": arguments,
        }
        file.write((",\n" if count else "\n") + json.dumps(event))
        count += 1
    for event in chain(_slice_events(slices, pids), _rank_events(pids, ranks)):
        file.write((",\n" if count else "\n") + json.dumps(event))
    file.write("\n]}\n")
    return count


def _slice_events(slices: Iterable[Slice], pids: dict[int, int]) -> Iterator[dict[str, Any]]:
    """Each row of a process as a thread of its own, after the real ones."""
    rows: dict[tuple[int, str], int] = {}
    for one in slices:
        pid = pids.get(one.process, one.process)
        if (one.process, one.row) not in rows:
            rows[one.process, one.row] = _FIRST_ROW + len(rows)
            name = {"name": "thread_name", "ph": "M", "pid": pid, "args": {"name": one.row}}
            yield {**name, "tid": rows[one.process, one.row]}
        yield {
            "name": one.name,
            "cat": "numscope",
            "ph": "X",
            "ts": one.start_ns / 1000,
            "dur": (one.end_ns - one.start_ns) / 1000,
            "pid": pid,
            "tid": rows[one.process, one.row],
        }


def process_label(process: int, ranks: Mapping[int, int]) -> str:
    """Return what a process is called: by its rank where there are several."""
    return f"rank {ranks[process]} (process {process})" if process in ranks else f"process {process}"


def _rank_events(pids: Mapping[int, int], ranks: Mapping[int, int]) -> Iterator[dict[str, Any]]:
    """Give the events that name processes after their ranks and put them into that order."""
    for process, rank in ranks.items():
        about = {"ph": "M", "pid": pids.get(process, process)}
        yield {**about, "name": "process_name", "args": {"name": process_label(process, ranks)}}
        yield {**about, "name": "process_sort_index", "args": {"sort_index": rank}}


def write_speedscope(
    spans: Iterable[Span], slices: Iterable[Slice], name: str, ranks: Mapping[int, int], file: TextIO
) -> int:
    """Write one evented profile a thread, as speedscope's own JSON schema has it; returns how many spans."""
    frames: dict[_Frame, int] = {}
    profiles, count = [], 0
    for (process, thread), group in groupby(spans, key=lambda span: (span.process, span.thread)):
        events = [(begins, (span.name, span.file, span.line), at) for begins, span, at in nested(group)]
        count += len(events) // 2
        profiles.append(_profile(f"{process_label(process, ranks)}, thread {thread}", events, frames))
    for (process, row), rest in groupby(slices, key=lambda one: (one.process, one.row)):
        events = [(begins, (one.name, None, None), at) for begins, one, at in nested(rest)]
        profiles.append(_profile(f"{process_label(process, ranks)}, {row}", events, frames))
    shared = [
        {key: value for key, value in zip(("name", "file", "line"), frame, strict=True) if value is not None}
        for frame in frames
    ]
    document = {
        "$schema": "https://www.speedscope.app/file-format-schema.json",
        "exporter": "numscope",
        "name": name,
        "shared": {"frames": shared},
        "profiles": profiles,
    }
    json.dump(document, file)
    return count


def _profile(name: str, events: list[tuple[bool, _Frame, int]], frames: dict[_Frame, int]) -> dict[str, Any]:
    return {
        "type": "evented",
        "name": name,
        "unit": "nanoseconds",
        "startValue": events[0][2],
        "endValue": events[-1][2],
        "events": [
            {"type": "O" if begins else "C", "frame": frames.setdefault(frame, len(frames)), "at": at}
            for begins, frame, at in events
        ],
    }


def nested(spans: Iterable[_Timed]) -> Iterator[tuple[bool, _Timed, int]]:
    """Yield (whether it begins, what, when) for the beginnings and ends of one thread, in the order of time, nested."""
    stack: list[tuple[_Timed, int]] = []
    now = 0
    for span in spans:
        while stack and stack[-1][1] <= span.start_ns:
            ended, now = stack.pop()
            yield False, ended, now
        start = max(now, span.start_ns)
        # Clock readings are rounded to whole ns: an inner span may seem to outlast its outer one.
        end = max(start, min(span.end_ns, stack[-1][1]) if stack else span.end_ns)
        yield True, span, start
        now = start
        stack.append((span, end))
    while stack:
        ended, end = stack.pop()
        now = max(now, end)
        yield False, ended, now
