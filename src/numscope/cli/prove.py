"""`numscope run --prove`: the program without, with and again without recording, and what differed."""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from numscope.recording.environment import SWITCH_VARIABLE
from numscope.recording.guest import tell
from numscope.recording.launch import run_program
from numscope.startup.witness import VARIABLE

_OWN_LINE = b"numscope: "


@dataclass(frozen=True)
class Observation:
    """What could be seen of one run of the program. random_states is None if it did not end by itself."""

    code: int
    output: bytes
    errors: bytes
    random_states: Mapping[str, str] | None
    seconds: float

    def aspects(self) -> dict[str, object]:
        """What has to be the same with and without a recording."""
        return {
            "standard output": self.output,
            "standard error": self.errors,
            "exit code": self.code,
            "random state": self.random_states,
        }


@dataclass(frozen=True)
class Proof:
    """Two runs without a recording around one with it."""

    before: Observation
    recorded: Observation
    after: Observation

    def differing(self) -> list[str]:
        """The aspects that the recording changed."""
        plain, recorded, after = self.before.aspects(), self.recorded.aspects(), self.after.aspects()
        return [name for name in plain if plain[name] == after[name] != recorded[name]]

    def unsteady(self) -> list[str]:
        """The aspects that differ from run to run without a recording: nothing is shown about them."""
        plain, after = self.before.aspects(), self.after.aspects()
        return [name for name in plain if plain[name] != after[name]]

    def holds(self) -> bool:
        """Whether every aspect was the same in all three runs."""
        return not self.differing() and not self.unsteady()


def prove(words: Sequence[str], plain: Mapping[str, str], recorded: Mapping[str, str]) -> Proof:
    """Run the program under the environments `plain`, `recorded`, `plain`, and show what the second run wrote.

    Its standard input is read once and given to each run; a terminal's is not: the program meets an empty one.
    """
    with tempfile.TemporaryDirectory(prefix="numscope-prove-") as folder:
        given = Path(folder, "input")
        with given.open("wb") as file:
            if sys.stdin is not None and not sys.stdin.isatty():
                shutil.copyfileobj(sys.stdin.buffer, file)
        before = _observe(words, {**plain, SWITCH_VARIABLE: "0"}, Path(folder))
        seen = _observe(words, recorded, Path(folder))
        _show(seen)
        after = _observe(words, {**plain, SWITCH_VARIABLE: "0"}, Path(folder))
    return Proof(before, seen, after)


def tell_proof(proof: Proof) -> None:
    """Say on standard error what the proof shows."""
    for name in proof.differing():
        plain, recorded = proof.before.aspects()[name], proof.recorded.aspects()[name]
        tell(f"NOT the same with a recording: {name}: {_difference(plain, recorded)}")
    for name in proof.unsteady():
        tell(f"not shown for {name}: it differs from run to run without a recording")
    same = [name for name in proof.before.aspects() if name not in (*proof.differing(), *proof.unsteady())]
    generators = proof.recorded.random_states
    if "random state" in same:
        place = same.index("random state")
        known = (
            "the program did not end by itself"
            if generators is None
            else ", ".join(generators) or "none in use"
        )
        same[place] = f"random state ({known})"
    if same:
        tell(f"the same with and without a recording: {', '.join(same)}")
    without = (proof.before.seconds + proof.after.seconds) / 2
    tell(
        f"time with a recording {proof.recorded.seconds / without:.2f}x: {proof.recorded.seconds:.3f} s against "
        f"{proof.before.seconds:.3f} s and {proof.after.seconds:.3f} s without"
    )


def _observe(words: Sequence[str], environ: Mapping[str, str], folder: Path) -> Observation:
    paths = [folder / name for name in ("input", "output", "errors")]
    testimony = folder / "witness"
    testimony.unlink(missing_ok=True)
    files = [path.open("rb" if path.name == "input" else "wb") for path in paths]
    try:
        began = perf_counter()
        code = run_program(
            words, {**environ, VARIABLE: f"{os.getpid()}:{testimony}"}, [file.fileno() for file in files]
        )
        seconds = perf_counter() - began
    finally:
        for file in files:
            file.close()
    errors = paths[2].read_bytes().splitlines(keepends=True)
    return Observation(
        code,
        paths[1].read_bytes(),
        b"".join(line for line in errors if not line.startswith(_OWN_LINE)),
        json.loads(testimony.read_text(encoding="ascii")) if testimony.exists() else None,
        seconds,
    )


def _show(seen: Observation) -> None:
    for stream, data in ((sys.stdout, seen.output), (sys.stderr, seen.errors)):
        stream.flush()
        stream.buffer.write(data)
        stream.flush()


def _difference(plain: object, recorded: object) -> str:
    if not isinstance(plain, bytes) or not isinstance(recorded, bytes):
        return f"{plain} without, {recorded} with"
    one, other = plain.splitlines(), recorded.splitlines()
    number = next((n for n, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), None)
    if number is None:
        return f"{len(one)} lines without, {len(other)} with"
    return f"line {number + 1} is {_line(one[number])} without, {_line(other[number])} with"


def _line(line: bytes) -> str:
    return repr(line.decode(errors="replace")[:80])
