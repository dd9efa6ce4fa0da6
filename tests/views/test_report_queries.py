"""A report asks for the values of many operations at once, also for those that the trace does not hold."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import numscope
from numscope.cli.main import main
from numscope.trace.database import Database
from sweeps import shortened


def queries_of_report(trace: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    asked: list[str] = []
    query = Database.query

    def counted(self: Database, text: str, parameters: list[object] | None = None) -> object:
        asked.append(text)
        return query(self, text, parameters)

    with monkeypatch.context() as patch:
        patch.setattr(Database, "query", counted)
        assert main(["report", str(trace), "-o", str(trace.with_suffix(".html"))]) == 0
    return len(asked)


@pytest.mark.parametrize("values", shortened(["full", "stats"]))
def test_no_query_for_each_value(values: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trace = tmp_path / "t.numscope"
    with numscope.record(trace, values=values):
        a = np.arange(40.0)
        for n in range(60):
            a = np.sqrt(a + n)
    numscope.open(trace).close()
    assert queries_of_report(trace, monkeypatch) < 100
    contents = trace / "tables" / "contents.parquet"
    table = pq.read_table(contents)
    for name in ("hash_low", "hash_high"):
        place = table.schema.get_field_index(name)
        cells = pa.array([7] * len(table), table.schema.field(place).type)
        table = table.set_column(place, table.schema.field(place), cells)
    pq.write_table(table, contents)
    assert queries_of_report(trace, monkeypatch) < 100
