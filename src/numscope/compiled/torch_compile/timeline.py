"""When torch's compiler did what: nested slices of time, as a page shows them and as Perfetto reads them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any


@dataclass
class Slice:
    """One step of the compiler: seconds since the first step of the dump, and how many steps it stands in."""

    name: str
    start: float
    seconds: float
    depth: int
    thread: int
    compile_id: str


class Timeline:
    """Collects the begins and ends that torch logs, in the order in which they happen in each thread."""

    def __init__(self) -> None:
        self.slices: list[Slice] = []
        self._open: dict[int, list[Slice]] = {}
        self._origin: float | None = None

    def add(self, text: str, thread: int, compile_id: str) -> None:
        """Add one event of the Chrome trace format; times are in microseconds. Unreadable ones are left out."""
        try:
            event: dict[str, Any] = json.loads(text)
            name, phase, when = str(event["name"]), event["ph"], float(event["ts"]) / 1e6
        except (ValueError, KeyError, TypeError):
            return
        self._origin = when if self._origin is None else self._origin
        inside = self._open.setdefault(thread, [])
        if phase == "B":
            arguments = event.get("args") or {}
            known = str(arguments.get("compile_id") or compile_id)
            made = Slice(name, when - self._origin, 0.0, len(inside), thread, known)
            inside.append(made)
            self.slices.append(made)
        elif phase == "E" and any(each.name == name for each in inside):
            while (last := inside.pop()).name != name:  # an exception went through the steps above
                last.seconds = when - self._origin - last.start
            last.seconds = when - self._origin - last.start


def perfetto(slices: Iterable[Slice]) -> str:
    """Return a JSON trace that ui.perfetto.dev and chrome://tracing open: a track for each thread that compiled."""
    events: list[dict[str, Any]] = [
        {"ph": "M", "name": "process_name", "pid": 1, "args": {"name": "torch.compile"}}
    ]
    events += [
        {
            "ph": "X",
            "name": each.name,
            "cat": "compile",
            "pid": 1,
            "tid": each.thread,
            "ts": each.start * 1e6,
            "dur": each.seconds * 1e6,
            "args": {"compile_id": each.compile_id},
        }
        for each in slices
    ]
    return json.dumps({"traceEvents": events}, indent=1) + "\n"
