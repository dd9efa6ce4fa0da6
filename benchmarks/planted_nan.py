"""How often `nan` names first the line at which a fault was planted in a script that nobody here wrote.

    python -m benchmarks.planted_nan FOLDER ... [--seed N] [--mutants N] [--keep FOLDER] [--verbose]

Scripts are taken from the folders in an order by the seed: those that compute, run alone in a few seconds, without a
network. In each, operators of `benchmarks/planting` rewrite one expression of a line that runs, until the script still
runs to its end and shows a NaN that it did not show: printed, drawn, or in another variable than that of the line.
Those come first whose expression gives NaN, negative numbers, zeros or nothing where it is evaluated. Then `nan` is
asked. Right is an answer whose first line is in the statement rewritten. Where it is another, the script as it is is
asked, too, and left out if `nan` names a line of it.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import resource
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from operator import itemgetter
from pathlib import Path

from benchmarks.planting.naming import Named, ask_nan
from benchmarks.planting.operators import WRITES_NAN, edits
from benchmarks.planting.plain import Shown, load_libraries, run_plainly
from benchmarks.planting.source import Edit, Source

_ELSEWHERE = re.compile(
    r"fetch_\w+\(|load_dataset\(|urlopen|urlretrieve|get_rdataset|webuse|https?://\S+\.(csv|zip|txt|gz)|pooch|input\("
)
_PLAIN_SECONDS = 1.0  # of processor time, as the next
_TRIED_SECONDS = 5.0  # of all rewritings of a script
_ASKED_SECONDS = 400.0
_FEWEST = 10  # rewritings of its divisions, roots and the like; a script with fewer hardly ever gives NaN
_COMPUTE = (
    "zero_divisor",
    "wrong_operation",
    "wrong_units",
    "guard_dropped",
    "longer_window",
    "single_value",
)


@dataclass(frozen=True)
class Planted:
    """One script with a fault. lines: of the statement rewritten. named: None where it could not be asked."""

    script: str
    operator: str
    lines: list[int]
    shown: list[str]
    file: str
    first: int | None
    verdict: str


def main() -> None:
    """Plant, ask, and print a line for each and the sums."""
    given = _arguments()
    with tempfile.TemporaryDirectory() as temporary:
        kept = Path(given.keep or temporary).absolute()
        kept.mkdir(parents=True, exist_ok=True)
        found: list[Planted] = []
        scripts = scripts_of(given.folders, random.Random(given.seed))
        while len(found) < given.mutants and (script := next(scripts, None)):
            one = _planted_in(script, random.Random(f"{given.seed} {script.name}"), given.tries, kept)
            if one is not None:
                found.append(one)
                with (kept / "planted.jsonl").open("a") as log:
                    log.write(json.dumps(asdict(one)) + "\n")
                print(
                    f"{one.verdict:<8}{one.operator:<20}{one.file}:{one.lines[0]} named {one.first}",
                    flush=True,
                )
    for verdict in ("right", "screen", "wrong", "silent", "error"):
        print(f"{verdict}: {sum(one.verdict == verdict for one in found)} of {len(found)}")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", nargs="+", type=Path, help="scripts are looked for in these and below")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--mutants", type=int, default=30, help="so many faults, at most one a script")
    parser.add_argument("--tries", type=int, default=10, help="rewritings tried of a script (default 10)")
    parser.add_argument("--keep", metavar="FOLDER", help="keep programs, recordings and answers there")
    return parser.parse_args()


def scripts_of(folders: list[Path], draw: random.Random) -> Iterator[Path]:
    """Yield scripts in a random order, a folder in turn."""
    groups = []
    for folder in folders:
        files = [
            one
            for one in sorted(folder.resolve().rglob("*.py"))
            if not _ELSEWHERE.search(one.read_text(errors="replace"))
        ]
        draw.shuffle(files)
        groups.append(files)
    while any(groups):
        yield from [files.pop() for files in groups if files]


def _planted_in(script: Path, draw: random.Random, tries: int, kept: Path) -> Planted | None:
    """Plant one fault in a script, and ask. None: it can't be run, is named as it is, or no fault shows."""
    try:
        source = Source(script.read_text(encoding="utf-8"))
        possible = edits(source, range(1, 1 + len(source.text.splitlines())))
    except (SyntaxError, UnicodeDecodeError):
        return None
    if sum(len(possible.get(name, ())) for name in _COMPUTE) < _FEWEST:
        return None
    load_libraries(source.text)
    name = f"{script.parent.name}_{script.stem}".replace("-", "_").replace(" ", "_")
    healthy = kept / name / f"{name}.py"
    healthy.parent.mkdir(exist_ok=True)
    healthy.write_text(source.text)
    tried = [edit for some in possible.values() for edit in some]
    scouted = run_plainly(healthy, script.parent, 4 * _PLAIN_SECONDS, tried)
    # What is evaluated beside the script prints and draws, too.
    plain = None if scouted is None else run_plainly(healthy, script.parent, _PLAIN_SECONDS)
    if scouted is None or plain is None:
        return None
    fault = _fault(source, plain, script, _chosen(tried, scouted, draw, tries), kept / name)
    if fault is None:
        return None
    edit, program, shown = fault
    said = ask_nan(program, script.parent, _ASKED_SECONDS)
    program.with_suffix(".nan.txt").write_text(said.text if said else "")
    lines = _lines(source, edit)
    verdict = judge(said, lines)
    if verdict != "right" and _is_accused(healthy, script.parent):
        return None
    first = said.first if said else None
    return Planted(str(script), edit.operator, list(lines), shown, program.name, first, verdict)


