"""`numscope export --perfetto FILE`: decoded by Perfetto's own messages, it says what the trace says."""

from __future__ import annotations

import zlib
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import numscope
from numscope.cli.main import main

pytest.importorskip("numscope._core", reason="the native core is not built")
protos = pytest.importorskip(
    "perfetto.protos.perfetto.trace.perfetto_trace_pb2",
    reason="perfetto is not installed (pip install perfetto)",
)


def work() -> None:
    rows = np.arange(-2.0, 4.0)
    for epoch in range(2):
        numscope.mark(f"epoch {epoch}")
        with np.errstate(all="ignore"):
            roots = np.sqrt(rows)
        np.nansum(roots)
        numscope.step()
    with pytest.raises(ValueError, match="reshape"):
        np.reshape(rows, (4, 4))


@pytest.fixture(scope="module")
def trace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("recorded") / "work.numscope"
    with numscope.record(path):
        work()
    return path


@pytest.fixture(scope="module")
def tracks(trace: Path) -> dict[str, list[dict[str, Any]]]:
    output = trace.with_suffix(".pftrace")
    assert main(["export", str(trace), "--perfetto", str(output)]) == 0
    return decoded(output)


def decoded(path: Path) -> dict[str, list[dict[str, Any]]]:
    """Read slices by the name of their track, as Perfetto's description of the format says."""
    packed = protos.Trace.FromString(path.read_bytes())
    packets = [
        packet
        for block in packed.packet
        for packet in protos.Trace.FromString(zlib.decompress(block.compressed_packets)).packet
    ]
    names, now = {}, defaultdict(int)
    defaults: dict[int, Any] = {}
    known: dict[tuple[int, str, int], Any] = {}
    slices: dict[str, list[dict[str, Any]]] = defaultdict(list)
    open_slices: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for packet in packets:
        sequence = packet.trusted_packet_sequence_id
        if packet.HasField("track_descriptor"):
            track = packet.track_descriptor
            names[track.uuid] = track.thread.thread_name or track.name or track.process.process_name
        if packet.HasField("trace_packet_defaults"):
            defaults[sequence] = packet.trace_packet_defaults.track_event_defaults.track_uuid
            clocks = {clock.clock_id: clock for clock in packet.clock_snapshot.clocks}
            assert clocks[packet.trace_packet_defaults.timestamp_clock_id].is_incremental
        for kind, entries in packet.interned_data.ListFields():
            for entry in entries:
                known[sequence, kind.name, entry.iid] = entry
        if not packet.HasField("track_event"):
            continue
        now[sequence] += packet.timestamp
        event = packet.track_event
        if event.type == protos.TrackEvent.TYPE_SLICE_END:
            open_slices[sequence].pop()["end"] = now[sequence]
            continue
        place = known.get((sequence, "source_locations", event.source_location_iid))
        one = {
            "name": known[sequence, "event_names", event.name_iid].name,
            "start": now[sequence],
            "place": (place.file_name, place.line_number) if place else None,
            "flows": list(event.flow_ids),
            "ending": list(event.terminating_flow_ids),
            "depth": len(open_slices[sequence]),
            **{
                known[sequence, "debug_annotation_names", note.name_iid].name: known[
                    sequence, "debug_annotation_string_values", note.string_value_iid
                ].str.decode()
                if note.HasField("string_value_iid")
                else note.uint_value
                for note in event.debug_annotations
            },
        }
        slices[names[defaults[sequence]]].append(one)
        open_slices[sequence].append(one)
    assert not any(open_slices.values())
    return slices


def test_each_operation_is_a_slice_with_its_arguments(
    trace: Path, tracks: dict[str, list[dict[str, Any]]]
) -> None:
    [thread] = [name for name in tracks if name.startswith("thread")]
    with numscope.open(trace) as opened:
        operations = list(opened)
        first = opened.sql("select min(time_ns) t from operations")["t"][0].as_py()
        starts = dict(
            zip(*opened.sql("select id, time_ns from operations").to_pydict().values(), strict=True)
        )
    found = {one["id"]: one for one in tracks[thread]}
    assert list(found) == [one.id for one in operations]
    for operation in operations:
        one = found[operation.id]
        assert one["name"] == operation.name
        assert abs(one["start"] - (starts[operation.id] - first)) <= 2
        assert abs(one["end"] - one["start"] - operation.duration_ns) <= 4
        assert one["depth"] == operation.depth
        assert one.get("raised") == operation.exception
        if operation.user_site is not None:
            assert one["place"] == (operation.user_site.file, operation.user_site.line)
    roots = [one for one in found.values() if one["name"] == "numpy.sqrt"]
    assert [(one["result"], one["NaN"]) for one in roots] == [("float64[6]", 2)] * 2
    assert {one["name"] for one in found.values() if "raised" in one} == {
        "numpy.reshape",
        "numpy.ndarray.reshape",
    }


def test_arrows_lead_from_what_made_an_array_to_what_read_it(
    tracks: dict[str, list[dict[str, Any]]],
) -> None:
    operations = [one for name, slices in tracks.items() if name.startswith("thread") for one in slices]
    began = {flow: one["name"] for one in operations for flow in one["flows"]}
    edges = [(began[flow], one["name"]) for one in operations for flow in one["ending"]]
    assert edges.count(("numpy.arange", "numpy.sqrt")) == 2
    assert edges.count(("numpy.sqrt", "numpy.nansum")) == 2
    assert len(edges) == len(began)


def test_marks_and_steps_are_slices(tracks: dict[str, list[dict[str, Any]]]) -> None:
    marks, steps = tracks["marks"], tracks["steps"]
    assert [one["name"] for one in marks] == ["epoch 0", "epoch 1"]
    assert [one["name"] for one in steps] == ["step 0", "step 1"]
    assert marks[0]["end"] == marks[1]["start"]
    assert marks[0]["start"] < steps[0]["end"] <= marks[1]["start"] < steps[1]["end"] < marks[1]["end"]
