"""Attach to programs of many kinds and detach again, many times each; compare what they print with a plain run.

    python tools/attach_many_times.py [TIMES] [WORD ...]

TIMES: default 50. WORD: kinds whose name has it. Prints a line a kind and ends with 1 if anything differs.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "recording"))

from attach_programs import PROGRAMS


@dataclass
class Outcome:
    """What a program made: exit code, output behind its process id, and problems on the way."""

    code: int
    output: str
    errors: str
    problems: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    def same_as(self, other: Outcome) -> bool:
        """Whether the program itself could not tell one from the other."""
        return (self.code, self.output, self.errors) == (other.code, other.output, other.errors)


def run(program: str, folder: Path, times: int) -> Outcome:
    """Run a program, attach and detach `times` times, and let it end."""
    folder.mkdir()
    script, stop = folder.parent / "program.py", folder.parent / "stop"
    script.write_text(program, encoding="utf-8")
    stop.unlink(missing_ok=True)
    process = subprocess.Popen(
        [sys.executable, str(script), str(stop)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    pid = process.stdout.readline().strip()
    time.sleep(0.3)
    problems, seconds = [], []
    for number in range(times):
        began = time.monotonic()
        problems += _attach_and_detach(pid, folder / f"{number}.numscope")
        seconds.append(time.monotonic() - began)
    stop.touch()
    output, errors = process.communicate(timeout=120)
    return Outcome(process.returncode, output, errors, problems, seconds)


def _attach_and_detach(pid: str, trace: Path) -> list[str]:
    problems = []
    for words in (["attach", pid, "-o", str(trace), "--values", "stats"], ["ctl", pid, "stop"]):
        done = subprocess.run([sys.executable, "-m", "numscope", *words], capture_output=True, text=True)
        if (
            done.returncode
            and "waits for its import" not in done.stdout
            and "records nothing" not in done.stderr
        ):
            problems.append(f"{words[0]}: {done.stdout}{done.stderr}".strip())
    state = Path(f"/proc/{pid}/status").read_text(encoding="utf-8").partition("State:")[2].split()[0]
    if state in "tT":
        problems.append(f"left in state {state}")
    return problems


def main(words: Sequence[str]) -> int:
    """Go through the kinds."""
    times = int(words[0]) if words else 50
    wrong = 0
    for name, program in PROGRAMS.items():
        if words[1:] and not any(word in name for word in words[1:]):
            continue
        with tempfile.TemporaryDirectory() as home:
            plain = run(program, Path(home, "plain"), 0)
            attached = run(program, Path(home, "attached"), times)
        good = plain.same_as(attached) and not attached.problems
        wrong += not good
        middle = sorted(attached.seconds)[len(attached.seconds) // 2]
        print(f"{'ok   ' if good else 'WRONG'} {name}: {times} times, {middle:.2f} s each", flush=True)
        for problem in attached.problems[:3]:
            print(f"      {problem}")
        if not plain.same_as(attached):
            print(f"      plain    {plain.code} {plain.output!r} {plain.errors!r}"[:600])
            print(f"      attached {attached.code} {attached.output!r} {attached.errors!r}"[:600])
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