def _is_accused(healthy: Path, workplace: Path) -> bool:
    """Return whether `nan` names a line of the script as it is, or has no answer; and say so."""
    named = ask_nan(healthy, workplace, _ASKED_SECONDS)
    if named is not None and named.first is None:
        return False
    print(
        f"as it is: {healthy.stem}: {'no answer' if named is None else named.text.splitlines()[0]}",
        flush=True,
    )
    return True


def _lines(source: Source, edit: Edit) -> range:
    return source.with_edit(edit).lines_of(edit.start + edit.lead)


def judge(said: Named | None, lines: range) -> str:
    """Return how an answer came out: right, on the first screen, wrong, silent, or error."""
    if said is None:
        return "error"
    if said.first is None:
        return "silent"
    return "right" if said.first in lines else "screen" if set(said.screen) & set(lines) else "wrong"


def _fault(
    source: Source, plain: Shown, script: Path, chosen: Iterable[Edit], folder: Path
) -> tuple[Edit, Path, list[str]] | None:
    """Return the first of these edits with which the script runs to its end and shows more NaN than without."""
    end = _used() + _TRIED_SECONDS
    for edit in chosen:
        if _used() > end:
            break
        changed = source.with_edit(edit)
        try:
            lines = _lines(source, edit)
        except SyntaxError:
            continue
        program = folder / f"{script.stem.replace('-', '_')}_planted.py"
        program.write_text(changed.text)
        shown = run_plainly(program, script.parent, 3 * _PLAIN_SECONDS)
        places = set() if shown is None else shown.more_than(plain)
        # NaN that the text itself writes is no fault in data or in a picture: it must spoil a number that is printed.
        places &= {"printed"} if edit.operator in WRITES_NAN else places
        if places := places - {f"held {name}" for name in changed.names_given(lines)}:
            return edit, program, sorted(places)
    return None


def _chosen(tried: list[Edit], scouted: Shown, draw: random.Random, number: int) -> list[Edit]:
    """Return so many edits of lines that ran, in a random order: two that promise NaN later, one that gives it now.

    Each operator comes once before any comes twice.
    """
    ways: list[list[Edit]] = [[], [], []]
    for at, edit in enumerate(tried):
        if edit.line in scouted.lines:
            ways[scouted.promising.get(at, 0)].append(edit)
    rest, later, now = (_in_turn(some, draw) for some in ways)
    found: list[Edit] = []
    while later or now:
        found += [*later[:2], *now[:1]]
        later, now = later[2:], now[1:]
    return [*found, *rest][:number]


def _in_turn(edits: list[Edit], draw: random.Random) -> list[Edit]:
    """Return edits in a random order, an operator in turn."""
    draw.shuffle(edits)
    counted: Counter[str] = Counter()
    turns = []
    for edit in edits:
        counted[edit.operator] += 1
        turns.append((counted[edit.operator], edit))
    return [edit for _, edit in sorted(turns, key=itemgetter(0))]


def _used() -> float:
    """Return the seconds of processor time that the forks took until now."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main()
