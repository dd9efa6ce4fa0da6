"""A part run twice, plain and recorded, and what differs."""

from __future__ import annotations

import shutil
from dataclasses import dataclass, field, replace
from pathlib import Path

from benchmarks.downstream.runs import Run, packages_folder, run_part
from benchmarks.downstream.suites import Part


@dataclass(frozen=True)
class Difference:
    """One test whose outcome is not the same."""

    test: str
    plain: str
    recorded: str
    text: str


@dataclass(frozen=True)
class Comparison:
    """Both runs of a part. `unsteady` differed once, and not again when run by themselves."""

    part: Part
    plain: Run
    recorded: Run
    differences: list[Difference] = field(default_factory=list)
    unsteady: list[Difference] = field(default_factory=list)

    @property
    def problem(self) -> str:
        """Why the comparison says nothing; empty if it says something."""
        if not self.plain.outcomes:
            return "the plain run ran no test"
        if self.recorded.operations == 0:
            return "the recorded run recorded nothing"
        return ""


def compare(part: Part, folder: Path) -> Comparison:
    """Run `part` plain and recorded below `folder`, and once more what differs."""
    plain = run_part(part, folder / "plain", False)
    recorded = run_part(part, folder / "recorded", True)
    shutil.rmtree(folder / "recorded" / "downstream.numscope", ignore_errors=True)
    found = differences(plain, recorded)
    if not found or len(found) > 200:
        return Comparison(part, plain, recorded, found)
    root = packages_folder(part.library)
    # A parameter in a test's name may be anything: the whole function is run again.
    names = {difference.test.partition("[")[0] for difference in found}
    again = replace(part, arguments=tuple(str(root / name) for name in sorted(names)))
    lasting = {
        difference.test
        for difference in differences(
            run_part(again, folder / "plain-again", False), run_part(again, folder / "recorded-again", True)
        )
    }
    shutil.rmtree(folder / "recorded-again" / "downstream.numscope", ignore_errors=True)
    return Comparison(
        part,
        plain,
        recorded,
        [difference for difference in found if difference.test in lasting],
        [difference for difference in found if difference.test not in lasting],
    )


def differences(plain: Run, recorded: Run) -> list[Difference]:
    """Every test whose outcome differs, one that only one of the runs has included."""
    return [
        Difference(
            test,
            plain.outcomes.get(test, "not run"),
            recorded.outcomes.get(test, "not run"),
            _text(recorded, test),
        )
        for test in sorted(plain.outcomes.keys() | recorded.outcomes.keys())
        if plain.outcomes.get(test) != recorded.outcomes.get(test)
    ]


def _text(run: Run, test: str) -> str:
    return run.texts.get(test, "")
