"""What numscope answers about a program: recorded and asked as a user would, in a terminal of 80 columns."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import traceback
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from pathlib import Path

from benchmarks.answers.programs import Case, healthy_twin, without_answer
from numscope.cli.main import main as numscope

SCREEN = 24  # lines of a terminal
QUESTIONS = {
    "nan": ("nan", "check-up"),
    "diff": ("diff", "try"),
    "faults": ("check-up",),
    "harmless": ("nan", "diff", "check-determinism", "precision", "advise", "check-up"),
    "training": ("check-up", "twin"),
}
# What is asked unless a question is named: to try a pair's changes takes many runs.
ASKED = {kind: tuple(one for one in questions if one != "try") for kind, questions in QUESTIONS.items()}
# Of processor time, which other work on the machine does not lengthen; who only waits has so much by the clock.
_SECONDS = 240
_LONGEST_WAIT = 1800


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


def ask(case: Case, folder: Path, questions: Collection[str]) -> list[Verdict]:
    """Record the program of `case` in `folder`, and return a verdict for each question of these that it is made for.

    A recording that is in `folder` already is asked as it is.
    """
    wanted = [question for question in QUESTIONS[case.kind] if question in questions]
    if not wanted:
        return []
    if case.kind == "diff":
        return _ask_pair(case, folder, wanted)
    if case.kind == "training":
        return [_ask_twin(case, folder, question) for question in wanted]
    program = folder / f"{case.name}.py"
    _write(case.sources, folder)
    _record(program, folder / "first.numscope")
    if "diff" in wanted:
        _record(program, folder / "second.numscope")
    others = {
        "diff": ("diff", "first.numscope", "second.numscope"),
        "check-determinism": ("check-determinism", program.name),
    }
    return [
        _judge(
            case,
            question,
            _answer(folder, *others.get(question, (question, "first.numscope"))),
        )
        for question in wanted
    ]


def _ask_twin(case: Case, folder: Path, question: str) -> Verdict:
    """Ask for a check-up of a program with a fault, or of the one without, which must be silent."""
    (name, text), *_ = case.sources.items()
    twin = Case(case.kind, case.name, {name: healthy_twin(text)})
    asked, program = (twin, twin.sources[name]) if question == "twin" else (case, without_answer(text))
    place = folder / question
    place.mkdir(exist_ok=True)
    (place / name).write_text(program, encoding="utf-8")
    _record(place / name, place / "t.numscope")
    return _judge(asked, question, _answer(place, "check-up", "t.numscope"))


def _ask_pair(case: Case, folder: Path, questions: list[str]) -> list[Verdict]:
    # Both programs have one name, as two states of a working copy have.
    for part in ("before", "after"):
        _write(case.files_of(part), folder / part)
        _record(folder / part / f"{case.name}.py", folder / f"{part}.numscope")
    said = {"diff": (), "try": ("--try",)}
    words = ("diff", "before.numscope", "after.numscope")
    return [_judge(case, question, _answer(folder, *words, *said[question])) for question in questions]


def _write(sources: dict[str, str], folder: Path) -> None:
    """Write a program's files into `folder`, without what they say of the answer."""
    for name, text in sources.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(without_answer(text), encoding="utf-8")


def _record(program: Path, trace: Path) -> None:
    if trace.exists():
        return
    words = ("run", "--force", "--output", str(trace), str(program))
    command = [sys.executable, "-m", "numscope", *words]
    environ = {**os.environ, **_TERMINAL, "PYTHONHASHSEED": "0"}
    subprocess.run(
        command, cwd=program.parent, env=environ, capture_output=True, check=False, timeout=_LONGEST_WAIT
    )
    if not trace.exists():
        raise RuntimeError(f"{program.name} left no trace")


@dataclass(frozen=True)
class _Run:
    returncode: int
    stdout: str
    stderr: str


_TERMINAL = {"COLUMNS": "80", "LINES": str(SCREEN)}


def _answer(folder: Path, *words: str) -> _Run:
    """Run a command in a fork of this process: as in one of its own, without half a second of imports."""
    sys.stdout.flush()
    said = [folder / "stdout.txt", folder / "stderr.txt"]
    child = os.fork()
    if child == 0:
        code = 70
        try:
            for stream, path in enumerate(said, 1):
                os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), stream)
            os.chdir(folder)
            os.environ.update(_TERMINAL)
            signal.setitimer(signal.ITIMER_PROF, _SECONDS)
            signal.alarm(_LONGEST_WAIT)
            code = numscope(list(words))
        except SystemExit as ended:
            code = ended.code if isinstance(ended.code, int) else 2 if ended.code else 0
        # Nothing may leave the fork: its parent's code would run a second time.
        except BaseException:  # noqa: BLE001
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)
    _, status = os.waitpid(child, 0)
    out, error = (path.read_text(encoding="utf-8", errors="replace") for path in said)
    return _Run(os.waitstatus_to_exitcode(status), out, error)


def _judge(case: Case, question: str, run: _Run) -> Verdict:
    if run.returncode not in (0, 1):
        return Verdict(case.kind, case.name, question, False, 0, None, _error(run))
    if not case.culprits:
        silent = run.returncode == 0
        return Verdict(case.kind, case.name, question, silent, 0 if silent else 1, None)
    before: set[tuple[str, int]] = set()
    for line, place in _places(run.stdout, case.files):
        if place in case.culprits:
            return Verdict(case.kind, case.name, question, not before, len(before), line)
        before.add(place)
    return Verdict(case.kind, case.name, question, False, len(before), None)


def _error(run: _Run) -> str:
    """Return the last line of what a command wrote about its failure, or how it ended without one."""
    said = run.stderr.strip().splitlines()
    if run.returncode in (-signal.SIGPROF, -signal.SIGALRM):
        return f"no answer within {_SECONDS} s of processor time or {_LONGEST_WAIT} s by the clock"
    if run.returncode < 0:
        return f"killed by {signal.Signals(-run.returncode).name}"
    return said[-1] if said else f"exit code {run.returncode}"


def _places(text: str, files: Iterable[str]) -> list[tuple[int, tuple[str, int]]]:
    """Return the lines of the user's files that a text names, with the line of the text at which each stands."""
    names = "|".join(re.escape(file) for file in sorted(files, key=len, reverse=True))
    place = re.compile(rf"(?<![\w-])({names})[\"']?(?::|, line )(\d+)")
    return [
        (number, (found[1], int(found[2])))
        for number, line in enumerate(text.splitlines(), 1)
        for found in place.finditer(line)
    ]
