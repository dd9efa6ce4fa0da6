"""What a process has left in its shard that did not end properly: read from its streams, which the kernel kept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from numscope.format.constants import Layout, number
from numscope.format.files import Folder
from numscope.format.streams import open_stream

_RECORD_HEADER = Layout("record_header")
_RECORD_VALUE = number("RECORD_VALUE")


def count_unfinished(shard: Path) -> Mapping[str, int]:
    """Return the counters that the process would have written at its end, as far as its streams show them."""
    header = open_stream(Folder.at(shard), "events-0.log", "events-0.tail").header
    return {
        "operations": 0 if header is None else header.next_sequence,
        "values": sum(kind == _RECORD_VALUE for kind in _definition_kinds(shard)),
        "values_over_budget": 0,
        "stop_reason": 0 if header is None else header.stop_reason,
    }


def _definition_kinds(shard: Path) -> Iterator[int]:
    stream = open_stream(Folder.at(shard), "definitions.log", "definitions.tail")
    data = stream.read(0, len(stream))
    position = 0
    while position + _RECORD_HEADER.size <= len(data):
        header = _RECORD_HEADER.read(data, position)
        if header.size < _RECORD_HEADER.size:
            return
        yield header.kind
        position += header.size
