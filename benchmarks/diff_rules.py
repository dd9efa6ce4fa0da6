"""Which rules of `diff` the open pairs need: each is switched off in turn where it answers, and the pair asked again.

Asks recordings that `python -m benchmarks.answers diff --recordings FOLDER` has kept; pairs without one are left out.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks.answers.asking import ask
from benchmarks.answers.programs import Case, cases
from numscope.analysis.diff import verdict

RULES = (
    "argument_behind",
    "call_behind",
    "changed_early",
    "comparable",
    "cut_short",
    "given_by_caller",
    "global_setting",
    "innermost",
    "later_step",
    "left_out",
    "missing_copy",
    "missing_step",
    "moved_effect",
    "moved_otherwise",
    "narrowed",
    "not_run",
    "number_behind",
    "other_turn",
    "out_of_order",
    "reordered_effect",
    "setting_behind",
    "shared_default",
    "unfolded",
)
# These hand on what they are given where they do not answer.
_HAND_ON = ("call_behind", "innermost", "number_behind")


def main() -> int:
    """Ask, and print a table of the rules."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.diff_rules", description=__doc__)
    parser.add_argument("recordings", metavar="FOLDER", type=Path)
    parser.add_argument("--only", metavar="NAME", action="append", help="only pairs with this in their name")
    arguments = parser.parse_args()
    answers, lost, gained = (defaultdict[str, list[str]](list) for _ in range(3))
    asked = right = 0
    for case in cases("diff", "open"):
        folder = _recording(arguments.recordings, case)
        if folder is None or not any(name in case.name for name in arguments.only or [""]):
            continue
        whole, answering = _ask(case, folder, None)
        asked, right = asked + 1, right + whole
        for rule in sorted(answering):
            answers[rule].append(case.name)
            without, _ = _ask(case, folder, rule)
            if without != whole:
                (lost if whole else gained)[rule].append(case.name)
        print("right" if whole else "wrong", case.name, *sorted(answering), flush=True)
    print(
        f"\n{right} of {asked} pairs are right with all rules\n\n| rule | answers | lost without it | won |"
    )
    print("|---|---|---|---|")
    for rule in sorted(RULES, key=lambda rule: -len(lost[rule])):
        names = " ".join(lost[rule])
        print(f"| `{rule}` | {len(answers[rule])} | {len(lost[rule])} {names} | {' '.join(gained[rule])} |")
    return 0


def _recording(recordings: Path, case: Case) -> Path | None:
    """Return the newest recording of a pair, whatever recorder made it."""
    found = [
        folder
        for folder in recordings.glob(f"diff-{case.name}-*")
        if all((folder / f"{part}.numscope").exists() for part in ("before", "after"))
    ]
    return max(found, key=lambda folder: folder.stat().st_mtime, default=None)


def _ask(case: Case, folder: Path, without: str | None) -> tuple[bool, set[str]]:
    """Return whether the first answer is right without a rule, and which of the others answered."""
    with tempfile.NamedTemporaryFile("r") as said, _watched(Path(said.name), without):
        (answer,) = ask(case, folder, ("diff",))
        return answer.first, set(said.read().split())


@contextmanager
def _watched(said: Path, without: str | None) -> Iterator[None]:
    """Have each rule write its name where it answers: `ask` answers in a fork."""
    kept = {name: getattr(verdict, name) for name in RULES}
    for name, rule in kept.items():
        setattr(verdict, name, _off(name) if name == without else _telling(name, rule, said))
    try:
        yield
    finally:
        for name, rule in kept.items():
            setattr(verdict, name, rule)


def _off(name: str) -> Callable[..., Any]:
    return lambda given, *_: given if name in _HAND_ON else None


def _telling(name: str, rule: Callable[..., Any], said: Path) -> Callable[..., Any]:
    def watched(*given: Any) -> Any:
        found = rule(*given)
        if found is not None and (name not in _HAND_ON or found is not given[0]):
            with said.open("a") as file:
                file.write(f"{name}\n")
        return found

    return watched


if __name__ == "__main__":
    sys.exit(main())
