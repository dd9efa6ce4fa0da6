"""`numscope ctl`: pausing, marking, keeping and ending recordings of running processes, from outside."""

from __future__ import annotations

import argparse
import json
import time
from contextlib import suppress
from typing import Any

from numscope.errors import UsageError
from numscope.format.control import Tail
from numscope.trace.running import RunningProcess, recorded_process, recorded_processes, require_process
from numscope.views.escapes import print_text

_REQUESTS = {
    "start": ("start", "records again"),
    "pause": ("pause", "is paused"),
    "stop": ("stop", "has ended its recording"),
    "mark": ("mark", "is marked"),
    "flush": ("keep", "keeps its newest segments"),
}
_HELD = {
    "by program": "numscope.pause()",
    "by control": "numscope ctl",
    "between steps": "--steps",
    "by rank": "--ranks",
}


class Ctl:
    """Steer the recording of a running process, and of those that it started, from outside.

    start: record again after `pause`; pause: let operations pass unrecorded; stop: end the recording, so that the trace
    can be asked; mark: write a mark into the trace; flush: keep the newest segments for good, where old ones are
    dropped (--ring, --last, --rotate); status: show what each process does. No signal is sent: this works while C code
    runs.
    """

    def prepare_parser(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's arguments."""
        parser.add_argument(
            "pid", metavar="PID", type=int, help="a recorded process, or one that started some"
        )
        parser.add_argument("request", choices=[*_REQUESTS, "status"], help="what it is asked for")
        parser.add_argument("text", metavar="TEXT", nargs="?", default="", help="of a mark, up to 64 bytes")
        parser.add_argument(
            "--wait",
            metavar="SECONDS",
            type=float,
            default=10.0,
            help="wait for an answer so long (default: 10)",
        )
        parser.add_argument("--json", action="store_true", help="status: print one JSON document")

    def run(self, arguments: argparse.Namespace) -> int:
        """Ask each process; return 1 if one has not done it. Raises UsageError if none records."""
        if arguments.text and arguments.request != "mark":
            raise UsageError(f"only a mark has a text: ctl {arguments.pid} mark {arguments.text!r}")
        require_process(arguments.pid)
        processes = recorded_processes(arguments.pid)
        if not processes:
            raise UsageError(
                f"process {arguments.pid} records nothing: numscope attach {arguments.pid} begins a recording."
            )
        if arguments.request == "status":
            return _show(processes, arguments.json)
        deadline = time.monotonic() + arguments.wait
        failures = [_tell(process, arguments, deadline) for process in processes]
        return int(any(failures))


def _tell(process: RunningProcess, arguments: argparse.Namespace, deadline: float) -> bool:
    """Ask one process and print what came of it; True: it has not done it."""
    request, done = _REQUESTS[arguments.request]
    problem = _ask(process, request, arguments.text, deadline)
    print_text(f"numscope: process {process.pid} {problem or done}: {process.trace}")
    return problem is not None


def _ask(process: RunningProcess, request: str, text: str, deadline: float) -> str | None:
    """Ask until it is done; return what is wrong otherwise."""
    while True:
        try:
            with Tail(process.written()) as tail:
                asked = tail.ask(request, text, max(0.0, deadline - time.monotonic()))
                if request == "stop":
                    return _wait_for_end(tail, deadline) if asked or tail.closed else "has not answered"
        except (OSError, ValueError):
            asked = False  # it went on in another segment between two looks, or has ended
        except TimeoutError as error:
            return f"has not answered ({error})"
        if asked:
            return None
        if time.monotonic() > deadline:
            return "has not answered: is it stopped?"
        again = recorded_process(process.pid)
        if again is None:
            return "has ended its recording meanwhile"
        process = again


def _wait_for_end(tail: Tail, deadline: float) -> str | None:
    while not tail.closed:
        if time.monotonic() > deadline:
            return "records no more, and closes its files when its main thread runs Python code again"
        time.sleep(0.01)
    return None


def _show(processes: list[RunningProcess], as_json: bool) -> int:
    states = []
    for process in processes:
        with suppress(OSError, ValueError):  # it has just ended
            states.append(_state(process))
    if as_json:
        print_text(json.dumps(states, indent=1))
        return 0
    for state in states:
        held = (
            f"paused by {' and '.join(_HELD[name] for name in state['held'])}" if state["held"] else "records"
        )
        print_text(
            f"process {state['pid']}  {held}, {state['operations']:,} operations in segment {state['segment']}, "
            f"{state['bytes']:,} bytes of events: {state['trace']}"
        )
    return 0


def _state(process: RunningProcess) -> dict[str, Any]:
    path = process.written()
    with Tail(path) as tail:
        header = tail.header
        return {
            "pid": process.pid,
            "trace": str(process.trace),
            "segment": int(path.parent.name.partition(".")[2] or 0),
            "operations": header.progress.next_sequence,
            "left_out": header.progress.left_out,
            "bytes": header.length,
            "held": list(tail.held),
        }
