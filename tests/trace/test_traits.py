"""Traits of operations: read from their records, and looked up by name where a trace is older than they are."""

from __future__ import annotations

import shutil
import struct
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest
from tests.trace.encoder import EncodedCall, ShardEncoder, adopt, record, write_manifest

import numscope
from numscope.cli.main import main
from numscope.operations.tables import traits_of
from numscope.operations.traits import Trait
from numscope.trace.sealing import seal
from sweeps import shortened


def write(trace: Path, *shards: ShardEncoder) -> Path:
    write_manifest(trace)
    for number, shard in enumerate(shards):
        shard.thread(77)
        for sequence in range(shard.counts[2]):
            shard.call(EncodedCall(sequence, sequence + 1))
        shard.write_closed(trace / "processes" / f"{number}-{100 + number}")
    return trace


def traits_in(trace: Path) -> list[tuple[str, Trait]]:
    with numscope.open(trace) as opened:
        return [(operation.name, operation.traits) for operation in opened.operations]


def test_a_record_says_what_the_operation_is(tmp_path: Path) -> None:
    shard = ShardEncoder()
    shard.operation("some.view", 2)
    shard.operation("numpy.add", 0)  # what was recorded counts, not what the name would say
    shard.operation("some.of a newer version", 1 << 31 | 1)
    found = traits_in(write(tmp_path / "t.numscope", shard))
    assert found == [("some.view", 2), ("numpy.add", 0), ("some.of a newer version", 1 << 31 | 1)]


def test_the_same_name_may_have_other_traits(tmp_path: Path) -> None:
    shard = ShardEncoder()
    shard.operation("some.name", 4)
    shard.operation("some.name", 8)
    assert traits_in(write(tmp_path / "t.numscope", shard)) == [("some.name", 4), ("some.name", 8)]


def test_older_records_get_their_traits_by_name_beside_newer_ones(tmp_path: Path) -> None:
    old, new = ShardEncoder(), ShardEncoder()
    for name in ("numpy.empty", "aten::view", "autograd::MulBackward0", "unheard.of"):
        old.operation(name)
    new.operation("numpy.empty", 0)
    assert traits_in(write(tmp_path / "t.numscope", old, new)) == [
        ("numpy.empty", Trait.UNINITIALISED),
        ("aten::view", Trait.VIEW),
        ("autograd::MulBackward0", Trait.FRAME | Trait.GRAPH_NODE),
        ("unheard.of", 0),
        ("numpy.empty", 0),
    ]


def test_a_record_that_is_too_short_for_traits_is_damage(tmp_path: Path) -> None:
    shard = ShardEncoder()
    shard.operation("some.view", 2)
    shard.definitions += record(2, struct.pack("<II", 2, 0), 1)
    with numscope.open(write(tmp_path / "t.numscope", shard)) as trace:
        assert [operation.name for operation in trace.operations] == ["some.view"]
        assert any("definitions" in problem for problem in trace.problems)


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("numscope._core", reason="the native core is not built")
    trace = tmp_path_factory.mktemp("recorded") / "t.numscope"
    with numscope.record(trace), np.errstate(all="ignore"):
        rng = np.random.default_rng()
        a = rng.random((40, 3))
        left = np.empty(8)
        left[:] = 1
        a[0] = np.log(np.zeros(3))
        shown = a.T @ a
        np.nanmean(np.array([1, np.nan]))
        np.add.reduce(shown.copy() + 1)
        np.add.at(left, [0, 0], 1)
    seal(trace)
    return trace


def make_older(trace: Path) -> None:
    """Leave the traits out, as traces of version 2 did."""
    calls = trace / "tables" / "calls.parquet"
    pq.write_table(pq.read_table(calls).drop_columns("traits"), calls)


def test_what_is_recorded_is_what_the_tables_say(recorded: Path) -> None:
    found = dict(traits_in(recorded))
    assert found["numpy.log"] == Trait.ELEMENTWISE
    assert found["numpy.random.Generator.random"] == Trait.DRAWS
    # That an operation is a scalar's own comes from the catalogue of this NumPy, not from the table of names.
    assert {name: traits & ~Trait.SCALAR for name, traits in found.items()} == {
        name: traits_of(name) for name in found
    }


@pytest.mark.parametrize(
    "words",
    shortened(
        (
            pytest.param(words)
            for words in (
                ("nan",),
                ("check", "--rule", "copied_bytes > 0"),
                ("replay", "--json"),
                ("sql", f"select name, traits & ~{Trait.SCALAR.value} as traits from operations order by id"),
                *(("nan", "--strict"), ("ls", "--all"), ("top",), ("advise",), ("graph",), ("show", "1")),
                ("precision", "--json"),
            )
        ),
        4,
    ),
    ids=" ".join,
)
def test_an_older_trace_answers_as_a_newer_one(
    words: tuple[str, ...], recorded: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    trace = tmp_path / "t.numscope"
    shutil.copytree(recorded, trace)
    adopt(trace)

    def answer() -> tuple[int, str]:
        trust = ["--trust"] if words[0] in ("replay", "precision") else []  # a copy is a stranger's trace
        code = main([words[0], str(trace), *trust, *words[1:]])
        return code, capsys.readouterr().out

    now = answer()
    make_older(trace)
    assert answer() == now
    assert now[1]
