"""A trace written from the format's description is read back as what it means."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from tests.trace.conftest import HASH_TEXT, small_shard
from tests.trace.encoder import (
    ATTRIBUTE,
    INT,
    KEYWORD,
    SHARED_TEXT,
    EncodedCall,
    EncodedOperand,
    write_manifest,
)

import numscope
from numscope.errors import TraceError, UsageError


def test_operations_come_in_the_order_in_which_they_began(small_trace: Path) -> None:
    trace = numscope.open(small_trace)
    assert [(operation.id, operation.name) for operation in trace] == [
        (0, "numpy.add"),
        (1, "numpy.mean"),
        (2, "numpy.add.reduce"),
        (3, "numpy.sqrt"),
    ]
    assert len(trace) == len(trace.operations) == 4


def test_an_operation_knows_its_call(small_trace: Path) -> None:
    add, mean, reduce, sqrt = numscope.open(small_trace)
    assert (add.how, add.depth, add.parent, add.user_visible) == ("operator", 0, None, True)
    assert (add.site.file, add.site.line, add.site.function) == ("/nowhere/script.py", 3, "main")
    assert (reduce.parent, reduce.depth, reduce.user_visible) == (1, 1, False)
    assert reduce.site.in_library
    assert reduce.user_site == mean.site
    assert (reduce.process, reduce.thread) == (0, 1)
    assert sqrt.exception == "TypeError: no axis für dich"
    assert sqrt.floating_point == ("invalid",)
    assert sqrt.outputs == ()


def test_an_operation_read_has_each_field_that_its_type_declares(small_trace: Path) -> None:
    for operation in numscope.open(small_trace):
        made = [
            operation,
            *operation.operands,
            *(one.statistics for one in operation.operands if one.statistics),
        ]
        for one in made:
            assert set(vars(one)) == {field.name for field in dataclasses.fields(one)}
            assert dataclasses.replace(one) == one


def test_ticks_become_nanoseconds_by_both_clock_readings(small_trace: Path) -> None:
    add, mean, reduce, _ = numscope.open(small_trace)
    assert add.time_ns == 1_700_000_000_000_000_000
    assert mean.time_ns - add.time_ns == 100  # 200 ticks at half a nanosecond each
    assert (add.duration_ns, mean.duration_ns, reduce.duration_ns) == (100, 300, 50)


def test_own_time_is_without_the_operations_inside(small_trace: Path) -> None:
    _, mean, reduce, _ = numscope.open(small_trace)
    assert (mean.self_ns, reduce.self_ns) == (250, 50)


def test_an_operand_knows_its_place_layout_and_content(small_trace: Path) -> None:
    add, _, reduce, _ = numscope.open(small_trace)
    first, second, result = *add.inputs, *add.outputs
    assert (first.dtype, first.shape, first.strides, first.address) == ("float64", (8,), (8,), 0x1000)
    assert (first.hash, first.kept, second.hash, second.kept) == (HASH_TEXT, True, None, False)
    assert (second.position, result.owner) == (1, 0x9000)
    found = result.statistics
    assert found is not None
    assert (found.minimum, found.maximum, found.mean, found.deviation) == (1, 2, 1.5, 0.5)
    assert (found.zeros, found.nans, found.positive_infinities, found.negative_infinities) == (0, 3, 2, 1)
    assert reduce.scalars == {"axis": None}
    assert [argument.name for argument in reduce.arguments] == ["axis"]


def test_values_come_from_the_pack_or_from_the_event(small_trace: Path) -> None:
    trace = numscope.open(small_trace)
    np.testing.assert_array_equal(trace[0].inputs[0].value(), np.arange(8.0))
    np.testing.assert_array_equal(trace.values[HASH_TEXT], np.arange(8.0))
    assert trace[1].outputs[0].value() == 3.5
    assert trace[1].arguments[0].value() == 0
    assert list(trace.values) == [HASH_TEXT]
    assert HASH_TEXT in trace.values
    assert "0" * 32 not in trace.values


def test_a_value_that_was_not_kept_says_so(small_trace: Path) -> None:
    trace = numscope.open(small_trace)
    with pytest.raises(numscope.errors.NumscopeError, match="not kept"):
        trace[0].outputs[0].value()
    with pytest.raises(LookupError, match="not kept"):
        trace[0].inputs[1].value()
    with pytest.raises(LookupError, match="32 hexadecimal digits"):
        trace.values["xyz"]


def test_operations_are_found_by_index_and_slice(small_trace: Path) -> None:
    trace = numscope.open(small_trace)
    assert trace[-1].name == "numpy.sqrt"
    assert [operation.id for operation in trace[1:3]] == [1, 2]
    with pytest.raises(IndexError, match="no operation 4: the trace holds 4"):
        trace[4]


def test_tables_are_arrow_and_answer_sql(small_trace: Path) -> None:
    trace = numscope.open(small_trace)
    assert isinstance(trace.table("operations"), pa.Table)
    assert trace.table("operands").num_rows == 11
    answer = trace.sql("select name, count(*) n from operations group by 1 order by 1")
    assert answer.to_pydict() == {
        "name": ["numpy.add", "numpy.add.reduce", "numpy.mean", "numpy.sqrt"],
        "n": [1, 1, 1, 1],
    }
    with pytest.raises(UsageError, match="there are attributes, dtypes, layouts, marks, modules, operands"):
        trace.table("nope")


@pytest.mark.parametrize(
    "query",
    [
        "drop view operations",
        "copy operations to '{}/out.csv'",
        "create table t as select 1",
        "select 1; select 2",
        "attach '{}/x.db'",
        "install httpfs",
        "set threads = 1",
        "select * from read_text('{}/secret')",
        "select * from read_csv('{}/secret')",
        "select * from glob('{}/*')",
        "select * from read_parquet('{}/other.parquet')",
        "selec 1",
        "select nope from operations",
        "",
    ],
)
def test_sql_reads_the_trace_and_nothing_else(small_trace: Path, tmp_path: Path, query: str) -> None:
    (tmp_path / "secret").write_text("secret")
    before = sorted(tmp_path.rglob("*.csv"))
    with pytest.raises(UsageError):
        numscope.open(small_trace).sql(query.format(tmp_path))
    assert sorted(tmp_path.rglob("*.csv")) == before


def test_sealing_replaces_the_raw_logs_and_nothing_changes(small_trace: Path) -> None:
    first = [str(operation) for operation in numscope.open(small_trace)]
    shard = small_trace / "processes" / "0-4194311"
    assert sorted(path.name for path in shard.iterdir()) == ["process.json", "values.pack"]
    assert json.loads((small_trace / "manifest.json").read_text())["state"] == "sealed"
    assert [str(operation) for operation in numscope.open(small_trace)] == first


def test_processes_are_told(small_trace: Path) -> None:
    row = numscope.open(small_trace).table("processes").to_pylist()[0]
    assert (row["pid"], row["argv"], row["operations"], row["first_operation"]) == (
        4194311,
        ["script.py"],
        4,
        0,
    )


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"format": "other"}, "is not a numscope trace"),
        ({"version": 99}, "update numscope"),
        ({"version": "x"}, "no usable format version"),
    ],
)
def test_foreign_and_newer_traces_are_refused(
    tmp_path: Path, changes: dict[str, object], sentence: str
) -> None:
    write_manifest(tmp_path / "t.numscope", **changes)
    with pytest.raises(TraceError, match=sentence):
        numscope.open(tmp_path / "t.numscope")


def test_what_is_no_trace_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "broken.numscope").mkdir()
    (tmp_path / "broken.numscope" / "manifest.json").write_text("{")
    for name, sentence in (
        ("nothing", "there is no trace"),
        ("file", "a trace is a directory"),
        (".", "holds no manifest.json"),
        ("broken.numscope", "can't be read"),
    ):
        with pytest.raises(TraceError, match=sentence):
            numscope.open(tmp_path / name)


def test_attributes_are_told_apart_from_operands(tmp_path: Path) -> None:
    shard = small_shard()
    module, layer, step = shard.string("module"), shard.string("encoder.0"), shard.string("step")
    device, cuda = shard.string("device"), shard.string("cuda:0")
    given = EncodedOperand(INT, value=5)
    of_operation = [
        EncodedOperand(SHARED_TEXT, ATTRIBUTE, KEYWORD, module, type=layer),
        EncodedOperand(INT, ATTRIBUTE, KEYWORD, step, value=7),
    ]
    of_second = EncodedOperand(SHARED_TEXT, ATTRIBUTE, KEYWORD, device, item=2, type=cuda)
    shard.call(EncodedCall(4, inputs=(given, given, *of_operation, of_second), outputs=(given,)))
    trace_path = tmp_path / "attributes.numscope"
    write_manifest(trace_path)
    shard.write_closed(trace_path / "processes" / "0-1")
    with numscope.open(trace_path) as trace:
        assert trace[4].attributes == {"module": "encoder.0", "step": 7}
        assert [operand.attributes for operand in trace[4].operands] == [{}, {"device": "cuda:0"}, {}]
        rows = trace.sql(
            "select place, name, coalesce(text, integer::text) as value from attributes order by all"
        )
        assert rows.to_pydict() == {
            "place": [1, None, None],
            "name": ["device", "module", "step"],
            "value": ["cuda:0", "encoder.0", "7"],
        }
        assert trace[3].attributes == {}
