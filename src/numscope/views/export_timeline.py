"""Timelines for other viewers: Perfetto (the Trace Event Format's JSON) and speedscope."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any, TextIO

from numscope.analysis.export.timeline import Span


def write_perfetto(spans: Iterable[Span], pids: dict[int, int], file: TextIO) -> int:
    """Write complete events (`ph: X`, microseconds) that ui.perfetto.dev and chrome://tracing open; returns how many.

    pids: process number -> process id. Format: "Trace Event Format", Google.
    """
    file.write('{"displayTimeUnit": "ns", "traceEvents": [')
    count = 0
    for span in spans:
        arguments: dict[str, Any] = {"id": span.id}
        if span.file is not None:
            arguments["from"] = f"{span.file}:{span.line}"
        if span.exception is not None:
            arguments["raised"] = span.exception
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
    file.write("\n]}\n")
    return count


def write_speedscope(spans: Iterable[Span], name: str, file: TextIO) -> int:
    """Write one evented profile a thread, as speedscope's own JSON schema has it; returns how many spans."""
    frames: dict[tuple[str, str | None, int | None], int] = {}
    profiles, count = [], 0
    for (process, thread), group in groupby(spans, key=lambda span: (span.process, span.thread)):
        events: list[dict[str, Any]] = []
        for kind, frame, at in _events(group):
            number = frames.setdefault(frame, len(frames))
            events.append({"type": kind, "frame": number, "at": at})
        count += len(events) // 2
        profiles.append(
            {
                "type": "evented",
                "name": f"process {process}, thread {thread}",
                "unit": "nanoseconds",
                "startValue": events[0]["at"],
                "endValue": events[-1]["at"],
                "events": events,
            }
        )
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


def _events(spans: Iterable[Span]) -> Iterator[tuple[str, tuple[str, str | None, int | None], int]]:
    """Opening and closing of one thread's spans, in the order of time, properly nested."""
    stack: list[tuple[tuple[str, str | None, int | None], int]] = []
    now = 0
    for span in spans:
        while stack and stack[-1][1] <= span.start_ns:
            frame, now = stack.pop()
            yield "C", frame, now
        start = max(now, span.start_ns)
        # Clock readings are rounded to whole ns: an inner span may seem to outlast its outer one.
        end = max(start, min(span.end_ns, stack[-1][1]) if stack else span.end_ns)
        frame = (span.name, span.file, span.line)
        yield "O", frame, start
        now = start
        stack.append((frame, end))
    while stack:
        frame, end = stack.pop()
        now = max(now, end)
        yield "C", frame, now
