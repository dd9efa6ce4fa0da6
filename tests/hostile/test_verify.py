"""`numscope verify`: whole, damaged in part, refused; and whose trace it is."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from tests.hostile.conftest import ask, shard_of

import numscope
from numscope.trace.sealing import seal

Capture = pytest.CaptureFixture[str]


def test_a_whole_trace_of_a_stranger(sealed: Path, capsys: Capture) -> None:
    code, out, _ = ask(capsys, "verify", sealed)
    assert code == 0
    assert "whole" in out
    assert "not recorded by you" in out


def test_a_trace_of_ones_own(tmp_path: Path, capsys: Capture) -> None:
    with numscope.record(tmp_path / "t.numscope"):
        pass
    seal(tmp_path / "t.numscope")
    code, out, _ = ask(capsys, "verify", tmp_path / "t.numscope", "--json")
    assert code == 0
    assert json.loads(out) == {"own": True, "operations": 0, "values": 0, "problems": []}


def test_a_value_that_is_cut_off(sealed: Path, capsys: Capture) -> None:
    pack = shard_of(sealed) / "values.pack"
    pack.write_bytes(pack.read_bytes()[:-8])
    code, out, _ = ask(capsys, "verify", sealed)
    assert code == 1
    assert "values.pack ends at byte" in out


@pytest.mark.parametrize(
    ("table", "column", "cell"),
    [
        ("calls", "name", None),
        ("calls", "process", 7),
        ("contents", "mean", None),
        ("dtypes", "name", None),
        ("layouts", "dtype", 10**6),
        ("marks", "kind", "gift"),
        ("operations", "call", 10**6),
        ("operations", "parent", 10**9),
        ("operands", "slot", 10**6),
        ("processes", "directory", "../.."),
        ("sites", "process", 7),
        ("slots", "kind", "gift"),
        ("slots", "shape", [-1]),
        ("slots", "strides", [1, 2, 3, 4, 5]),
        ("threads", "thread", None),
        ("values", "offset", 2**63),
    ],
)
def test_a_wrong_cell_is_named(table: str, column: str, cell: object, sealed: Path, capsys: Capture) -> None:
    put_cell(sealed, table, column, cell)
    code, _, errors = ask(capsys, "verify", sealed)
    assert code == 3
    assert f"{table}: " in errors


@pytest.mark.parametrize("words", [("ls",), ("show", "1")])
def test_no_command_reads_a_wrong_cell(words: tuple[str, ...], sealed: Path, capsys: Capture) -> None:
    put_cell(sealed, "slots", "kind", "gift")
    code, _, errors = ask(capsys, words[0], sealed, *words[1:])
    assert code == 3
    assert "slots: " in errors


def put_cell(trace: Path, table: str, column: str, cell: object) -> None:
    """Put `cell` in the place of the first cell of the column that holds something."""
    path = trace / "tables" / f"{table}.parquet"
    stored = pq.read_table(path)
    place = stored.schema.get_field_index(column)
    kind = stored.schema.field(place).type
    cells = stored[column].to_pylist()
    row = next(number for number, old in enumerate(cells) if old is not None or column == "parent")
    cells[row] = cell
    pq.write_table(stored.set_column(place, pa.field(column, kind), pa.array(cells, kind)), path)
