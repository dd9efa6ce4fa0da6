"""A timeline in Perfetto's own format: protocol buffers, texts held once a track, times as differences, compressed.

The messages are those of `perfetto_trace.proto`, as the package `perfetto` has them. Each track is
a sequence of packets with a clock and a dictionary of its own, as Perfetto's own recorders write them.
"""

from __future__ import annotations

import zlib
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import count, groupby
from typing import Any, BinaryIO

from perfetto.protos.perfetto.trace.perfetto_trace_pb2 import (
    Trace,
    TracePacket,
    TrackEvent,
)

from numscope.analysis.export.timeline import Slice, Span
from numscope.views.export_timeline import nested, process_label

_BOOT_TIME, _INCREMENTAL = 6, 64  # builtin clock; first clock that is a sequence's own
_PER_BLOCK = 20_000  # packets that are compressed together


@dataclass(frozen=True)
class Timeline:
    """What a timeline is written of. pids: process number -> process id; flows: (source, target) operations.

    ranks: process number -> rank, in a trace with several.
    """

    spans: Iterable[Span]
    slices: list[Slice]
    flows: list[tuple[int, int]]
    pids: dict[int, int]
    ranks: Mapping[int, int] = field(default_factory=dict)


def write_perfetto_trace(timeline: Timeline, file: BinaryIO) -> int:
    """Write the timeline, which ui.perfetto.dev opens; return how many operations it has."""
    writer = _Writer(file, timeline)
    written = 0
    for (process, thread), spans in groupby(timeline.spans, key=lambda span: (span.process, span.thread)):
        track = writer.thread(process, thread)
        for begins, span, at in nested(spans):
            if begins:
                track.begin(span.name, at, span)
                written += 1
            else:
                track.end(at)
    for (process, row), group in groupby(timeline.slices, key=lambda one: (one.process, one.row)):
        track = writer.row(process, row)
        for begins, one, at in nested(group):
            if begins:
                track.begin(one.name, at)
            else:
                track.end(at)
    writer.flush()
    return written


class _Writer:
    """Hands out tracks, and compresses their packets block by block."""

    def __init__(self, file: BinaryIO, timeline: Timeline) -> None:
        self._file = file
        self._pids, self._ranks = timeline.pids, timeline.ranks
        self._numbers = count(1)
        self._processes: dict[int, int] = {}
        self._block = Trace()
        self.starting: defaultdict[int, list[int]] = defaultdict(list)
        self.ending: defaultdict[int, list[int]] = defaultdict(list)
        for number, (source, target) in enumerate(timeline.flows, 1):
            self.starting[source].append(number)
            self.ending[target].append(number)

    def packet(self) -> TracePacket:
        if len(self._block.packet) >= _PER_BLOCK:
            self.flush()
        return self._block.packet.add()

    def flush(self) -> None:
        packed = TracePacket(compressed_packets=zlib.compress(self._block.SerializeToString(), 9))
        self._file.write(Trace(packet=[packed]).SerializeToString())
        self._block = Trace()

    def thread(self, process: int, thread: int) -> _Track:
        described, track = self._track(process)
        described.thread.pid = self._pids.get(process, process)
        described.thread.tid = thread
        described.thread.thread_name = f"thread {thread}"
        return track

    def row(self, process: int, name: str) -> _Track:
        described, track = self._track(process)
        described.name = name
        return track

    def _track(self, process: int) -> tuple[Any, _Track]:
        if process not in self._processes:
            self._processes[process] = next(self._numbers)
            described = self.packet().track_descriptor
            described.uuid = self._processes[process]
            described.process.pid = self._pids.get(process, process)
            described.process.process_name = process_label(process, self._ranks)
        uuid = next(self._numbers)
        described = self.packet().track_descriptor
        described.uuid, described.parent_uuid = uuid, self._processes[process]
        return described, _Track(self, uuid)


class _Track:
    """One track, whose packets are a sequence of their own: the texts and the clock of it."""

    def __init__(self, writer: _Writer, uuid: int) -> None:
        self._writer = writer
        self._sequence = uuid
        self._now = 0
        self._texts: dict[tuple[str, Any], int] = {}
        start = self._packet()
        start.sequence_flags = TracePacket.SEQ_INCREMENTAL_STATE_CLEARED
        start.clock_snapshot.clocks.add(clock_id=_BOOT_TIME, timestamp=0)
        start.clock_snapshot.clocks.add(clock_id=_INCREMENTAL, timestamp=0, is_incremental=True)
        start.trace_packet_defaults.timestamp_clock_id = _INCREMENTAL
        start.trace_packet_defaults.track_event_defaults.track_uuid = uuid

    def begin(self, name: str, at: int, span: Span | None = None) -> None:
        packet = self._at(at)
        event = packet.track_event
        event.type = TrackEvent.TYPE_SLICE_BEGIN
        event.name_iid = self._text(packet, "event_names", name)
        if span is None:
            return
        event.debug_annotations.add(
            name_iid=self._text(packet, "debug_annotation_names", "id"), uint_value=span.id
        )
        for key, text in (("result", span.result), ("raised", span.exception)):
            if text is not None:
                event.debug_annotations.add(
                    name_iid=self._text(packet, "debug_annotation_names", key),
                    string_value_iid=self._text(packet, "debug_annotation_string_values", text),
                )
        if span.nans:
            event.debug_annotations.add(
                name_iid=self._text(packet, "debug_annotation_names", "NaN"), uint_value=span.nans
            )
        if span.file is not None:
            event.source_location_iid = self._place(packet, span.file, span.line or 0)
        event.flow_ids.extend(self._writer.starting.get(span.id, ()))
        event.terminating_flow_ids.extend(self._writer.ending.get(span.id, ()))

    def end(self, at: int) -> None:
        self._at(at).track_event.type = TrackEvent.TYPE_SLICE_END

    def _at(self, at: int) -> TracePacket:
        packet = self._packet()
        packet.sequence_flags = TracePacket.SEQ_NEEDS_INCREMENTAL_STATE
        packet.timestamp = at - self._now
        self._now = at
        return packet

    def _packet(self) -> TracePacket:
        packet = self._writer.packet()
        packet.trusted_packet_sequence_id = self._sequence
        return packet

    def _text(self, packet: TracePacket, kind: str, text: str) -> int:
        """Return the number of a text, which the packet brings if it is new."""
        number = self._texts.get((kind, text))
        if number is None:
            number = self._texts[kind, text] = len(self._texts) + 1
            entry = getattr(packet.interned_data, kind).add(iid=number)
            if kind == "debug_annotation_string_values":
                entry.str = text.encode(errors="replace")
            else:
                entry.name = text.encode(errors="replace").decode()
        return number

    def _place(self, packet: TracePacket, file: str, line: int) -> int:
        number = self._texts.get(("place", (file, line)))
        if number is None:
            number = self._texts["place", (file, line)] = len(self._texts) + 1
            name = file.encode(errors="replace").decode()
            packet.interned_data.source_locations.add(iid=number, file_name=name, line_number=line)
        return number
