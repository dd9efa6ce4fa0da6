"""Dumps of a flight recorder as a table: strangers' pickles make plain values only, and what is no dump is refused."""

from __future__ import annotations

import json
import os
import pickle
import tracemalloc
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numscope.errors import UsageError
from numscope.trace.flight_recording import read_dumps

ENTRY = {
    "frames": [
        {"name": "all_reduce", "filename": "/x/site-packages/torch/distributed.py", "line": 9},
        {"name": "train", "filename": "/home/me/train.py", "line": 42},
    ],
    "process_group": ["7", "tensor parallel"],
    "collective_seq_id": 3,
    "p2p_seq_id": 5,
    "profiling_name": "nccl:all_reduce",
    "time_created_ns": 1000,
    "time_discovered_started_ns": 1100,
    "time_discovered_completed_ns": None,
    "input_sizes": [[2, 3], [4]],
    "input_dtypes": ["Float", "Half"],
    "output_sizes": [[2, 3], [4]],
    "output_dtypes": ["Float", "Half"],
    "state": "started",
    "timeout_ms": 600000,
    "is_p2p": False,
}
DUMP: dict[str, Any] = {
    "version": "2.4",
    "pg_config": {"7": {"name": "7", "desc": "tensor parallel", "ranks": "[1, 3]"}},
    "entries": [ENTRY, {**ENTRY, "is_p2p": True, "profiling_name": "nccl:send 1->3"}],
}


def dumped(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


@pytest.mark.parametrize("written", [pickle.dumps(DUMP), json.dumps(DUMP).encode()], ids=["pickle", "JSON"])
def test_a_row_for_each_entry(written: bytes, tmp_path: Path) -> None:
    first, second = read_dumps([dumped(tmp_path / "trace_rank_3", written)]).to_pylist()
    assert first == {
        "rank": 3,
        "group": "7",
        "group_description": "tensor parallel",
        "group_ranks": [1, 3],
        "number": 3,
        "name": "nccl:all_reduce",
        "point_to_point": False,
        "state": "started",
        "created_ns": 1000,
        "started_ns": 1100,
        "completed_ns": None,
        "inputs": ["Float[2,3]", "Half[4]"],
        "outputs": ["Float[2,3]", "Half[4]"],
        "file": "/home/me/train.py",
        "line": 42,
        "function": "train",
        "timeout_ms": 600000,
    }
    assert (second["number"], second["name"], second["point_to_point"]) == (5, "nccl:send 1->3", True)


class Stranger:
    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __reduce__(self) -> Any:
        return os.mkdir, (str(self.mark),)


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_what_a_pickle_names_is_not_called(protocol: int, tmp_path: Path) -> None:
    mark = tmp_path / "called"
    hostile = pickle.dumps({**DUMP, "version": Stranger(mark)}, protocol)
    with pytest.raises(UsageError, match="it names"):
        read_dumps([dumped(tmp_path / "trace_rank_0", hostile)])
    assert not mark.exists()
    pickle.loads(hostile)
    assert mark.exists()


def test_a_small_dump_of_many_values_is_refused(tmp_path: Path) -> None:
    """Forty lists of ten times the one before are a thousand bytes, and no text of them would ever end."""
    many: list[Any] = []
    for _ in range(40):
        many = [many] * 10
    endless: list[Any] = []
    endless.append(endless)
    for ranks in (many, endless):
        dump = {**DUMP, "pg_config": {"7": {"ranks": ranks}}}
        with pytest.raises(UsageError, match="stands for more than 20,000,000 values"):
            read_dumps([dumped(tmp_path / "trace_rank_0", pickle.dumps(dump))])


@pytest.mark.parametrize(
    "put", [b"r" + (30_000_000).to_bytes(4, "little"), b"p30000000\n"], ids=["binary", "text"]
)
def test_a_pickle_of_few_bytes_takes_little_memory(tmp_path: Path, put: bytes) -> None:
    """CPython makes a table of all numbers up to the one that a value is kept by."""
    tracemalloc.start()
    try:
        with pytest.raises(UsageError, match="it numbers a value 30,000,000 in"):
            read_dumps([dumped(tmp_path / "trace_rank_0", b"\x80\x02}" + put + b".")])
        assert tracemalloc.get_traced_memory()[1] < 20_000_000
    finally:
        tracemalloc.stop()


@given(
    data=st.binary(max_size=200)
    | st.integers(0, 400).map(pickle.dumps(DUMP).__getitem__).map(lambda one: bytes([one]))
)
def test_other_bytes_are_refused(data: bytes, tmp_path_factory: pytest.TempPathFactory) -> None:
    with pytest.raises(UsageError, match="is no dump of a flight recorder"):
        read_dumps([dumped(tmp_path_factory.mktemp("dumps") / "trace_rank_0", data)])


@given(at=st.integers(0, len(pickle.dumps(DUMP)) - 2), byte=st.integers(0, 255))
def test_a_damaged_dump_is_refused_or_read(
    at: int, byte: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    data = bytearray(pickle.dumps(DUMP))
    data[at] = byte
    with suppress(UsageError):
        read_dumps([dumped(tmp_path_factory.mktemp("dumps") / "trace_rank_0", bytes(data))])


def test_a_file_without_a_rank_and_none_at_all(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no rank at the end of its name"):
        read_dumps([dumped(tmp_path / "trace", pickle.dumps(DUMP))])
    with pytest.raises(UsageError, match="can't be read: No such file"):
        read_dumps([tmp_path / "trace_rank_0"])
