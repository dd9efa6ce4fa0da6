"""The finished answer: what went wrong, where, and what to change."""

from __future__ import annotations

import difflib
import os
import textwrap
from dataclasses import dataclass, field

from numscope.compiled.numba.explaining.drawing import header, typed_lines
from numscope.compiled.numba.explaining.edits import Edit, applied
from numscope.compiled.numba.explaining.source import Source

DOCS = "https://numba.readthedocs.io/en/stable/"


@dataclass
class Diagnosis:
    """One rule's finding: the sentence, the advice, the page of Numba's manual, the edits that mend it."""

    kind: str
    sentence: str
    advice: str
    page: str
    line: int | None = None
    edits: tuple[Edit, ...] = ()
    file: str | None = None


@dataclass
class Explanation:
    """What a newcomer needs to read about one failure. `str()` of it is the text shown in a terminal.

    smallest: where no change is known, the smallest part of the function that fails in the same way.
    tried: what became of the change that `edits` make, or of all that were tried in vain; "": none was.
    without_numba: whether plain Python accepts the failing call; "": not known.
    """

    kind: str
    function: str
    file: str
    line: int | None
    sentence: str
    advice: str
    url: str
    types: dict[int, dict[str, str]] = field(default_factory=dict)
    also: list[str] = field(default_factory=list)
    edits: tuple[Edit, ...] = ()
    edited_file: str | None = None
    error: str = ""
    smallest: str = ""
    tried: str = ""
    without_numba: str = ""
    tried_count: int = 0
    tried_s: float = 0.0

    @property
    def diff(self) -> str:
        """The change as a unified diff, or an empty string where none can be written."""
        if not self.edits:
            return ""
        path = self.edited_file or self.file
        before = Source.of(path).lines
        name = os.path.relpath(path)
        name = path if name.startswith("..") else name
        after = self.apply(before)
        return "\n".join(difflib.unified_diff(before, after, name, name, lineterm="", n=1))

    @property
    def changes(self) -> list[dict[str, object]]:
        """The change by ranges: `lines` stand in the place of lines `first` to `last`, which count from 1.

        Where `last` is before `first`, they stand before `first`.
        """
        if not self.edits:
            return []
        before = Source.of(self.edited_file or self.file).lines
        after = self.apply(before)
        codes = difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
        return [
            {"first": start + 1, "last": end, "lines": after[there:until]}
            for tag, start, end, there, until in codes
            if tag != "equal"
        ]

    def apply(self, lines: list[str]) -> list[str]:
        """`lines` of the source with the change made."""
        return applied(lines, self.edits)

    def as_json(self) -> dict[str, object]:
        """The explanation as plain values for `--json`."""
        return {
            "kind": self.kind,
            "function": self.function,
            "file": self.file,
            "line": self.line,
            "sentence": self.sentence,
            "advice": self.advice,
            "diff": self.diff,
            "edited_file": self.edited_file or self.file,
            "changes": self.changes,
            "smallest": self.smallest,
            "tried": self.tried,
            "without_numba": self.without_numba,
            "tried_count": self.tried_count,
            "tried_s": round(self.tried_s, 2),
            "url": self.url,
            "types": {str(line): names for line, names in self.types.items()},
            "also": self.also,
            "error": self.error,
        }

    def __str__(self) -> str:
        parts = [header(self.function, self.file, self.line)]
        if self.line:
            parts.append(typed_lines(self.file, self.line, self.types))
        parts.append(f"What went wrong: {self.sentence}")
        parts += [f"Also: {sentence}" for sentence in self.also]
        if self.advice:
            heading = "What to change" if self.edits and self.tried else "What may help (not tried)"
            parts.append(f"{heading}: {self.advice}")
        if self.smallest:
            parts.append(
                f"The smallest part that fails the same way:\n\n{textwrap.indent(self.smallest, '  ')}"
            )
        if self.diff:
            parts.append(self.diff)
        if self.tried:
            parts.append(f"Tried: {self.tried}")
        parts.append(f"Read more: {self.url}")
        return "\n\n".join(parts)
