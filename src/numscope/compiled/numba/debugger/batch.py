"""Run a program to its end, stopping at every breakpoint to tell what is there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from numscope.compiled.numba.debugger.breakpoints import Breakpoint, function_at
from numscope.compiled.numba.debugger.session import Session
from numscope.compiled.numba.debugger.stops import Stop, read_stop
from numscope.compiled.numba.debugger.watches import Watch
from numscope.compiled.numba.explaining.source import Source

FATAL = ("SIGSEGV", "SIGBUS", "SIGFPE", "SIGILL", "SIGABRT")


@dataclass
class Ending:
    """How it ended: the program's exit code (None.

    A signal ended it), and what there is to say of breakpoints.
    """

    exit_code: int | None
    remarks: list[str] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        """The ending as plain values for the last JSON line."""
        return {"event": "end", "exit_code": self.exit_code, "remarks": self.remarks}


def run_batch(
    session: Session,
    breakpoints: Sequence[Breakpoint],
    tell: Callable[[Stop], None],
    watches: Sequence[Watch] = (),
    names: Sequence[str] = (),
    limit: int | None = None,
) -> Ending:
    """Run the program of `session`, calling `tell` with every stop, at most `limit` of them."""
    for breakpoint_ in breakpoints:
        session.set(breakpoint_)
    for watch in watches:
        session.set_watch(watch)
    hit: set[str] = set()
    count = 0
    answer = session.go("run")
    while answer["event"] == "stop":
        hit.update(answer.get("keys", ()))
        tell(read_stop(answer, names))
        if answer.get("signal") in FATAL:
            return Ending(None, [])
        count += 1
        if limit is not None and count >= limit:
            return Ending(0, [f"stopped watching after {count} stops (--limit)"])
        answer = session.go("continue")
    remarks = [why_not_hit(b, session) for b in breakpoints if b.text not in hit]
    for watch in watches:
        if watch.element not in hit:
            remarks.append(session.watched.never(watch) or why_not_hit(watch.place, session, "--watch"))
    return Ending(answer.get("code"), remarks)


def why_not_hit(breakpoint_: Breakpoint, session: Session, option: str = "--break") -> str:
    """Return one sentence on a place, given with `option`, that the program never stopped at."""
    never = session.conditions.never(breakpoint_.text)
    if never:
        return f"{option} {breakpoint_.text}: it {never}"
    if breakpoint_.file is None:
        return f"{option} {breakpoint_.text}: the native function was never called, or has another name here"
    code = function_at(breakpoint_.file, breakpoint_.line)
    name = code.co_name if code else "the function"
    around = [
        entry
        for entry in session.compiled()
        if entry["file"] == breakpoint_.file and entry["lines"][0] <= breakpoint_.line <= entry["lines"][1]
    ]
    if any(entry["failed"] for entry in around):
        return f"{option} {breakpoint_.text}: `{name}` does not compile; `numscope numba explain` says why"
    blocks = Source.of(breakpoint_.file).blocks_in_python()
    if any(block.lineno < breakpoint_.line <= (block.end_lineno or 0) for block in blocks):
        return f"{option} {breakpoint_.text}: in this `objmode` block the line runs as Python, which pdb can stop in"
    if around:
        return f"{option} {breakpoint_.text}: `{name}` was compiled, but this line was never reached"
    return (
        f"{option} {breakpoint_.text}: `{name}` was never compiled: it was not called, or it is plain "
        "Python, which "
        "pdb can stop in"
    )
