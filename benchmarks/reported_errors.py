"""Silent errors from public reports: `python -m benchmarks.reported_errors [--keep FOLDER] [--only NAME]`.

Each program of tests/answers/training/reports is a small reproduction with a healthy twin, named by its report. Asked
is a check-up of the faulty run; two runs of the twin with other seeds are learnt from, and the faulty run and a third
healthy one are held against the rules. A line a program: whether the check-up names a marked line first, in which step
a rule is broken first, counted from the one in which the fault has its first effect (0, or what the program's docstring
says), and whether one of the rules broken by then
has a marked line. Healthy runs have to be silent.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.answers.programs import Case, cases
from benchmarks.healthy_twins import Runs, asked, recorded
from numscope.analysis.check_up import check_up

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


def rows(folder: Path, only: tuple[str, ...]) -> Iterator[Row]:
    """Record, ask and judge the programs with one of `only` in their names."""
    for case in cases("training", "reports"):
        if any(name in case.name for name in only):
            with recorded(case, folder) as runs:
                if runs is not None:
                    yield judged(case, runs)


def judged(case: Case, runs: Runs) -> Row:
    """Return what is found of one program."""
    (text,) = case.sources.values()
    lines = {line for _, line in case.culprits}
    findings = check_up(runs.faulty).findings
    accused = [f"{finding.kind}@{finding.line}" for run in runs.healthy for finding in check_up(run).findings]
    held = runs.held()
    broken = held.faulty.violations if held else ()
    begins = _BEGINS.search(text)
    first = int(begins[1]) if begins else 0
    said = [finding.problem for finding in findings]
    said += [f"{violation.rule.sentence}: {violation.value}" for violation in broken[:1]]
    return Row(
        case.name,
        any(finding.line in lines for finding in findings),
        bool(findings) and findings[0].line in lines,
        max(0, broken[0].step - first) if broken else None,
        any(violation.line in lines for violation in broken if violation.step <= first + 1),
        held.rules if held else 0,
        (*accused, *(held.accused if held else ())),
        said[0] if said else "",
    )


def main() -> None:
    found = []
    with asked(__doc__) as (folder, only):
        for row in rows(folder, only):
            found.append(row)
            print(row, flush=True)
    print(
        f"{len(found)} programs: {sum(one.found for one in found)} found within one step, "
        f"{sum(one.right for one in found)} with the line first by check-up, "
        f"{sum(one.right or (one.at_line and one.found) for one in found)} at the line by either; "
        f"{sum(not one.accused for one in found)} with healthy runs silent"
    )


if __name__ == "__main__":
    main()
