"""Trainings of the corpus with a silent error, recorded with their healthy twins, and rules learnt from these."""

from __future__ import annotations

import argparse
import contextlib
import io
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numscope
from benchmarks.answers.programs import Case, healthy_twin, without_answer
from numscope.analysis.learn import Against, against, learn
from numscope.errors import UsageError
from numscope.trace import Trace

_SEEDS = (0, 1000, 2000)
_SEEDED = re.compile(r"(manual_seed|default_rng|np\.random\.seed|random\.seed)\((\d+)\)")


@dataclass(frozen=True)
class Runs:
    """Traces of a program: of its healthy twin with three seeds, and of itself."""

    healthy: tuple[Trace, Trace, Trace]
    faulty: Trace

    def held(self) -> Held | None:
        """Learn from two healthy runs and hold the others against it; None if nothing can be learnt from them."""
        one, two, third = self.healthy
        try:
            rules = learn([("one", one), ("two", two)])
        except UsageError as error:
            print(error)
            return None
        return Held(against(self.faulty, rules), against(third, rules), len(rules.rules))


@dataclass(frozen=True)
class Held:
    """What breaks the rules in the faulty run and in a third healthy one, and how many rules there are."""

    faulty: Against
    healthy: Against
    rules: int

    @property
    def accused(self) -> list[str]:
        """What is said of the healthy run, where nothing should be."""
        return [f"{one.rule.sentence}: {one.value}" for one in self.healthy.violations[:2]]


@contextlib.contextmanager
def recorded(case: Case, folder: Path) -> Iterator[Runs | None]:
    """Give a program's runs, recorded unless they are there; None if one of them failed."""
    (text,) = case.sources.values()
    twin = healthy_twin(text)
    paths = [_record(_with_seed(twin, more), folder, f"{case.name}-{more}") for more in _SEEDS]
    paths.append(_record(without_answer(text), folder, f"{case.name}-wrong"))
    with contextlib.ExitStack() as stack:
        if None in paths:
            yield None
            return
        one, two, third, faulty = (stack.enter_context(numscope.open(str(path))) for path in paths)
        yield Runs((one, two, third), faulty)


@contextlib.contextmanager
def asked(description: str | None) -> Iterator[tuple[Path, tuple[str, ...]]]:
    """Read the options; give the folder of traces, and texts of which a program's name has to hold one."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--keep", type=Path, help="keep the traces there, and use those that are there")
    parser.add_argument("--only", default="", help="programs with one of these in their names, by commas")
    arguments = parser.parse_args()
    only = tuple(arguments.only.split(","))
    if arguments.keep is not None:
        arguments.keep.mkdir(exist_ok=True)
        yield arguments.keep, only
        return
    folder = Path(tempfile.mkdtemp(prefix="twins"))
    yield folder, only
    shutil.rmtree(folder)


def _record(text: str, folder: Path, name: str) -> Path | None:
    """Run a program in this process and record it, one that starts processes in its own; None if it failed."""
    trace = folder / f"{name}.numscope"
    if trace.exists():
        return trace
    program = folder / f"{name}.py"
    program.write_text(text, encoding="utf-8")
    if "__main__" in text:
        command = [sys.executable, "-m", "numscope", "run", "--output", str(trace), str(program)]
        ended = subprocess.run(command, capture_output=True, text=True, check=False)
        if ended.returncode:
            print(f"{name}: {ended.stderr.strip()[-200:]}")
        return trace if trace.exists() and not ended.returncode else None
    try:
        with contextlib.redirect_stdout(io.StringIO()), numscope.record(trace):
            exec(compile(text, str(program), "exec"), {"__name__": "__main__", "__file__": str(program)})
    except (Exception, SystemExit) as error:  # noqa: BLE001 the program's own
        print(f"{name}: {type(error).__name__}: {error}")
        shutil.rmtree(trace, ignore_errors=True)
        return None
    return trace


def _with_seed(text: str, more: int) -> str:
    """Return the program with other seeds."""
    return _SEEDED.sub(lambda found: f"{found[1]}({int(found[2]) + more})", text)
