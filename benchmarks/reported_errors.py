"""Silent errors from public reports: `python -m benchmarks.reported_errors [--keep FOLDER] [--only NAME]`.

Each program of tests/answers/training/reports is a small reproduction with a healthy twin, named by its report. Asked
is a check-up of the faulty run; two runs of the twin with other seeds are learnt from, and the faulty run and a third
healthy one are held against the rules. A line a program: whether the check-up names a marked line first, in which step
a rule is broken first, counted from the one in which the fault has its first effect (0, or what the program's docstring
says), and whether one of the rules broken by then
has a marked line. Healthy runs have to be silent.
"""

from __future__ import annotations

import argparse
import contextlib
import re
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numscope
from benchmarks.answers.programs import Case, cases, healthy_twin, without_answer
from benchmarks.learnt_rules import record, with_seed
from numscope.analysis.check_up import check_up
from numscope.analysis.learn import Against, against, learn
from numscope.errors import UsageError
from numscope.trace import Trace

_SEEDS = (0, 1000, 2000)
_BEGINS = re.compile(r"^Culprit: .*from step (\d+) on", re.MULTILINE)


@dataclass(frozen=True)
class Row:
    """What was found of one program. late: steps from the fault to the first broken rule; None: none is broken."""

    name: str
    named: bool
    right: bool
    late: int | None
    at_line: bool
    rules: int
    accused: tuple[str, ...]
    said: str

    @property
    def found(self) -> bool:
        """Whether either way finds it within a step."""
        return self.right or (self.late is not None and self.late <= 1)

    def __str__(self) -> str:
        check = "line" if self.right else "named" if self.named else "-"
        rules = "-" if self.late is None else f"{self.late} late" + (", line" if self.at_line else "")
        accused = f"   HEALTHY: {'; '.join(self.accused)}" if self.accused else ""
        return (
            f"{self.name:24} check-up {check:6} rules {rules:14} of {self.rules:4} {self.said[:90]}{accused}"
        )


def rows(folder: Path, only: str) -> Iterator[Row]:
    """Record, ask and judge the programs with `only` in their names."""
    for case in cases("training", "reports"):
        if any(name in case.name for name in only.split(",")):
            row = judged(case, folder)
            if row is not None:
                yield row


def judged(case: Case, folder: Path) -> Row | None:
    """Return what is found of one program; None if a run of it failed."""
    (text,) = case.sources.values()
    twin = healthy_twin(text)
    healthy = [record(with_seed(twin, more), folder, f"{case.name}-{more}") for more in _SEEDS]
    wrong = record(without_answer(text), folder, f"{case.name}-wrong")
    if wrong is None or None in healthy:
        return None
    lines = {line for _, line in case.culprits}
    with contextlib.ExitStack() as stack:
        one, two, third, bad = (stack.enter_context(numscope.open(str(path))) for path in (*healthy, wrong))
        findings = check_up(bad).findings
        accused = [
            f"{finding.kind}@{finding.line}"
            for run in (one, two, third)
            for finding in check_up(run).findings
        ]
        broken, rules = _held(bad, third, one, two, accused)
    begins = _BEGINS.search(text)
    first = int(begins[1]) if begins else 0
    early = [violation for violation in broken if violation.step <= first + 1]
    return Row(
        case.name,
        any(finding.line in lines for finding in findings),
        bool(findings) and findings[0].line in lines,
        max(0, broken[0].step - first) if broken else None,
        any(violation.line in lines for violation in early),
        rules,
        tuple(accused),
        findings[0].problem
        if findings
        else broken[0].rule.sentence + ": " + broken[0].value
        if broken
        else "",
    )


def _held(bad: Trace, third: Trace, one: Trace, two: Trace, accused: list[str]) -> tuple[tuple, int]:
    try:
        rules = learn([("one", one), ("two", two)])
    except UsageError:
        return (), 0
    silent: Against = against(third, rules)
    accused += [f"{one.rule.sentence}: {one.value}" for one in silent.violations[:2]]
    return against(bad, rules).violations, len(rules.rules)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keep", type=Path, help="keep the traces there, and use those that are there")
    parser.add_argument("--only", default="", help="programs with one of these in their names, by commas")
    arguments = parser.parse_args()
    folder = arguments.keep or Path(tempfile.mkdtemp(prefix="reported"))
    folder.mkdir(exist_ok=True)
    found = []
    for row in rows(folder, arguments.only):
        found.append(row)
        print(row, flush=True)
    print(
        f"{len(found)} programs: {sum(one.found for one in found)} found within one step, "
        f"{sum(one.right for one in found)} with the line first by check-up, "
        f"{sum(one.right or (one.at_line and one.found) for one in found)} at the line by either; "
        f"{sum(not one.accused for one in found)} with healthy runs silent"
    )
    if arguments.keep is None:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
