"""What rules learnt from healthy trainings find: `python -m benchmarks.learnt_rules [--keep FOLDER] [--only NAME]`.

Each program of tests/answers/training has a healthy twin. Two runs of the twin with other seeds are learnt from; the
faulty program and a third run of the twin are held against the rules. Counted are the faulty programs of which a rule
is broken, at the line to blame, and the healthy runs of which none is.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import numscope
from benchmarks.answers.programs import Case, cases, healthy_twin, without_answer
from numscope.analysis.learn import Against, against, learn
from numscope.errors import UsageError

_SEEDS = (0, 1000, 2000)
_SEEDED = re.compile(r"(manual_seed|default_rng|np\.random\.seed|random\.seed)\((\d+)\)")


def record(text: str, folder: Path, name: str) -> Path | None:
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


def with_seed(text: str, more: int) -> str:
    """Return the program with other seeds."""
    return _SEEDED.sub(lambda found: f"{found[1]}({int(found[2]) + more})", text)


def held_against(case: Case, folder: Path) -> tuple[Against, Against, int] | None:
    """Return what breaks the rules in the faulty program and in a third healthy run, and the number of rules."""
    (text,) = case.sources.values()
    faulty, twin = without_answer(text), healthy_twin(text)
    healthy = [record(with_seed(twin, more), folder, f"{case.name}-{more}") for more in _SEEDS]
    wrong = record(faulty, folder, f"{case.name}-wrong")
    if wrong is None or None in healthy:
        return None
    with contextlib.ExitStack() as stack:
        one, two, third, bad = (stack.enter_context(numscope.open(str(path))) for path in (*healthy, wrong))
        try:
            rules = learn([("one", one), ("two", two)])
        except UsageError as error:
            print(f"{case.name}: {error}")
            return None
        return against(bad, rules), against(third, rules), len(rules.rules)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keep", type=Path, help="keep the traces there, and use those that are there")
    parser.add_argument("--only", default="", help="programs with this in their names")
    arguments = parser.parse_args()
    folder = arguments.keep or Path(tempfile.mkdtemp(prefix="learnt"))
    folder.mkdir(exist_ok=True)
    found = at_line = silent = asked = 0
    for case in (one for part in ("open", "held") for one in _cases(part) if arguments.only in one.name):
        result = held_against(case, folder)
        if result is None:
            continue
        bad, good, rules = result
        asked += 1
        found += bool(bad.violations)
        silent += not good.violations
        blamed = {line for _, line in case.culprits}
        at_line += any(one.line in blamed for one in bad.violations)
        kinds = ", ".join(
            dict.fromkeys(f"{one.rule.kind}@{one.step + 1}:{one.line}" for one in bad.violations)
        )
        accused = "; ".join(f"{one.rule.sentence}: {one.value}" for one in good.violations[:2])
        print(
            f"{case.name:28} {rules:4} rules  {kinds[:90] or '-'}{'   TWIN: ' + accused if accused else ''}"
        )
    print(
        f"{asked} programs: {found} found, {at_line} with the line among them; {silent} healthy runs silent"
    )
    if arguments.keep is None:
        shutil.rmtree(folder)


def _cases(part: str) -> list[Case]:
    try:
        return list(cases("training", part))
    except FileNotFoundError:
        return []


if __name__ == "__main__":
    main()
