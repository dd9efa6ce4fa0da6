"""How often `diff` names a fault first in programs that nobody here wrote, alone and inside a refactoring.

    python -m benchmarks.mutated_programs FOLDER... --seed N --number N [--keep FOLDER]

Of the scripts below the folders some are drawn by the seed. Each is rewritten by several changes that keep its results,
as running it shows (`mutating/refactoring.py`), and gets one fault that changes what it prints (`mutating/faults.py`).
Three pairs are asked: the script and the rewritten one (equal, exit code 0), the script and the one with a fault, and
the script and one that is rewritten and has a fault. Right is an answer of which the first place named is the statement
with the fault. Scripts are left out that need the network, run for long, or print other numbers each time.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks.mutating.faults import Fault, faults
from benchmarks.mutating.refactoring import refactored
from benchmarks.mutating.running import Outcome, Runner, begin_steadily

_NETWORK = re.compile(
    r"fetch_\w+\(|load_dataset\(|urlopen|urlretrieve|get_rdataset|webuse|https?://\S+\.(csv|zip|txt|dta|gz)|DataReader|pooch"
)
_MOST_TRIED = 12
_ANSWER_SECONDS = 300


@dataclass(frozen=True)
class Pair:
    """A pair that was asked. name: equal, fault or both, and a seed.

    how: what was changed. named: the line that the answer names first; expected: those that are right.
    """

    script: str
    name: str
    how: str
    right: bool
    named: str
    expected: str

    @property
    def kind(self) -> str:
        """Return equal, fault or both."""
        return self.name.partition(" ")[0]


def main() -> None:
    """Ask pairs, print a line for each, and a table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--number", type=int, default=10, help="scripts (default: 10)")
    parser.add_argument("--each", type=int, default=1, help="times that a script is rewritten (default: 1)")
    parser.add_argument("--seconds", type=int, default=8, help="the longest a script may run (default: 8)")
    parser.add_argument("--keep", type=Path, help="a folder for the programs, the traces and the answers")
    given = parser.parse_args()
    begin_steadily()
    asked: list[Pair] = []
    scripts = 0
    for script in drawn(given.folders, given.seed):
        if scripts == given.number:
            break
        with tempfile.TemporaryDirectory() as temporary:
            folder = (given.keep or Path(temporary)).absolute() / f"{script.parent.name}-{script.stem}"
            asking = _Asking(script, Runner(script, given.seconds), folder)
            pairs = [one for seed in range(given.each) for one in ask(asking, f"{given.seed} {seed}")]
        for one in pairs:
            state = "right" if one.right else "wrong"
            print(
                f"{state}  {one.name:<12}{one.script:<40}{one.expected:<12}{one.named:<12}{one.how}",
                flush=True,
            )
        scripts += any(one.kind == "both" for one in pairs)
        asked += pairs
    print(table(asked))
    if given.keep:
        (given.keep / "asked.json").write_text(json.dumps([asdict(one) for one in asked], indent=1))


def drawn(folders: list[Path], seed: int) -> Iterator[Path]:
    """Yield scripts that print something, in turns of the folders, in an order by the seed."""
    choose = random.Random(seed)
    rows = []
    for folder in folders:
        files = sorted(folder.resolve().rglob("*.py"))
        texts = {file: file.read_text(errors="replace") for file in files}
        row = [file for file, text in texts.items() if "print(" in text and not _NETWORK.search(text)]
        choose.shuffle(row)
        rows.append(row)
    while any(rows):
        for row in rows:
            if row:
                yield row.pop()


def ask(asking: _Asking, seed: str) -> Iterator[Pair]:
    """Yield what is answered of the pairs that a script gives; none if it is not fit for one."""
    plain, runner = asking.plain, asking.runner
    if plain is None:
        return
    number = random.Random(f"{seed} {asking.script.name}").randrange(1 << 30)
    new = refactored(asking.text, number, lambda other: runner.run(other).same_as(plain))
    alone = _faulty(asking.text, plain, runner, number)
    both = _faulty(new.text, runner.run(new.text), runner, number + 1) if new is not None else None
    if new is None or alone is None or both is None:
        _leave_out(asking.script, "can't be rewritten" if new is None else "no fault changes what it prints")
        return
    how = ", ".join(new.changes)
    yield asking.equal(f"equal {seed}", new.text, how)
    yield asking.fault(f"fault {seed}", alone, alone.kind, [alone.lost] if alone.lost else [])
    gone = range(both.lost[0], both.lost[1] + 1) if both.lost else ()
    lost = [new.origins[line] for line in gone if line in new.origins]
    yield asking.fault(f"both {seed}", both, f"{both.kind}; {how}", lost[:1])


