"""Tables of a few kilobytes that stand for gigabytes are refused before memory is spent on them."""

from __future__ import annotations

import resource
import shutil
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from tests.hostile.conftest import ask

import numscope

Capture = pytest.CaptureFixture[str]
_GROUP = 1_000_000
MOST_MORE_MEMORY_KB = 300_000


def write_rows(path: Path, rows: int) -> None:
    """Put `rows` rows that are all alike in the place of the table's."""
    first = pq.read_table(path).slice(0, 1)
    alike = [
        pa.array([first[place][0].as_py()] * _GROUP, field.type)
        if pa.types.is_list(field.type)
        else pa.repeat(pa.scalar(first[place][0].as_py(), field.type), _GROUP)
        for place, field in enumerate(first.schema)
    ]
    table = pa.table(alike, schema=first.schema)
    with pq.ParquetWriter(path, first.schema, compression="zstd") as writer:
        for _ in range(rows // _GROUP):
            writer.write_table(table, row_group_size=_GROUP)


def write_cell(path: Path, column: str, size: int) -> None:
    """Put a text of `size` letters into each cell of a column."""
    table = pq.read_table(path)
    place = table.schema.get_field_index(column)
    cells = pa.array(["a" * size] * len(table), table.schema.field(place).type)
    pq.write_table(table.set_column(place, table.schema.field(place), cells), path, compression="zstd")


@pytest.mark.parametrize(
    ("table", "grow", "words"),
    [
        ("operands", lambda path: write_rows(path, 20_000_000), "20,000,000 rows"),
        ("calls", lambda path: write_cell(path, "name", 90_000_000), "expand to 90,0"),
    ],
)
def test_a_small_table_that_stands_for_much_is_refused(
    table: str, grow, words: str, sealed: Path, capsys: Capture
) -> None:
    path = sealed / "tables" / f"{table}.parquet"
    grow(path)
    assert path.stat().st_size < 1_000_000
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for command in ("ls", "nan", "verify"):
        code, _, errors = ask(capsys, command, sealed)
        assert code == 3
        assert f"{table}.parquet is refused" in errors
        assert words in errors
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < MOST_MORE_MEMORY_KB


def test_a_long_loop_of_a_stranger_is_read(tmp_path: Path) -> None:
    """The recording whose tables are the smallest for their rows: one line, on the same values."""

    with numscope.record(tmp_path / "t.numscope", values="none"):
        a = np.arange(4.0)
        for _ in range(60_000):
            np.add(a, a)
    numscope.open(tmp_path / "t.numscope").close()
    shutil.copytree(tmp_path / "t.numscope", tmp_path / "copy.numscope")
    with numscope.open(tmp_path / "copy.numscope") as trace:
        assert not trace.own
        assert len(trace) == 60_001
