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
from typing import Any

from numscope.cli.prove_files import Content, WrittenFiles
from numscope.recording.environment import SWITCH_VARIABLE
from numscope.recording.launch import run_program
from numscope.recording.reporting import tell
from numscope.startup.end_state import VARIABLE

_OWN_LINE = b"numscope: "
_FILE = "file "
_MOST_NAMES = 3


@dataclass(frozen=True)
class Observation:
    """What could be seen of one run of the program. random_states is None if it did not end by itself.

    files: what the run left in each file that it wrote.
    """

    code: int
    output: bytes
    errors: bytes
    random_states: Mapping[str, str] | None
    files: Mapping[str, Content]
    seconds: float

    def aspects(self) -> dict[str, object]:
        """What has to be the same with and without a recording."""
        return {
            "standard output": self.output,
            "standard error": self.errors,
            "exit code": self.code,
            "random state": self.random_states,
            **{f"{_FILE}{name}": content for name, content in self.files.items()},
        }


@dataclass(frozen=True)
class Proof:
    """Two runs without a recording around one with it."""

    before: Observation
    recorded: Observation
    after: Observation

    def aspects(self) -> dict[str, tuple[object, object, object]]:
        """Return each aspect before, with the recording, and after; None: of a file that the run has not left."""
        runs = [run.aspects() for run in (self.before, self.recorded, self.after)]
        names = dict.fromkeys(name for run in runs for name in run)
        return {name: (runs[0].get(name), runs[1].get(name), runs[2].get(name)) for name in names}

    def differing(self) -> list[str]:
        """The aspects that the recording changed."""
        return [name for name, (plain, seen, after) in self.aspects().items() if plain == after != seen]

    def unsteady(self) -> list[str]:
        """The aspects that differ from run to run without a recording: nothing is shown about them."""
        return [name for name, (plain, _, after) in self.aspects().items() if plain != after]

    def holds(self) -> bool:
        """Whether every aspect was the same in all three runs."""
        return not self.differing() and not self.unsteady()


def prove(
    words: Sequence[str], plain: Mapping[str, str], recorded: Mapping[str, str], own: Sequence[Path]
) -> Proof:
    """Run the program under the environments `plain`, `recorded`, `plain`, and show what the second run wrote.

    own: folders that the recording writes. The program's standard input is read once and given to each run; a
    terminal's is not: the program reads an empty one.
    """
    with tempfile.TemporaryDirectory(prefix="numscope-prove-") as folder:
        given = Path(folder, "input")
        with given.open("wb") as file:
            if sys.stdin is not None and not sys.stdin.isatty():
                shutil.copyfileobj(sys.stdin.buffer, file)
        files = WrittenFiles(Path.cwd(), tuple(path.absolute() for path in own))
        files.begin()
        before = _observe(words, {**plain, SWITCH_VARIABLE: "0"}, Path(folder), files)
        seen = _observe(words, recorded, Path(folder), files)
        _show(seen)
        after = _observe(words, {**plain, SWITCH_VARIABLE: "0"}, Path(folder), files)
    return Proof(before, seen, after)


def tell_proof(proof: Proof) -> None:
    """Say on standard error what the proof shows."""
    aspects = proof.aspects()
    for name in proof.differing():
        tell(f"NOT the same with a recording: {name}: {_difference(*aspects[name][:2])}")
    for name in proof.unsteady():
        tell(f"not shown for {name}: it differs from run to run without a recording")
    same = [name for name in aspects if name not in (*proof.differing(), *proof.unsteady())]
    if same:
        tell(f"the same with and without a recording: {', '.join(_shown(same, proof.recorded))}")
    without = (proof.before.seconds + proof.after.seconds) / 2
    tell(
        f"time with a recording {proof.recorded.seconds / without:.2f}x: {proof.recorded.seconds:.3f} s against "
        f"{proof.before.seconds:.3f} s and {proof.after.seconds:.3f} s without"
    )


def _shown(same: Sequence[str], recorded: Observation) -> list[str]:
    """The aspects that stayed the same, in words."""
    shown = [name for name in same if not name.startswith(_FILE)]
    if "random state" in shown:
        states = recorded.random_states
        known = "the program did not end by itself" if states is None else ", ".join(states) or "none in use"
        shown[shown.index("random state")] = f"random state ({known})"
    files = [name.removeprefix(_FILE) for name in same if name.startswith(_FILE)]
    if files:
        more = len(files) - _MOST_NAMES
        named = ", ".join(files[:_MOST_NAMES]) + (f" and {more} more" if more > 0 else "")
        shown.append(f"files written ({named})")
    return shown


def _observe(
    words: Sequence[str], environ: Mapping[str, str], folder: Path, files: WrittenFiles
) -> Observation:
    paths = [folder / name for name in ("input", "output", "errors")]
    end_state = folder / "end-state"
    end_state.unlink(missing_ok=True)
    streams = [path.open("rb" if path.name == "input" else "wb") for path in paths]
    try:
        began = perf_counter()
        code = run_program(
            words,
            {**environ, VARIABLE: f"{os.getpid()}:{end_state}"},
            [stream.fileno() for stream in streams],
        )
        seconds = perf_counter() - began
    finally:
        for stream in streams:
            stream.close()
    errors = paths[2].read_bytes().splitlines(keepends=True)
    said: dict[str, Any] = json.loads(end_state.read_text(encoding="ascii")) if end_state.exists() else {}
    opened = {path: before and (before[0], before[1]) for path, before in said.get("files", {}).items()}
    return Observation(
        code,
        paths[1].read_bytes(),
        b"".join(line for line in errors if not line.startswith(_OWN_LINE)),
        said.get("random_states"),
        files.after_run(opened, recorded=environ.get(SWITCH_VARIABLE) != "0"),
        seconds,
    )


def _show(seen: Observation) -> None:
    for stream, data in ((sys.stdout, seen.output), (sys.stderr, seen.errors)):
        stream.flush()
        stream.buffer.write(data)
        stream.flush()


def _difference(plain: object, recorded: object) -> str:
    if isinstance(plain, tuple) or isinstance(recorded, tuple):
        return f"{_content(plain)} without, {_content(recorded)} with"
    if not isinstance(plain, bytes) or not isinstance(recorded, bytes):
        return f"{plain} without, {recorded} with"
    one, other = plain.splitlines(), recorded.splitlines()
    number = next((n for n, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), None)
    if number is None:
        return f"{len(one)} lines without, {len(other)} with"
    return f"line {number + 1} is {_line(one[number])} without, {_line(other[number])} with"


def _content(content: object) -> str:
    return f"{content[0]:,} bytes (SHA-256 {content[1][:8]})" if isinstance(content, tuple) else "none"


def _line(line: bytes) -> str:
    return repr(line.decode(errors="replace")[:80])
