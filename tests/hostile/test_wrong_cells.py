"""Every reading command on traces with wrong cells and wrong JSON: an answer or one sentence, never a traceback.

`NUMSCOPE_FUZZ=10000 python -m pytest tests/hostile/test_wrong_cells.py` is the long form;
NUMSCOPE_FUZZ_FROM is the case to begin with.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from tests.cli.test_damaged_traces import COMMANDS, program
from tests.hostile.conftest import LONGEST_S

import numscope
from numscope.cli.main import main
from numscope.trace.sealing import seal

FIRST, CASES = int(os.environ.get("NUMSCOPE_FUZZ_FROM", "0")), int(os.environ.get("NUMSCOPE_FUZZ", "24"))
# Cases of one test, so that many cases are few tests.
STRETCH = 12
MORE_COMMANDS = (
    ("verify", "TRACE"),
    ("check-up", "TRACE"),
    ("explain", "TRACE", "-o", "OUT.html"),
    ("replay", "TRACE", "--trust", "--jobs", "1"),
    ("precision", "TRACE", "--trust"),
    ("testgen", "TRACE", "--trust", "-o", "OUT"),
)
# They start workers: rarer.
SLOW = ("replay", "precision", "testgen")
NUMBERS = (
    *(0, 1, 2, 3, 7, 99, 255, 2**15, 2**31 - 1, 2**32 - 1, 2**53, 2**62, 2**63 - 1),
    *(-1, -(2**31), -(2**63), 2**64 - 1),
)
TEXTS = (
    "",
    "\0",
    "\x1b[2J",
    "../../x",
    "/dev/zero",
    "numpy.",
    "a" * 5000,
    "array",
    "none",
    "'<f8'",
    "[1",
    "{",
    "É",
)
VALUES: tuple[Any, ...] = (
    None,
    True,
    -1,
    2**70,
    1.5,
    "",
    "x" * 1000,
    [],
    {},
    [None],
    {"a": {"b": []}},
    [[1]],
    "../..",
)


@pytest.fixture(scope="module")
def sealed_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("cells")
    with np.errstate(all="ignore"):
        program()  # what is imported now is not recorded: 89 operations, not 1,351, and cases take half as long
    with numscope.record(folder / "t.numscope"), np.errstate(all="ignore"):
        program()
    seal(folder / "t.numscope")
    return folder / "t.numscope"


def _wrong(kind: Any, chance: random.Random, depth: int = 0) -> Any:
    """Return a value of Arrow's type `kind` that no recorder writes there."""
    if chance.random() < 0.25:
        return None
    if pa.types.is_list(kind):
        return [_wrong(kind.value_type, chance) for _ in range(chance.choice((0, 1, 2, 5, 70)))]
    if pa.types.is_boolean(kind):
        return chance.random() < 0.5
    if pa.types.is_floating(kind):
        return chance.choice((float("nan"), float("inf"), -1e308, 0.0))
    if pa.types.is_integer(kind):
        return _fitting(kind, chance)
    if pa.types.is_binary(kind):
        return chance.choice((b"", b"\0", b"\xff" * 33))
    return chance.choice(TEXTS)


def _fitting(kind: Any, chance: random.Random) -> int:
    while True:
        number = chance.choice(NUMBERS)
        try:
            pa.scalar(number, kind)
        except (OverflowError, pa.ArrowException):
            continue
        return number


def damage_cells(trace: Path, chance: random.Random) -> str:
    """Put wrong values into one or all cells of a column, or take, double or swap rows."""
    path = chance.choice(sorted((trace / "tables").glob("*.parquet")))
    table = pq.read_table(path)
    if not len(table):
        return "nothing"
    how = chance.choice(("cell", "cell", "cell", "column", "rows"))
    if how == "rows":
        kept = [place for place in range(len(table)) if chance.random() < 0.7] * chance.choice((1, 2))
        pq.write_table(table.take(pa.array(kept, pa.int64())), path)
        return f"rows of {path.name}"
    place = chance.randrange(table.num_columns)
    field = table.schema.field(place)
    cells = table[place].to_pylist()
    wrong = _wrong(field.type, chance)
    for row in range(len(cells)) if how == "column" else [chance.randrange(len(cells))]:
        cells[row] = wrong
    loose = pa.field(field.name, field.type)
    pq.write_table(table.set_column(place, loose, pa.array(cells, field.type)), path)
    return f"{how} {field.name} of {path.name}: {str(wrong)[:60]!r}"


def damage_json(trace: Path, chance: random.Random) -> str:
    """Put another value at some place of one of the JSON files."""
    files = [trace / "manifest.json", *trace.rglob("index.json"), *trace.rglob("process.json")]
    path = chance.choice(files)
    document = json.loads(path.read_text())
    places: list[tuple[Any, Any]] = []
    pending = [document]
    while pending:
        part = pending.pop()
        keys = (
            list(part) if isinstance(part, dict) else list(range(len(part))) if isinstance(part, list) else []
        )
        places += [(part, key) for key in keys]
        pending += [part[key] for key in keys]
    part, key = chance.choice(places)
    part[key] = chance.choice(VALUES)
    path.write_text(json.dumps(document))
    return f"{key} of {path.name}: {str(part[key])[:60]!r}"


@pytest.mark.parametrize("start", range(FIRST, CASES, STRETCH))
def test_wrong_cells_get_an_answer_or_a_sentence(
    start: int, sealed_once: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    for seed in range(start, min(start + STRETCH, CASES)):
        signal.alarm(LONGEST_S)
        chance = random.Random(seed)
        trace = tmp_path / "t.numscope"
        shutil.copytree(sealed_once, trace)
        done = (damage_json if chance.random() < 0.2 else damage_cells)(trace, chance)
        words = chance.choice((*COMMANDS, *MORE_COMMANDS))
        if words[0] in SLOW and chance.random() < 0.8:
            words = ("ls", "TRACE", "--all")
        out = tmp_path / "out"
        given = {"TRACE": trace, "WHOLE": sealed_once, "OUT": out, "OUT.html": out.with_suffix(".html")}
        context = f"case {seed}: {' '.join(words)} after {done}"
        try:
            code = main([str(given.get(word, word)) for word in words])
        except BaseException as error:
            raise AssertionError(context) from error
        said = capfd.readouterr()
        assert code in (0, 1, 2, 3), context
        assert "Traceback" not in said.err, f"{context}\n{said.err}"
        if code > 1:
            assert said.err.startswith("numscope: "), context
        for path in (trace, out):
            shutil.rmtree(path, ignore_errors=True)
        out.unlink(missing_ok=True)
        out.with_suffix(".html").unlink(missing_ok=True)
