"""Which rules of `diff` the open pairs need: each is switched off in turn where it answers, and the pair judged again.

Reads recordings that `python -m benchmarks.answers diff --recordings FOLDER` has kept; pairs without one are left out.
Where values part is found once a pair. With `--results FILE` what was found is kept there, a line a pair, so that a run
may be ended at any time and goes on from there.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numscope
from benchmarks.answers.programs import Case, cases
from numscope.analysis.concepts.array_difference import Tolerance
from numscope.analysis.diff import verdict
from numscope.trace import Trace

RULES = (
    "argument_behind",
    "call_behind",
    "changed_early",
    "comparable",
    "cut_short",
    "formula",
    "given_by_caller",
    "global_setting",
    "innermost",
    "later_step",
    "left_out",
    "lost_step",
    "missing_step",
    "mode_behind",
    "moved_effect",
    "moved_otherwise",
    "narrowed",
    "not_run",
    "number_behind",
    "other_part",
    "other_turn",
    "out_of_order",
    "overwritten",
    "part_of_composite",
    "pitfall",
    "reordered_effect",
    "setting_behind",
    "shared_default",
    "trap",
    "turned",
    "unfolded",
)
# These hand on what they are given where they do not answer.
_HAND_ON = ("call_behind", "innermost", "number_behind")
# What a verdict rests on, the same whatever rules there are.
_FOUND_ONCE = ("divergence", "program_change")


@dataclass(frozen=True)
class Answer:
    """What a pair gives. right: with all rules; without: by each rule that answers, whether it is right without it."""

    name: str
    right: bool
    without: dict[str, bool]


def main() -> int:
    """Ask, and print a table of the rules."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.diff_rules", description=__doc__)
    parser.add_argument("recordings", metavar="FOLDER", type=Path)
    parser.add_argument("--only", metavar="NAME", action="append", help="only pairs with this in their name")
    parser.add_argument("--results", metavar="FILE", type=Path, help="keep what was found there")
    parser.add_argument("--seconds", type=float, default=1e9, help="begin no further pair after so many")
    arguments = parser.parse_args()
    answers, end = list(_kept(arguments.results)), time.monotonic() + arguments.seconds
    asked = {one.name for one in answers}
    for case in cases("diff", "open"):
        folder = _recording(arguments.recordings, case)
        wanted = any(name in case.name for name in arguments.only or [""])
        if folder is None or not wanted or case.name in asked or time.monotonic() > end:
            continue
        answers.append(_ask(case, folder))
        print("right" if answers[-1].right else "wrong", case.name, *sorted(answers[-1].without), flush=True)
        if arguments.results is not None:
            with arguments.results.open("a") as file:
                file.write(f"{json.dumps(asdict(answers[-1]))}\n")
    print(_table(answers))
    return 0


def _kept(results: Path | None) -> Iterator[Answer]:
    if results is not None and results.exists():
        yield from (Answer(**json.loads(line)) for line in results.read_text().splitlines())


def _recording(recordings: Path, case: Case) -> Path | None:
    """Return the newest recording of a pair, whatever recorder made it."""
    found = [
        folder
        for folder in recordings.glob(f"diff-{case.name}-*")
        if all((folder / f"{part}.numscope").exists() for part in ("before", "after"))
    ]
    return max(found, key=lambda folder: folder.stat().st_mtime, default=None)


def _ask(case: Case, folder: Path) -> Answer:
    """Take the verdict with all rules, and without each that answers."""
    once: dict[str, Any] = {}
    with (
        numscope.open(folder / "before.numscope") as first,
        numscope.open(folder / "after.numscope") as second,
    ):
        answering: set[str] = set()
        with _rules(once, answering, None):
            right = _is_right(case, first, second)
        without = {}
        for rule in sorted(answering):
            with _rules(once, set(), rule):
                without[rule] = _is_right(case, first, second)
    return Answer(case.name, right, without)


def _is_right(case: Case, first: Trace, second: Trace) -> bool:
    """Return whether the line to blame is named, or equal programs are called equal."""
    found = verdict.verdict(first, second, Tolerance())
    culprits = {line for _, line in case.culprits}
    equal = found.agree and found.as_often
    if not culprits or equal:
        return equal and not culprits
    site = None if found.parted is None else found.parted.user_site or found.parted.site
    line = found.cause.line if found.cause is not None else site.line if site is not None else None
    return line in culprits


@contextmanager
def _rules(once: dict[str, Any], answering: set[str], without: str | None) -> Iterator[None]:
    """Have each rule say that it answered, switch one off, and find once what all verdicts of a pair rest on."""
    kept = {name: getattr(verdict, name) for name in (*RULES, *_FOUND_ONCE)}
    for name, function in kept.items():
        changed = (
            _found_once(once, name, function)
            if name in _FOUND_ONCE
            else _off(name)
            if name == without
            else _telling(answering, name, function)
        )
        setattr(verdict, name, changed)
    try:
        yield
    finally:
        for name, function in kept.items():
            setattr(verdict, name, function)


def _found_once(once: dict[str, Any], name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    def found(*given: Any) -> Any:
        if name not in once:
            once[name] = function(*given)
        return once[name]

    return found


def _off(name: str) -> Callable[..., Any]:
    return lambda given, *_: given if name in _HAND_ON else None


def _telling(answering: set[str], name: str, rule: Callable[..., Any]) -> Callable[..., Any]:
    def watched(*given: Any) -> Any:
        found = rule(*given)
        if found is not None and (name not in _HAND_ON or found is not given[0]):
            answering.add(name)
        return found

    return watched


def _table(answers: Iterable[Answer]) -> str:
    asked, lost, gained = [*answers], defaultdict[str, list[str]](list), defaultdict[str, list[str]](list)
    count: dict[str, int] = dict.fromkeys(RULES, 0)
    for one in asked:
        for rule, right in one.without.items():
            count[rule] += 1
            if right != one.right:
                (lost if one.right else gained)[rule].append(one.name)
    lines = [
        f"\n{sum(one.right for one in asked)} of {len(asked)} pairs are right with all rules\n",
        "| rule | answers | lost without it | won |",
        "|---|---|---|---|",
    ]
    for rule in sorted(RULES, key=lambda rule: -len(lost[rule])):
        names = " ".join(f"`{name}`" for name in lost[rule])
        won = " ".join(f"`{name}`" for name in gained[rule])
        lines.append(f"| `{rule}` | {count[rule]} | {len(lost[rule])} {names} | {won} |")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
