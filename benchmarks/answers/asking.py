"""What numscope answers about a program: recorded and asked as a user would, in a terminal of 80 columns."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from benchmarks.answers.programs import Case, healthy_twin, without_answer

SCREEN = 24  # lines of a terminal
_SECONDS = 240


@dataclass(frozen=True)
class Verdict:
    """How an answer came out.

    first: the first place in the program that it names is the line to blame; of a program without one, it is silent.
    findings: places that it names before the right one, or all of them. lines: how many were read until the right
    place; None: it is not named.
    """

    kind: str
    name: str
    question: str
    first: bool
    findings: int
    lines: int | None
    error: str = ""


def ask(case: Case, folder: Path) -> list[Verdict]:
    """Record the program of `case` in `folder`, and return a verdict for each question that it is made for."""
    if case.kind == "diff":
        return [_ask_pair(case, folder)]
    if case.kind == "training":
        return _ask_twins(case, folder)
    program = folder / f"{case.name}.py"
    program.write_text(without_answer(next(iter(case.sources.values()))), encoding="utf-8")
    if case.kind == "nan":
        _record(program, folder / "first.numscope")
        return [
            _judge(case, question, [program.name], _numscope(folder, question, "first.numscope"))
            for question in ("nan", "check-up")
        ]
    for name in ("first", "second"):
        _record(program, folder / f"{name}.numscope")
    questions = {
        "nan": ("nan", "first.numscope"),
        "diff": ("diff", "first.numscope", "second.numscope"),
        "check-determinism": ("check-determinism", program.name),
        "precision": ("precision", "first.numscope"),
        "advise": ("advise", "first.numscope"),
        "check-up": ("check-up", "first.numscope"),
    }
    return [
        _judge(case, name, [program.name], _numscope(folder, *words)) for name, words in questions.items()
    ]


def _ask_twins(case: Case, folder: Path) -> list[Verdict]:
    """Ask for a check-up of a program with a fault, and of the one without, which must be silent."""
    (name, text), *_ = case.sources.items()
    twin = Case(case.kind, case.name, {name: healthy_twin(text)})
    verdicts = []
    for question, asked, program in (
        ("check-up", case, without_answer(text)),
        ("twin", twin, twin.sources[name]),
    ):
        place = folder / question
        place.mkdir()
        (place / name).write_text(program, encoding="utf-8")
        _record(place / name, place / "t.numscope")
        verdicts.append(_judge(asked, question, [name], _numscope(place, "check-up", "t.numscope")))
    return verdicts


def _ask_pair(case: Case, folder: Path) -> Verdict:
    # Both programs have one name, as two states of a working copy have.
    for part in ("before", "after"):
        (folder / part).mkdir()
        program = folder / part / f"{case.name}.py"
        program.write_text(without_answer(case.sources[f"{part}.py"]), encoding="utf-8")
        _record(program, folder / f"{part}.numscope")
    run = _numscope(folder, "diff", "before.numscope", "after.numscope")
    return _judge(case, "diff", [f"after/{case.name}.py", f"{case.name}.py"], run)


def _record(program: Path, trace: Path) -> None:
    words = ("run", "--force", "--output", str(trace), str(program))
    _numscope(program.parent, *words)
    if not trace.exists():
        raise RuntimeError(f"{program.name} left no trace")


def _numscope(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environ = {**os.environ, "COLUMNS": "80", "LINES": str(SCREEN), "PYTHONHASHSEED": "0"}
    command = [sys.executable, "-m", "numscope", *words]
    return subprocess.run(
        command, cwd=folder, env=environ, capture_output=True, text=True, check=False, timeout=_SECONDS
    )


def _judge(case: Case, question: str, files: list[str], run: subprocess.CompletedProcess[str]) -> Verdict:
    wanted = {number for _, number in case.culprits}
    if run.returncode not in (0, 1):
        error = (run.stderr.strip().splitlines() or ["?"])[-1]
        return Verdict(case.kind, case.name, question, False, 0, None, error)
    if not wanted:
        silent = run.returncode == 0
        return Verdict(case.kind, case.name, question, silent, 0 if silent else 1, None)
    named = _places(run.stdout, files)
    before: list[int] = []
    for line, number in named:
        if number in wanted:
            return Verdict(case.kind, case.name, question, not before, len(set(before)), line)
        before.append(number)
    return Verdict(case.kind, case.name, question, False, len(set(before)), None)


def _places(text: str, files: list[str]) -> list[tuple[int, int]]:
    """Return the lines of the user's files that a text names, with the line of the text at which each stands."""
    names = "|".join(re.escape(file) for file in files)
    place = re.compile(rf"(?<![\w-])(?:{names})[\"']?(?::|, line )(\d+)")
    return [
        (number, int(found[1]))
        for number, line in enumerate(text.splitlines(), 1)
        for found in place.finditer(line)
    ]
