"""How operations are sent to a worker, and prepared there together: against plain Python, and with damage done."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import numscope
from numscope.analysis.replay import selection as chosen
from numscope.analysis.replay import value_sources as kept
from numscope.analysis.replay.replay_worker.execution import STATUSES, ReplayWorker
from numscope.analysis.replay.replay_worker.grouping import alike
from numscope.analysis.replay.replay_worker.results import DIFFERS, IDENTICAL
from numscope.analysis.replay.replay_worker.wire import Message
from numscope.analysis.replay.tasks import Tasks
from numscope.operations.traits import Trait
from numscope.trace.arrow_columns import numbers, pieces

pytest.importorskip("numscope._core", reason="the native core is not built")

_NUMBERS = st.integers(-3, 3) | st.sampled_from([-(2**63), 2**63 - 1, 2**62])


@settings(deadline=None)
@given(st.integers(0, 3).flatmap(lambda width: st.lists(st.tuples(*[_NUMBERS] * width), max_size=30)))
def test_alike_rows_are_those_that_are_equal(rows: list[tuple[int, ...]]) -> None:
    expected: dict[tuple[int, ...], list[int]] = {}
    for place, row in enumerate(rows):
        expected.setdefault(row, []).append(place)
    columns = [np.array(column, np.int64) for column in zip(*rows, strict=True)]
    found = [members.tolist() for members in alike(columns, len(rows))]
    assert sorted(found) == sorted(expected.values())


@settings(deadline=None)
@given(
    st.sampled_from(
        [(pa.int64(), _NUMBERS), (pa.uint32(), st.integers(0, 2**32 - 1)), (pa.bool_(), st.booleans())]
    ),
    st.data(),
)
def test_columns_of_arrow_become_those_of_numpy(kind: tuple[Any, Any], data: st.DataObject) -> None:
    values = data.draw(st.lists(st.none() | kind[1], max_size=40))
    start = data.draw(st.integers(0, 10))
    whole = pa.chunked_array([pa.array(values[:7], kind[0]), pa.array(values[7:], kind[0])])
    column = whole.slice(start)
    assert numbers(column, 1).tolist() == [1 if value is None else value for value in values[start:]]


@settings(deadline=None)
@given(st.lists(st.none() | st.binary(max_size=5)), st.integers(0, 10))
def test_bytes_of_arrow_are_found_where_they_lie(values: list[bytes | None], start: int) -> None:
    held, begins, sizes, blob = pieces(pa.chunked_array([pa.array(values, pa.binary())]).slice(start))
    rows = zip(held.tolist(), begins.tolist(), sizes.tolist(), strict=True)
    found = [blob[begin : begin + size].tobytes() if there else None for there, begin, size in rows]
    assert found == values[start:]


def small_work() -> None:
    a, c, d = np.arange(6.0), np.ones(6), np.empty(6)
    for turn in range(24):
        b = np.multiply(a, [0.0, -0.0, np.nan, 2.5][turn % 4])
        s = np.float64(turn) + np.sum(a + turn)
        np.divide(b, s)
        np.where(b > 0, a, b)
        np.concatenate([a, b, c]).reshape(3, 6).max(axis=turn % 2)
        c += a
        np.add(a, c, out=c)
        np.add(
            a[:-1], a[1:], out=(a + 0.0 if turn % 2 else a)[1:]
        )  # the result lies on the inputs, or it does not
        np.multiply(a, 2.0, out=c, where=a > 3)
        c[turn % 6] = turn
        c[2:4] = b[2:4]
        c.sort()
        np.add(a, 1.0, out=d)


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("chunks") / "run.numscope"
    with numscope.record(path):
        small_work()
    return path


def worker_of(tasks: Tasks) -> ReplayWorker:
    return ReplayWorker(json.loads(json.dumps(tasks.setup(None, None))))


def test_small_operations_take_the_short_way(recorded: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with numscope.open(recorded) as trace:
        tasks = Tasks(trace)
        worker = worker_of(tasks)
        general = []
        plain = worker._one
        monkeypatch.setattr(worker, "_one", lambda chunk, place: general.append(place) or plain(chunk, place))
        _, arrays = worker.perform(*tasks.message(*tasks.ranges()[0][:2]))
    assert set(arrays["statuses"].tolist()) == {STATUSES.index(IDENTICAL)}
    assert len(arrays["statuses"]) > 400
    assert len(general) < 30


def with_wrong_results(tasks: Tasks, message: Message) -> tuple[Message, list[int]]:
    """The message with the last bit of each result turned, and the places of the operations that have one."""
    header, columns = message
    chunk = tasks.chunk(message)
    contents, blob = columns["contents"].copy(), [columns["blob"].tobytes()]
    fresh: list[bytes] = []
    places = []
    for place in range(len(chunk.ids)):
        if tasks.traits[chunk.calls[place]] & Trait.UNINITIALISED:
            continue
        for number, (slot, value) in enumerate(zip(chunk.slot_ids(place), chunk.values(place), strict=True)):
            if tasks.slot(slot).role in ("output", "mutated"):
                contents[chunk.starts[place] + number] = len(columns["packs"]) + len(fresh)
                fresh.append(value[0][:-1] + bytes([value[0][-1] ^ 1]))
                places.append(place)
    sizes = np.array([len(data) for data in fresh])
    begins = len(columns["blob"]) + np.cumsum(sizes) - sizes
    more = {"packs": np.full(len(fresh), -1), "offsets": begins, "sizes": sizes, "stored": sizes}
    more["words"] = np.zeros(len(fresh), np.int64)
    more |= {"fortran": np.zeros(len(fresh), bool), "keys": np.zeros(len(fresh), np.uint64)}
    wrong = {**columns, **{name: np.concatenate([columns[name], column]) for name, column in more.items()}}
    wrong |= {"contents": contents, "blob": np.frombuffer(b"".join([*blob, *fresh]), np.uint8)}
    return (header, wrong), places


def test_one_wrong_bit_of_any_result_is_found(recorded: Path) -> None:
    with numscope.open(recorded) as trace:
        tasks = Tasks(trace)
        wrong, places = with_wrong_results(tasks, tasks.message(*tasks.ranges()[0][:2]))
        _, arrays = worker_of(tasks).perform(*wrong)
    assert np.flatnonzero(arrays["statuses"] == STATUSES.index(DIFFERS)).tolist() == sorted({*places})
    assert len(places) > 400


def test_contents_far_apart_are_read_in_several_queries(
    recorded: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with numscope.open(recorded) as trace:
        tasks = Tasks(trace)
        first, last, _ = tasks.ranges()[0]
        (header, columns) = tasks.message(first, last)
        monkeypatch.setattr(kept, "_WIDE", 1)
        monkeypatch.setattr(kept, "_MOST_QUERIES", 3)
        (other_header, other) = tasks.message(first, last)
        assert header == other_header
        places = range(len(columns["ids"]))
        chunks = [tasks.chunk(message) for message in ((header, columns), (other_header, other))]
        values = [str([chunk.values(place) for place in places]) for chunk in chunks]
        assert values[0] == values[1]


def test_pieces_are_small_and_leave_nothing_out(recorded: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chosen, "_MOST_BYTES", 1000)
    monkeypatch.setattr(chosen, "_MOST_OPERATIONS", 11)
    with numscope.open(recorded) as trace:
        rows = trace.sql(
            "select o.id, bytes_in + bytes_out as size from stored.operations o join stored.calls c on o.call = c.id "
            "where c.depth = 0 order by o.id"
        ).to_pylist()
        tasks = Tasks(trace)
        ids = []
        for first, last, count in tasks.ranges():
            part = [row for row in rows if first <= row["id"] <= last]
            assert len(part) == count == len(tasks.message(first, last)[1]["ids"]) <= 11
            assert count == 1 or sum(row["size"] for row in part) <= 1000
            ids += [row["id"] for row in part]
        assert ids == [row["id"] for row in rows]
