"""The file that holds a baseline: JSON, one line of the program a line of text, so that a change of it can be read."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from numscope.analysis.baseline.lines import LineResults, Numbers
from numscope.errors import UsageError

_VERSION = 1
_NOTHING = asdict(Numbers())


def write_baseline(path: Path, lines: Iterable[LineResults]) -> None:
    """Write a baseline. Raises UsageError if the file can't be written."""
    rows = ",\n".join(json.dumps(_row(line), ensure_ascii=False) for line in lines)
    text = f'{{"numscope_baseline": {_VERSION}, "lines": [\n{rows}\n]}}\n'
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{path} can't be written: {error.strerror or error}.") from None


def read_baseline(path: Path) -> tuple[LineResults, ...]:
    """Return a baseline's lines. Raises UsageError if it is not there, or not a baseline."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise UsageError(f"there is no baseline {path}: the same command with --update makes it.") from None
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path} can't be read: {error}.") from None
    try:
        document = json.loads(text)
        if document["numscope_baseline"] != _VERSION:
            raise UsageError(f"{path} is of another version of numscope: make it again with --update.")
        return tuple(_line(row) for row in document["lines"])
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise UsageError(f"{path} is no baseline ({error}): make it again with --update.") from None


def _row(line: LineResults) -> dict[str, Any]:
    """Return a line without its number, which changes with each line above."""
    row = asdict(replace(line, line=0))
    del row["line"]
    row["numbers"] = {name: value for name, value in row["numbers"].items() if value != _NOTHING[name]}
    return {name: value for name, value in row.items() if value not in ((), {}, 0)}


def _line(row: dict[str, Any]) -> LineResults:
    return LineResults(
        str(row["file"]),
        str(row["function"]),
        str(row.get("source", "")),
        str(row["operation"]),
        int(row["calls"]),
        int(row.get("raised", 0)),
        tuple(row["results"]),
        str(row.get("hash", "")),
        Numbers(**row.get("numbers", {})),
        tuple(row.get("elements", ())),
    )
