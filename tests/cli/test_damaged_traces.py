"""Every command that reads a trace, asked of damaged ones: an answer or one sentence, never a crash.

`NUMSCOPE_FUZZ=10000 python -m pytest tests/cli/test_damaged_traces.py` is the long form.
"""

from __future__ import annotations

import os
import random
import resource
import shutil
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import numscope
from numscope.cli.main import main

pytest.importorskip("numscope._core", reason="the native core is not built")

SEEDS = range(int(os.environ.get("NUMSCOPE_FUZZ", "30")))
# A trace of half a megabyte; what the libraries take that read it is more.
MOST_MORE_MEMORY_KB = 400_000
LONGEST_S = 120
COMMANDS = (
    ("ls", "TRACE", "--all"),
    ("show", "TRACE", "3"),
    ("show", "TRACE", "-1", "--json"),
    ("top", "TRACE", "--by", "shape"),
    ("top", "TRACE", "--by", "site", "--json"),
    ("advise", "TRACE"),
    ("nan", "TRACE"),
    ("nan", "TRACE", "--strict", "--json"),
    ("check", "TRACE", "--rule", "absmax > 1", "--rule", "exploding"),
    ("halted", "TRACE"),
    ("graph", "TRACE"),
    ("graph", "TRACE", "--of", "12", "--collapse", "loop", "--format", "dot"),
    ("diff", "TRACE", "WHOLE"),
    ("diff", "WHOLE", "TRACE", "--json"),
    ("dump", "TRACE"),
    ("sql", "TRACE", "select name, count(*), max(text) from operations join operands on id = operation group by 1"),
    ("export", "TRACE", "--parquet", "OUT"),
    ("export", "TRACE", "--npy", "OUT"),
    ("export", "TRACE", "--perfetto", "OUT"),
    ("export", "TRACE", "--speedscope", "OUT"),
    ("testgen", "TRACE", "-o", "OUT"),
    ("report", "TRACE", "-o", "OUT"),
    ("gradients", "TRACE"),
)  # fmt: skip


def program() -> None:
    rng = np.random.default_rng(5)
    table = rng.normal(size=(6, 5)).astype(np.float32)
    part = table[1:, ::2]
    part *= 2
    names = np.array(["a", "bc"])
    records = np.zeros(3, [("x", "f8"), ("y", "i4")])
    records["x"] += 1
    np.log(table - 3.0)
    for _ in range(8):
        table = np.tanh(table @ table.T)[:, :5]
    np.einsum("ij,ij->i", table, table)
    np.char.upper(names)
    np.array([1, None], dtype=object)
    np.datetime64("2026-01-01") + np.arange(3)
    with np.errstate(all="ignore"):
        np.linalg.norm(table / 0, axis=1)
    with suppress(ValueError):
        np.concatenate([table, part])


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The same recording raw and sealed."""
    folder = tmp_path_factory.mktemp("whole")
    with numscope.record(folder / "raw.numscope"), np.errstate(all="ignore"):
        program()
    shutil.copytree(folder / "raw.numscope", folder / "sealed.numscope")
    numscope.open(folder / "sealed.numscope").close()
    return {"raw": folder / "raw.numscope", "sealed": folder / "sealed.numscope"}


@pytest.fixture(autouse=True)
def no_hang() -> Iterator[None]:
    def too_long(*_: Any) -> None:
        raise AssertionError(f"no answer after {LONGEST_S} s")

    before = signal.signal(signal.SIGALRM, too_long)
    signal.alarm(LONGEST_S)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


def damage(trace: Path, chance: random.Random) -> str:
    """Flip, cut, overwrite or take away something in one of a trace's files, and say what."""
    files = sorted(path for path in trace.rglob("*") if path.is_file() and path.stat().st_size)
    path = chance.choice(files)
    data = bytearray(path.read_bytes())
    # Heads and ends say how long things are: half of the hits go there.
    near = min(len(data), 400)
    place = chance.choice(
        [chance.randrange(len(data)), chance.randrange(near), len(data) - 1 - chance.randrange(near)]
    )
    how = chance.choice(("flip", "flip", "cut", "huge", "zeros", "gone"))
    if how == "flip":
        data[place] ^= chance.randrange(1, 256)
    elif how == "cut":
        del data[place:]
    elif how == "huge":
        data[place : place + 8] = chance.choice(
            (b"\xff" * 8, b"\xff\xff\xff\x7f" * 2, b"\x00\x00\x00\x40" * 2)
        )
    elif how == "zeros":
        data[place : place + 16] = bytes(16)
    if how == "gone":
        path.unlink()
    else:
        path.write_bytes(data)
    return f"{how} at byte {place} of {path.relative_to(trace)}"


@pytest.mark.parametrize("seed", SEEDS)
def test_a_damaged_trace_gets_an_answer_or_a_sentence(
    seed: int, whole: dict[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    chance = random.Random(seed)
    trace = tmp_path / "t.numscope"
    shutil.copytree(whole[chance.choice(("raw", "sealed"))], trace)
    done = damage(trace, chance)
    words = chance.choice(COMMANDS)
    given = {"TRACE": str(trace), "WHOLE": str(whole["sealed"]), "OUT": str(tmp_path / "out")}
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    code = main([given.get(word, word) for word in words])
    more = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    said = capsys.readouterr()
    context = f"{' '.join(words)} after {done}: {said.err}"
    assert code in (0, 1, 2, 3), context
    assert "Traceback" not in said.err, context
    assert more < MOST_MORE_MEMORY_KB, context
    if code == 3:
        assert said.err.startswith("numscope: "), context
        assert str(trace) in said.err, context
    shutil.rmtree(tmp_path)