def _leave_out(script: Path, why: str) -> None:
    print(f"left out  {script.name}: {why}", file=sys.stderr, flush=True)


def _faulty(text: str, plain: Outcome, runner: Runner, seed: int) -> Fault | None:
    """Return the first fault with which a program prints other numbers."""
    for tried, fault in enumerate(faults(text, plain.lines, random.Random(seed))):
        if tried == _MOST_TRIED:
            break
        if runner.run(fault.text).prints_other_numbers(plain):
            return fault
    return None


class _Asking:
    """Records the programs of one script below a folder, and asks about pairs of them.

    plain: what the script gives without a recorder, None if it is not fit to be compared.
    """

    def __init__(self, script: Path, runner: Runner, folder: Path) -> None:
        self.script, self.runner, self._folder = script, runner, folder
        self.text = script.read_text(errors="replace")
        plain = runner.run(self.text)
        fit = bool(plain.printed.strip()) and runner.run(self.text).same_as(plain)
        self.plain = plain if fit else None
        if not fit:
            why = f"ends with {plain.code}" if plain.code else "prints nothing, or other numbers each time"
            _leave_out(script, why)

    def equal(self, name: str, text: str, how: str) -> Pair:
        """Ask about a rewritten program."""
        code, place, _ = self._asked(name, text)
        return Pair(self.script.name, name, how, code == 0, place or f"code {code}", "equal")

    def fault(self, name: str, fault: Fault, how: str, lost: list[tuple[int, int]]) -> Pair:
        """Ask about a program with a fault. lost: lines of the first program that are gone."""
        code, place, answer = self._asked(name, fault.text)
        line = int(place or 0)
        only_first = re.search(r"^   \+ ", answer, re.MULTILINE) is None
        marked = lost if only_first or fault.lost else [fault.marked]
        right = code == 1 and only_first >= bool(fault.lost) and any(a <= line <= b for a, b in marked)
        expected = f"-{lost[0][0]}" if lost else f"{fault.marked[0]}-{fault.marked[1]}"
        (self._folder / f"{name}.expected").write_text(f"{expected} {how}\n")
        return Pair(self.script.name, name, how, right, place or f"code {code}", expected)

    def _asked(self, name: str, text: str) -> tuple[int, str, str]:
        if not (self._folder / "first.numscope").exists():
            self._record("first", self.text)
        self._record(name, text)
        traces = [f"{self._folder / one}.numscope" for one in ("first", name)]
        code, answer = self._numscope(_ANSWER_SECONDS, "diff", *traces)
        (self._folder / f"{name}.answer").write_text(answer)
        found = re.search(rf"(?<![\w-]){re.escape(self.script.name)}:(\d+)", answer)
        return code, found[1] if found else "", answer

    def _record(self, name: str, text: str) -> None:
        place = self._folder / name / self.script.name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
        self._numscope(None, "run", "--force", "--output", f"{self._folder / name}.numscope", str(place))

    def _numscope(self, seconds: float | None, *words: str) -> tuple[int, str]:
        try:
            done = subprocess.run(
                [sys.executable, "-m", "numscope", *words],
                cwd=self.script.parent,
                env={**self.runner.environment(), "COLUMNS": "120"},
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                errors="replace",
                timeout=seconds,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return 124, ""
        return done.returncode, done.stdout + (done.stderr if done.returncode not in (0, 1) else "")


def table(asked: list[Pair]) -> str:
    """Return how many of each kind were right."""
    every, right = Counter(one.kind for one in asked), Counter(one.kind for one in asked if one.right)
    lines = ["| pairs | asked | right |", "|---|---|---|"]
    said = {"equal": "rewritten", "fault": "with a fault", "both": "rewritten, with a fault"}
    return "\n".join([*lines, *(f"| {said[kind]} | {every[kind]} | {right[kind]} |" for kind in said)])


if __name__ == "__main__":
    main()
