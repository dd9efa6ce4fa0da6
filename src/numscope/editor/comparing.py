"""What changed since the run before: which trace that is, and the answer of `numscope diff` for an editor."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from rich.console import Group

from numscope.analysis.concepts.array_difference import Tolerance
from numscope.analysis.diff.comparison import Diff, diff
from numscope.editor.latest import Recorded, newest_first
from numscope.errors import NumscopeError
from numscope.format.signature import recorded_here
from numscope.trace.manifest import open_folder, read_manifest
from numscope.trace.reader import open_trace
from numscope.views.escapes import written
from numscope.views.verdict import verdict_view

_COLUMNS = 100


@dataclass(frozen=True)
class Comparison:
    """How a run differs from the one before. file, line: what was changed, or where the values part; "", 0: nowhere."""

    equal: bool
    text: str
    file: str
    line: int


def run_before(recorded: Recorded, folders: Iterable[Path]) -> Recorded | None:
    """Return the newest older trace of the same command that this user recorded here; None if there is none."""
    command = _own_command(recorded)
    older = (one for one in newest_first(folders) if one.sealed_ns < recorded.sealed_ns)
    return next((one for one in older if command is not None and _own_command(one) == command), None)


def compare(before: Recorded, recorded: Recorded) -> Comparison:
    """Compare two such traces. Raises NumscopeError if they can't be, as without content hashes."""
    with open_trace(before.path) as first, open_trace(recorded.path) as second:
        found = diff(first, second, Tolerance())
        return Comparison(found.equal, written(Group(*verdict_view(found)), _COLUMNS), *_place(found))


def _place(found: Diff) -> tuple[str, int]:
    cause, parted = found.verdict.cause, found.verdict.parted
    if cause is not None:
        return cause.file, cause.line
    site = parted.user_site if parted is not None else None
    return site.place if site is not None else ("", 0)


def _own_command(recorded: Recorded) -> list[str] | None:
    """Return the command of a trace that this user recorded; None of any other, which is not opened."""
    try:
        folder = open_folder(recorded.path)
        manifest = read_manifest(folder)
    except NumscopeError:  # it is being written anew: the next request sees it
        return None
    return list(manifest["command"]) if recorded_here(folder, manifest) else None
