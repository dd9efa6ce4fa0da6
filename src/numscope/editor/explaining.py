"""Why Numba could not compile something: `numscope numba explain` for an editor, run when the user asks for it."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from numscope.analysis.check_up.finding import Finding
from numscope.editor.latest import Recorded
from numscope.errors import NumscopeError
from numscope.operations.lore.compiled import COMMAND
from numscope.trace.manifest import open_folder, read_manifest

_LONGEST_S = 300


@dataclass(frozen=True)
class Change:
    """What stands in the place of lines `first` to `last` of a file, from 1; before `first` if `last` is before it."""

    first: int
    last: int
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Explained:
    """A failure of `function` at a line of `file`. text: cause and advice. edited: the file that `changes` are for."""

    function: str
    file: str
    line: int
    text: str
    edited: str
    changes: tuple[Change, ...]


def can_explain(findings: Iterable[Finding]) -> bool:
    """Return whether a finding says that Numba's error ended a script."""
    return any(finding.look.startswith(" ".join(COMMAND)) for finding in findings)


def explain(recorded: Recorded) -> tuple[Explained, ...]:
    """Run the recorded program again under `numscope numba explain`.

    Raises NumscopeError if that says nothing, or takes longer than five minutes.
    """
    manifest = read_manifest(open_folder(recorded.path))
    interpreter, *words = manifest["command"]
    command = [interpreter, "-m", "numscope", *COMMAND, "--json", *words]
    try:
        done = subprocess.run(
            command,
            cwd=manifest["folder"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
            timeout=_LONGEST_S,
        )
        return tuple(map(_explained, json.loads(done.stdout)["explanations"]))
    except (OSError, subprocess.TimeoutExpired, ValueError, KeyError) as error:
        raise NumscopeError(
            f"`numscope numba explain` gave no answer ({error}): run it in a terminal with the program's words."
        ) from None


def _explained(one: dict[str, Any]) -> Explained:
    changes = tuple(
        Change(change["first"], change["last"], tuple(change["lines"])) for change in one["changes"]
    )
    text = "\n".join(filter(None, (one["sentence"], one["advice"])))
    return Explained(one["function"], one["file"], one["line"] or 1, text, one["edited_file"], changes)
