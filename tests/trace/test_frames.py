"""Tables and answers to SQL as Arrow, pandas and Polars."""

from __future__ import annotations

import sys
from pathlib import Path
from unittest import mock

import numpy as np
import pytest

import numscope
from numscope.errors import UsageError

pytest.importorskip("numscope._core", reason="the native core is not built")
QUERY = "select name, count(*) n, sum(bytes_out)::bigint bytes from operations where user_visible group by 1 order by 1"


@pytest.fixture
def trace(tmp_path: Path) -> numscope.Trace:
    with numscope.record(tmp_path / "t.numscope"):
        for _ in range(3):
            np.sqrt(np.full(4, 2.0))
    return numscope.open(tmp_path / "t.numscope")


def test_pandas_has_the_same_rows(trace: numscope.Trace) -> None:
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    frame = trace.sql(QUERY, to="pandas")
    assert isinstance(frame, pandas.DataFrame)
    assert frame.to_dict("list") == {"name": ["numpy.full", "numpy.sqrt"], "n": [3, 3], "bytes": [96, 96]}
    assert len(trace.table("operations", to="pandas")) == len(trace)


def test_polars_has_the_same_rows(trace: numscope.Trace) -> None:
    # A module of it: the folder with the tests of its probe, which has its name, is on the path too.
    pytest.importorskip("polars.dataframe", reason="Polars is not installed")
    import polars

    frame = trace.sql(QUERY, to="polars")
    assert isinstance(frame, polars.DataFrame)
    assert frame.rows() == [("numpy.full", 3, 96), ("numpy.sqrt", 3, 96)]
    assert trace.table("operations", to="polars").height == len(trace)


def test_arrow_is_what_one_gets_unasked(trace: numscope.Trace) -> None:
    assert trace.sql(QUERY).to_pylist()[1] == {"name": "numpy.sqrt", "n": 3, "bytes": 96}
    assert trace.sql("select name from operations where name = ? limit 1", ["numpy.sqrt"]).num_rows == 1


def test_what_is_not_there_is_said_in_one_sentence(trace: numscope.Trace) -> None:
    with (
        mock.patch.dict(sys.modules, {"polars": None}),
        pytest.raises(UsageError, match="pip install polars"),
    ):
        trace.table("operations", to="polars")
    with pytest.raises(UsageError, match="there is no form 'excel'"):
        trace.sql(QUERY, to="excel")
    with pytest.raises(UsageError, match="there is no table 'nothing'"):
        trace.table("nothing", to="pandas")
