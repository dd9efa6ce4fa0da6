"""The programs of the corpus: where they are, which line is to blame, and their text without the answer."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from benchmarks.answers.split import split

CORPUS = Path(__file__).resolve().parents[2] / "tests" / "answers"
PARTS = ("before", "after")
KINDS = ("nan", "diff", "faults", "harmless", "training")
_MARK = re.compile(r"  # culprit(?:, too)?\s*$")
_HEALTHY = re.compile(r"^(\s*)# healthy: ")
_SAID = re.compile(r"^(Symptom|Culprit|Tempts|Report):")


@dataclass(frozen=True)
class Case:
    """One program, or a pair of them. sources: text by file name; of a pair below `before/` and `after/`."""

    kind: str
    name: str
    sources: dict[str, str]

    @property
    def files(self) -> set[str]:
        """The files of the program; of a pair those of both programs."""
        return {file.removeprefix("before/").removeprefix("after/") for file in self.sources}

    def files_of(self, part: str) -> dict[str, str]:
        """Return the files of one program of a pair, `before` or `after`, with their texts."""
        return {
            file.removeprefix(f"{part}/"): text
            for file, text in self.sources.items()
            if file.startswith(f"{part}/")
        }

    @property
    def culprits(self) -> set[tuple[str, int]]:
        """The lines to blame, as file name and line number; none in a harmless program and in an equal pair."""
        return {
            (file.removeprefix("before/").removeprefix("after/"), number)
            for file, text in self.sources.items()
            for number, line in enumerate(text.splitlines(), 1)
            if _MARK.search(line)
        }

    def split(self) -> Case:
        """Return the same as a project of several modules; of a training, which holds its twin, the program itself."""
        if self.kind == "training":
            return self
        if self.kind == "diff":
            parts = {part: split(f"{self.name}.py", self.files_of(part)[f"{self.name}.py"]) for part in PARTS}
            sources = {
                f"{part}/{file}": text for part, files in parts.items() for file, text in files.items()
            }
        else:
            sources = dict(chain.from_iterable(split(*one).items() for one in self.sources.items()))
        return Case(self.kind, self.name, sources)


def cases(kind: str, part: str) -> Iterator[Case]:
    """Yield the programs of a kind in `open` or `held`, by name; of some kinds none are held."""
    for path in sorted((CORPUS / kind / part).glob("*")):
        if path.suffix == ".py":
            yield Case(kind, path.stem, {path.name: path.read_text(encoding="utf-8")})
        elif (path / "after.py").exists():
            # Both programs have one name, as two states of a working copy have.
            yield Case(
                kind,
                path.name,
                {
                    f"{part}/{path.name}.py": (path / f"{part}.py").read_text(encoding="utf-8")
                    for part in PARTS
                },
            )


def without_answer(text: str) -> str:
    """Return a program without marks and without what its docstring says of the fault; lines keep their numbers."""
    lines = ["" if _HEALTHY.match(line) else _MARK.sub("", line) for line in text.splitlines()]
    body = ast.parse(text).body
    if not body:
        return text
    first, hidden = body[0], False
    for number in range(first.lineno, (first.end_lineno or first.lineno) - 1):
        hidden = bool(lines[number].strip()) and (hidden or bool(_SAID.match(lines[number])))
        if hidden:
            lines[number] = ""
    return "\n".join(lines) + "\n"


def healthy_twin(text: str) -> str:
    """Return a program without its fault: marked lines are gone, and what follows `# healthy:` is in their place."""
    lines = ["" if _MARK.search(line) else _HEALTHY.sub(r"\1", line) for line in text.splitlines()]
    return without_answer("\n".join(lines))
