"""Messages between two interpreters: a header in JSON and arrays as .npy, one after the other."""

from __future__ import annotations

import io
import json
import struct
from typing import IO, Any

import numpy as np

Message = tuple[dict[str, Any], dict[str, Any]]
_LENGTHS = struct.Struct("<QQ")


def send(stream: IO[bytes], header: dict[str, Any], arrays: dict[str, Any]) -> None:
    """Write one message."""
    text = json.dumps({**header, "arrays": list(arrays)}).encode()
    body = io.BytesIO()  # NumPy seeks in what it takes for a file
    for array in arrays.values():
        np.lib.format.write_array(body, np.asanyarray(array), allow_pickle=False)
    stream.write(_LENGTHS.pack(len(text), body.tell()))
    stream.write(text)
    stream.write(body.getbuffer())
    stream.flush()


def receive(stream: IO[bytes]) -> Message | None:
    """Read one message; None where the stream ends before its end."""
    start = stream.read(_LENGTHS.size)
    if len(start) < _LENGTHS.size:
        return None
    lengths = _LENGTHS.unpack(start)
    text, data = stream.read(lengths[0]), stream.read(lengths[1])
    if len(text) + len(data) < sum(lengths):
        return None
    header, body = json.loads(text), io.BytesIO(data)
    return header, {name: np.lib.format.read_array(body, allow_pickle=False) for name in header.pop("arrays")}
