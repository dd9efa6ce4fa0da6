"""The program ended with an exception that nobody caught: where, why, and what to do."""

from __future__ import annotations

import json
import os
import shlex
from collections.abc import Iterator, Sequence
from typing import Any

from numscope.analysis.check_up.ended.ending import Ending
from numscope.analysis.check_up.ended.reason import reason_of
from numscope.analysis.check_up.evidence import Evidence
from numscope.analysis.check_up.finding import Finding
from numscope.operations.lore.compiled import COMMAND, PREFIX
from numscope.trace import Operation

KIND = "exception"
# Somebody ended the program, or who read its output did.
_MEANT = ("KeyboardInterrupt", "BrokenPipeError")
# Of operations before it, those that a reason may look at.
_MOST_EARLIER = 8
_LAST = """
    select id, exception from operations
    where process = ? and user_file = ? and user_line = ? and user_visible order by id desc limit 1
    """


def ended_by(evidence: Evidence) -> Iterator[Finding]:
    """Yield the exception that ended each process, at the program's innermost line."""
    rows = evidence.trace.ask(
        "select id, argv, environment from processes where json_extract(environment, '$.uncaught') is not null"
    ).to_pylist()
    for row in rows:
        known = json.loads(row["environment"])["uncaught"]
        if isinstance(known, dict) and known.get("file") and known.get("type") not in _MEANT:
            yield _finding(evidence, row, known)


def _finding(evidence: Evidence, row: dict[str, Any], known: dict[str, Any]) -> Finding:
    place = str(known["file"]), int(known["line"])
    found = evidence.trace.ask(_LAST, [row["id"], *place]).to_pylist()
    raising = evidence.fetch([found[0]["id"]])[0] if found and found[0]["exception"] else None
    kind, text = str(known["type"]), str(known["text"])
    reason = reason_of(_ending(evidence, row["id"], known, raising))
    said = _said(kind, text) if reason is None else f"{_short(kind)}: {reason.problem}"
    return Finding(
        KIND,
        *place,
        known.get("function"),
        found[0]["id"] if found else 0,
        1,
        f"the program ended here: {said}",
        _fix(kind, raising) if reason is None else reason.fix,
        _look(kind, raising, row["argv"] or ()),
    )


def _ending(evidence: Evidence, process: int, known: dict[str, Any], raising: Operation | None) -> Ending:
    def earlier(condition: str) -> list[Operation]:
        bound = "" if raising is None else f"and id < {raising.id}"
        query = f"select id from operations where process = ? {bound} and {condition} order by id desc"
        found = evidence.trace.ask(f"{query} limit {_MOST_EARLIER}", [process])
        return evidence.fetch(found["id"].to_pylist())

    source = evidence.trace.sources.text(str(known["file"])) or ""
    kind, text = _short(str(known["type"])), str(known["text"]).strip()
    return Ending(kind, text, raising, source, int(known["line"]), earlier)


def _look(kind: str, raising: Operation | None, argv: Sequence[str]) -> str:
    script = next(iter(argv), "")
    if kind.startswith(PREFIX) and script.endswith(".py"):
        return shlex.join([*COMMAND, os.path.relpath(script), *argv[1:]])
    return f"show T {raising.id}" if raising is not None else "ls T --last"


def _short(kind: str) -> str:
    return kind.rpartition(".")[2].lstrip("_")


def _said(kind: str, text: str) -> str:
    if kind.startswith(PREFIX):
        return "Numba can't compile what is called"
    first = text.strip().partition("\n")[0]
    return f"{_short(kind)}{': ' if first else ''}{first}"


def _fix(kind: str, raising: Operation | None) -> str:
    if kind.startswith(PREFIX):
        return "ask what can't be compiled: changes are tried too"
    if raising is None:
        return "no operation raised it: look at the last ones before, and at this line's names"
    given = [f"{one.dtype}[{','.join(map(str, one.shape or ()))}]" for one in raising.inputs if one.dtype]
    said = f"{raising.name} was given {' and '.join(given)}" if given else f"{raising.name} raised it"
    return f"{said}: look at these values"
