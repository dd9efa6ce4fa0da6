"""How often `check-up` names a fault first that was planted into a program that somebody else wrote.

    python -m benchmarks.planted_faults FOLDER ... --keep OUT [--seed N] [--plants N] [--each N] [--only KIND ...]

FOLDER holds scripts that end by themselves, such as the examples of a package, and what they need is installed. A
script counts if it runs for less than `--slow` seconds, asks no network, and `check-up` is silent about it. Into each,
faults of `benchmarks/planting/promised/planters.py` are planted one at a time, by the seed those of which there are
fewest. A plant is kept if the program still runs to its end and comes to something else, which it does not from run to
run. Right is: the first finding is at the planted statement, or of a kind that fits and at a statement that reads what
the planted one made. OUT keeps programs, recordings and answers, and `answers.jsonl`.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import json
import os
import random
import shutil
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numscope
from benchmarks.planted_nan import scripts_of
from benchmarks.planting.plain import load_libraries
from benchmarks.planting.promised.forked import forked
from benchmarks.planting.promised.planters import PLANTERS
from benchmarks.planting.promised.program import Plant, Planted, Program, planted
from benchmarks.planting.promised.watched import run_main, watched
from numscope.analysis.check_up import check_up

# What numscope imports to answer: once, in place of each time.
_OURS = "import duckdb, pandas, pyarrow.parquet, numscope.trace.sealing"
_MOST_SECONDS = 200
_TRIES = 6  # plants of a kind in one program, of which most change nothing or end it


@dataclass(frozen=True)
class Base:
    """A program without a fault. came_to: what it comes to in each run."""

    script: Path
    program: Program
    came_to: dict[str, str]


@dataclass(frozen=True)
class Answer:
    """What `check-up` said of a plant. first: kind, line and problem of the first finding.

    right: that is the planted fault. there: it is at the planted statement itself. named: in any place.
    """

    planter: str
    script: str
    lines: tuple[int, int]
    statement: str
    right: bool
    named: bool
    there: bool
    first: tuple[str, int, str] | None
    folder: str


def main() -> None:
    """Plant, ask, and print a table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--keep", required=True, type=Path)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--plants", type=int, default=30)
    parser.add_argument("--each", type=int, default=2, help="plants of a script (default: 2)")
    parser.add_argument("--slow", type=float, default=8, help="seconds that a script may take (default: 8)")
    parser.add_argument("--minutes", type=float, default=60, help="begin no script after these (default: 60)")
    parser.add_argument("--only", nargs="*", default=list(PLANTERS), choices=list(PLANTERS), metavar="KIND")
    given = parser.parse_args()
    given.keep.mkdir(parents=True, exist_ok=True)
    os.environ["MPLBACKEND"] = "Agg"
    load_libraries(_OURS)
    until, rng = time.monotonic() + 60 * given.minutes, random.Random(given.seed)
    answers: list[Answer] = []
    scripts: Counter[str] = Counter()
    for base in _bases(given, rng, scripts, until):
        asked = 0
        for planter in _fewest_first(answers, _fitting(base.program, given.only), rng):
            found = _ask(base, planter, given.keep, rng) if asked < given.each else None
            if found is not None:
                asked += 1
                answers.append(found)
                with (given.keep / "answers.jsonl").open("a") as out:
                    out.write(json.dumps(asdict(found)) + "\n")
                print(_line(found), flush=True)
        if len(answers) >= given.plants:
            break
    _table(answers, scripts)


def _bases(
    given: argparse.Namespace, rng: random.Random, scripts: Counter[str], until: float
) -> Iterator[Base]:
    """Yield scripts that run, quickly, and of which `check-up` is silent, in an order by the seed."""
    for script in scripts_of(given.folders, rng):
        if time.monotonic() > until:
            return
        text = script.read_text(encoding="utf-8", errors="replace")
        with contextlib.suppress(SyntaxError):
            load_libraries(text)
        folder = given.keep.resolve() / "bases" / f"{script.parent.name}-{script.stem}-{_hash(text)}"
        folder.mkdir(parents=True, exist_ok=True)
        state, base = _healthy(folder, script, text, given)
        scripts[state] += 1
        if base is not None:
            yield base


def _healthy(folder: Path, script: Path, text: str, given: argparse.Namespace) -> tuple[str, Base | None]:
    """Return what a script is fit for, and the base if plants can be put into it; the folder keeps both."""
    known = folder / "state.txt"
    copy = folder / script.name
    if not known.exists():
        copy.write_text(text, encoding="utf-8")
        # Time enough for the imports, too.
        longest = 2 * given.slow + 6
        plain = _watched(copy, script.parent, longest, with_facts=True)
        again = _watched(copy, script.parent, longest) if plain else None
        if plain is None or again is None or again["seconds"] > given.slow:
            known.write_text("left out: slow, or it fails")
        elif not _fitting(Program(text, plain["facts"]), given.only):
            known.write_text("without a place for a plant")
        else:
            findings = _check_up(copy, script.parent)
            shutil.rmtree(folder / "run.numscope", ignore_errors=True)
            if findings:
                print(f"accused without a plant: {script}: {findings[0]['problem']}", flush=True)
            known.write_text("no answer" if findings is None else "accused" if findings else "healthy")
        (folder / "runs.json").write_text(json.dumps([plain, again]))
    if (state := known.read_text()) != "healthy":
        return state, None
    plain, again = json.loads((folder / "runs.json").read_text())
    came_to = {
        name: digest for name, digest in again["came_to"].items() if plain["came_to"].get(name) == digest
    }
    return state, Base(script, Program(text, plain["facts"]), came_to)


