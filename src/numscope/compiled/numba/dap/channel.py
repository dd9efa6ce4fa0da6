"""Messages of the Debug Adapter Protocol over a pair of byte streams.

https://microsoft.github.io/debug-adapter-protocol/overview: headers, an empty line, a JSON object of
Content-Length bytes.
"""

from __future__ import annotations

import json
import threading
from typing import Any, BinaryIO

_LENGTH = b"content-length:"


class Channel:
    """Reads and writes messages; any thread may write."""

    def __init__(self, reader: BinaryIO, writer: BinaryIO) -> None:
        self._reader = reader
        self._writer = writer
        self._lock = threading.Lock()
        self._number = 0

    def read(self) -> dict[str, Any] | None:
        """Return the next message; None where the other end has closed."""
        length = -1
        while True:
            line = self._reader.readline()
            if not line:
                return None
            line = line.strip()
            if line.lower().startswith(_LENGTH):
                length = int(line[len(_LENGTH) :])
            elif not line and length >= 0:
                message: dict[str, Any] = json.loads(self._reader.read(length))
                return message

    def answer(self, request: dict[str, Any], body: dict[str, Any] | None = None) -> None:
        """Answer a request that was done."""
        self._write({**_head(request), "success": True, "body": body or {}})

    def refuse(self, request: dict[str, Any], why: str) -> None:
        """Answer a request that can't be done."""
        body = {"error": {"id": 1, "format": why.replace("{", "(").replace("}", ")"), "showUser": True}}
        self._write({**_head(request), "success": False, "message": why, "body": body})

    def event(self, name: str, **body: Any) -> None:
        """Send an event."""
        self._write({"type": "event", "event": name, "body": body})

    def _write(self, message: dict[str, Any]) -> None:
        with self._lock:
            self._number += 1
            data = json.dumps({"seq": self._number, **message}).encode()
            self._writer.write(b"Content-Length: %d\r\n\r\n%s" % (len(data), data))
            self._writer.flush()


def _head(request: dict[str, Any]) -> dict[str, Any]:
    return {"type": "response", "request_seq": request["seq"], "command": request["command"]}
