"""The programs of the corpus: where they are, which line is to blame, and their text without the answer."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

CORPUS = Path(__file__).resolve().parents[2] / "tests" / "answers"
KINDS = ("nan", "diff", "faults", "harmless", "training")
_MARK = re.compile(r"  # culprit(?:, too)?\s*$")
_HEALTHY = re.compile(r"^(\s*)# healthy: ")
_SAID = re.compile(r"^(Symptom|Culprit|Tempts|Report):")


@dataclass(frozen=True)
class Case:
    """One program, or a pair of them. sources: text by file name; of a pair, `before.py` and `after.py`."""

    kind: str
    name: str
    sources: dict[str, str]

    @property
    def culprits(self) -> set[tuple[str, int]]:
        """The lines to blame, as file name and line number; none in a harmless program and in an equal pair."""
        return {
            (file, number)
            for file, text in self.sources.items()
            for number, line in enumerate(text.splitlines(), 1)
            if _MARK.search(line)
        }


def cases(kind: str, part: str) -> Iterator[Case]:
    """Yield the programs of a kind in `open` or `held`, by name; of some kinds none are held."""
    for path in sorted((CORPUS / kind / part).glob("*")):
        if path.suffix == ".py":
            yield Case(kind, path.stem, {path.name: path.read_text(encoding="utf-8")})
        elif (path / "after.py").exists():
            yield Case(
                kind, path.name, {file.name: file.read_text(encoding="utf-8") for file in path.glob("*.py")}
            )


def without_answer(text: str) -> str:
    """Return a program without marks and without what its docstring says of the fault; lines keep their numbers."""
    lines = ["" if _HEALTHY.match(line) else _MARK.sub("", line) for line in text.splitlines()]
    first = ast.parse(text).body[0]
    hidden = False
    for number in range(first.lineno, (first.end_lineno or first.lineno) - 1):
        hidden = bool(lines[number].strip()) and (hidden or bool(_SAID.match(lines[number])))
        if hidden:
            lines[number] = ""
    return "\n".join(lines) + "\n"


def healthy_twin(text: str) -> str:
    """Return a program without its fault: marked lines are gone, and what follows `# healthy:` is in their place."""
    lines = ["" if _MARK.search(line) else _HEALTHY.sub(r"\1", line) for line in text.splitlines()]
    return without_answer("\n".join(lines))
