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
        ("operations", "call", 10**6),
        ("operations", "parent", 10**9),
        ("operands", "slot", 10**6),
        ("slots", "kind", "gift"),
        ("slots", "shape", [-1]),
        ("slots", "strides", [1, 2, 3, 4, 5]),
        ("values", "offset", 2**63),
        ("processes", "directory", "../.."),
    ],
)
def test_a_wrong_cell_is_named(table: str, column: str, cell: object, sealed: Path, capsys: Capture) -> None:
    path = sealed / "tables" / f"{table}.parquet"
    stored = pq.read_table(path)
    place = stored.schema.get_field_index(column)
    kind = stored.schema.field(place).type
    row = next(
        number
        for number, old in enumerate(stored[column].to_pylist())
        if old is not None or column == "parent"
    )
    cells = stored[column].to_pylist()
    cells[row] = cell
    pq.write_table(stored.set_column(place, pa.field(column, kind), pa.array(cells, kind)), path)
    for words in (("verify", sealed), ("ls", sealed), ("show", sealed, "1")):
        code, _, errors = ask(capsys, *words)
        assert code == 3, words
        assert f"{table}: " in errors