def _fitting(program: Program, planters: list[str]) -> list[str]:
    return [planter for planter in planters if next(PLANTERS[planter][0](program), None) is not None]


def _fewest_first(answers: list[Answer], only: list[str], rng: random.Random) -> list[str]:
    counted = Counter(one.planter for one in answers)
    return sorted(only, key=lambda planter: (counted[planter], rng.random()))


def _ask(base: Base, planter: str, keep: Path, rng: random.Random) -> Answer | None:
    """Plant one fault of this kind, and ask; None if none changes what the program comes to."""
    plant_all, kinds = PLANTERS[planter]
    plants = list(plant_all(base.program))
    rng.shuffle(plants)
    for plant in plants[:_TRIES]:
        fault = _kept(base, plant)
        if fault is None:
            continue
        folder = keep.resolve() / "plants" / f"{planter}-{base.script.stem}-{_hash(fault.text)}"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        copy = folder / base.script.name
        copy.write_text(fault.text, encoding="utf-8")
        came_to = _watched(copy, base.script.parent, _MOST_SECONDS)
        if came_to is None or not _changed(base, plant, came_to["came_to"]):
            shutil.rmtree(folder)
            continue
        findings = _check_up(copy, base.script.parent)
        if findings is None:
            continue
        rights = [_is_right(one, copy.name, fault, kinds) for one in findings]
        first = (findings[0]["kind"], findings[0]["line"], findings[0]["problem"]) if findings else None
        statement = "\n".join(fault.text.splitlines()[fault.lines[0] - 1 : fault.lines[-1]])
        there = bool(findings) and findings[0]["line"] in fault.lines
        return Answer(
            planter,
            str(base.script),
            (fault.lines[0], fault.lines[-1]),
            statement,
            rights[:1] == [True],
            any(rights),
            there,
            first,
            str(folder),
        )
    return None


def _kept(base: Base, plant: Plant) -> Planted | None:
    try:
        return planted(base.program, plant)
    except (SyntaxError, StopIteration):
        return None


def _changed(base: Base, plant: Plant, came_to: dict[str, str]) -> bool:
    """Say whether anything but what the plant itself names differs from what the program comes to."""
    return any(
        came_to.get(name) != digest for name, digest in base.came_to.items() if name not in plant.bound
    )


def _is_right(finding: dict[str, Any], file: str, fault: Planted, kinds: frozenset[str]) -> bool:
    if Path(finding["file"]).name != file:
        return False
    return finding["line"] in fault.lines or (finding["kind"] in kinds and finding["line"] in fault.effects)


def _watched(script: Path, folder: Path, seconds: float, with_facts: bool = False) -> dict[str, Any] | None:
    """Run a script; None if it fails or takes too long."""
    found: dict[str, Any] | None = forked(lambda: watched(script, with_facts), folder, seconds)
    return found


def _check_up(script: Path, at: Path) -> list[dict[str, Any]] | None:
    """Record a script and return the findings; None without an answer."""
    trace = script.parent / "run.numscope"

    def record() -> bool:
        with numscope.record(trace, force=True):
            run_main(script, compile(script.read_text(encoding="utf-8"), str(script), "exec"))
        return True

    def ask() -> list[dict[str, Any]]:
        with numscope.open(trace) as opened:
            return [asdict(finding) for finding in check_up(opened).findings]

    if forked(record, at, _MOST_SECONDS) is None:
        return None
    answer: list[dict[str, Any]] | None = forked(ask, at, _MOST_SECONDS)
    (script.parent / "check-up.json").write_text(json.dumps(answer))
    return answer


def _line(answer: Answer) -> str:
    state = "right" if answer.right else "named" if answer.named else "wrong" if answer.first else "silent"
    said = "" if answer.first is None else f" <- {answer.first[0]} :{answer.first[1]} {answer.first[2][:90]}"
    place = f"{Path(answer.script).name}:{answer.lines[0]}"
    return f"{state:<7}{answer.planter:<20}{place} {answer.statement.strip()[:100]!r}{said}"


def _table(answers: list[Answer], scripts: Counter[str]) -> None:
    print(
        "\n| planted | plants | right first | at the planted statement | named at all |\n|---|---|---|---|---|"
    )
    for planter in [*dict.fromkeys(one.planter for one in answers), "all"]:
        of = [one for one in answers if planter in (one.planter, "all")]
        sums = (
            len(of),
            sum(one.right for one in of),
            sum(one.there for one in of),
            sum(one.named for one in of),
        )
        print(f"| {planter} | {' | '.join(map(str, sums))} |")
    print("scripts: " + ", ".join(f"{number} {state}" for state, number in scripts.items()))


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:8]


if __name__ == "__main__":
    main()
