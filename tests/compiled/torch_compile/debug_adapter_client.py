"""A client of the Debug Adapter Protocol, as much of one as an IDE needs to stop at a line and look around."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import time
from collections import deque
from pathlib import Path
from typing import Any


class DebugAdapterClient:
    """Starts a program under debugpy and talks to it."""

    def __init__(self, program: Path, *arguments: str | Path, environ: dict[str, str]) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        # Inductor's compile workers are Python processes too; they must not wait for a debugger of their own.
        alone = ["--configure-subProcess", "False"]
        words = [
            "-m",
            "debugpy",
            "--listen",
            f"127.0.0.1:{port}",
            "--wait-for-client",
            *alone,
            program,
            *arguments,
        ]
        self.process = subprocess.Popen(
            [sys.executable, "-Xfrozen_modules=off", *map(str, words)],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=environ,
        )
        self._socket = self._connect(port)
        self._stream = self._socket.makefile("rb")
        self._number = 0
        self._events: deque[dict[str, Any]] = deque()
        self.request("initialize", adapterID="test", pathFormat="path", linesStartAt1=True)
        attached = self._send("attach", {"justMyCode": False, "subProcess": False})
        self.event("initialized")
        self.request("configurationDone")
        self._answer(attached)

    def _connect(self, port: int) -> socket.socket:
        deadline = time.monotonic() + 60
        while True:
            try:
                return socket.create_connection(("127.0.0.1", port), timeout=120)
            except OSError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.2)

    def _send(self, command: str, arguments: dict[str, Any]) -> int:
        self._number += 1
        message = {"seq": self._number, "type": "request", "command": command, "arguments": arguments}
        body = json.dumps(message).encode()
        self._socket.sendall(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        return self._number

    def _read(self) -> dict[str, Any]:
        length = 0
        while (line := self._stream.readline().strip()) or not length:
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        message: dict[str, Any] = json.loads(self._stream.read(length))
        return message

    def _answer(self, number: int) -> dict[str, Any]:
        while True:
            message = self._read()
            if message["type"] == "response" and message["request_seq"] == number:
                assert message["success"], message
                body: dict[str, Any] = message.get("body") or {}
                return body
            if message["type"] == "event":
                self._events.append(message)

    def request(self, command: str, **arguments: Any) -> dict[str, Any]:
        """Send a request and return the body of its answer."""
        return self._answer(self._send(command, arguments))

    def event(self, name: str) -> dict[str, Any]:
        """Wait for an event and return its body."""
        while True:
            message = self._events.popleft() if self._events else self._read()
            if message["type"] == "event" and message["event"] == name:
                body: dict[str, Any] = message.get("body") or {}
                return body

    def break_at(self, path: Path, line: int) -> None:
        """Set a breakpoint; the adapter says that it can be reached."""
        (answer,) = self.request("setBreakpoints", source={"path": str(path)}, breakpoints=[{"line": line}])[
            "breakpoints"
        ]
        assert answer["verified"], answer

    def stop(self) -> tuple[int, dict[str, Any]]:
        """Wait until the program stops; return the thread and the innermost frame."""
        thread = self.event("stopped")["threadId"]
        return thread, self.request("stackTrace", threadId=thread, levels=1)["stackFrames"][0]

    def evaluate(self, frame: dict[str, Any], expression: str) -> str:
        """Return the value of an expression in a stopped frame, as text."""
        result: str = self.request("evaluate", expression=expression, frameId=frame["id"])["result"]
        return result

    def close(self) -> str:
        """Wait for the program to end; return what it printed."""
        self.event("terminated")
        self._send("disconnect", {})
        output = self.process.communicate(timeout=60)[0]
        self._socket.close()
        return output
