"""What of a replay is done, noted in a file as it goes on: a line of JSON a piece. Cut short, it goes on from there."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import IO, Any

from numscope.analysis.concepts.array_difference import ArrayDifference
from numscope.analysis.replay.answers import OutputDifference, Replayed
from numscope.errors import UsageError


@dataclass
class ChunkResult:
    """What came of the operations `first` to `last`.

    counts: by status. changed: by name, [differing, close, largest ULP]. reasons: by text, [operations, first id].
    """

    first: int
    last: int
    counts: dict[str, int] = field(default_factory=dict)
    changed: dict[str, list[Any]] = field(default_factory=dict)
    findings: list[Any] = field(default_factory=list)
    reasons: dict[str, list[int]] = field(default_factory=dict)

    def add_reason(self, text: str, number: int, operations: int = 1) -> None:
        """Note why operations, the first of which has this number, could not be replayed or checked."""
        known = self.reasons.setdefault(text, [0, number])
        self.reasons[text] = [known[0] + operations, min(known[1], number)]

    def add_change(self, name: str, differs: bool, ulp: float | None) -> None:
        """Note that an operation of this name gave something else."""
        self._join_change(name, [int(differs), int(not differs), ulp])

    def _join_change(self, name: str, more: list[Any]) -> None:
        known = self.changed.get(name, [0, 0, None])
        distances = [ulp for ulp in (known[2], more[2]) if ulp is not None]
        self.changed[name] = [known[0] + more[0], known[1] + more[1], max(distances, default=None)]

    def joined(self, other: ChunkResult) -> ChunkResult:
        """This and the other as one."""
        counts = Counter(self.counts)
        counts.update(other.counts)
        result = ChunkResult(self.first, other.last, dict(counts), {}, [*self.findings, *other.findings])
        for part in (self, other):
            for name, numbers in part.changed.items():
                result._join_change(name, numbers)
            for text, (operations, number) in part.reasons.items():
                result.add_reason(text, number, operations)
        return result


class State:
    """The results so far. path None: they are kept in memory only.

    Raises UsageError if the file is an answer to another question, or can't be written.
    """

    def __init__(self, path: Path | None, question: dict[str, Any]) -> None:
        self.results: list[ChunkResult] = []
        self.done: set[tuple[int, int]] = set()
        self.now: dict[str, str] = {}
        self._file: IO[str] | None = None
        self._noted = False
        if path is None:
            return
        try:
            whole = self._read(path, question)
            self._file = path.open("a" if whole else "w")
            if not whole:
                self._write({"question": question})
        except OSError as error:
            raise UsageError(f"the state file {path} can't be used: {error.strerror}.") from None

    def _read(self, path: Path, question: dict[str, Any]) -> bool:
        """Take up what is in the file; False if there is nothing to go on from."""
        if not path.exists() or not path.stat().st_size:
            return False
        text = path.read_text(errors="replace")
        lines = text.splitlines()
        try:
            known = json.loads(lines[0]).get("question")
        except (ValueError, AttributeError):
            raise UsageError(f"{path} is no state file of numscope replay: give another.") from None
        if known != json.loads(json.dumps(question)):
            raise UsageError(f"the state file {path} belongs to another replay: give another, or delete it.")
        for line in lines[1:]:
            try:
                document = json.loads(line)
            except ValueError:
                continue  # cut short in the middle of a line
            if "now" in document:
                self.now = document["now"]
            else:
                self._take(revived(document))
        if not text.endswith("\n"):
            with path.open("a") as file:
                file.write("\n")
        self._noted = bool(self.now)
        return True

    def _take(self, result: ChunkResult) -> None:
        self.results.append(result)
        self.done.add((result.first, result.last))

    def _write(self, document: dict[str, Any]) -> None:
        if self._file is not None:
            self._file.write(json.dumps(document) + "\n")
            self._file.flush()

    def add(self, result: ChunkResult) -> None:
        """Note one more piece."""
        if not self._noted:
            self._write({"now": self.now})
            self._noted = True
        self._take(result)
        self._write(asdict(result))

    def close(self) -> None:
        """Let the file go."""
        if self._file is not None:
            self._file.close()


def revived(document: dict[str, Any]) -> ChunkResult:
    """A result from its line."""
    findings = []
    for found in document["findings"]:
        outputs = []
        for output in found["outputs"]:
            fields = output["difference"]
            if fields is not None:
                fields = {
                    name: tuple(map(tuple, value))
                    if name == "shapes"
                    else tuple(value)
                    if isinstance(value, list)
                    else value
                    for name, value in fields.items()
                }
            outputs.append(
                OutputDifference(output["what"], fields and ArrayDifference(**fields), output["now"])
            )
        findings.append(Replayed(found["id"], found["name"], found["status"], tuple(outputs)))
    return ChunkResult(**{**document, "findings": findings})
