"""A client of the Debug Adapter Protocol that holds every message against the protocol's own schema."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import deque
from pathlib import Path
from typing import Any

import debugpy
import jsonschema

_SCHEMA = Path(debugpy.__file__).parent / "_vendored/pydevd/_pydevd_bundle/_debug_adapter/debugProtocol.json"


class DapClient:
    """Starts `numscope dap` and talks to it over its standard input and output."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "numscope", "dap"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self._definitions = json.loads(_SCHEMA.read_text())["definitions"]
        self._number = 0
        self._events: deque[dict[str, Any]] = deque()
        self.output = ""

    def send(self, command: str, **arguments: Any) -> int:
        """Send a request; return its number."""
        self._number += 1
        message = {"seq": self._number, "type": "request", "command": command, "arguments": arguments}
        self._check(message, f"{command}Request")
        body = json.dumps(message).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()
        return self._number

    def response(self, number: int) -> dict[str, Any]:
        """Wait for the response to a request."""
        while True:
            message = self._read()
            if message["type"] == "response" and message["request_seq"] == number:
                return message
            self._events.append(message)

    def request(self, command: str, **arguments: Any) -> dict[str, Any]:
        """Send a request and return the body of its answer, which says that it was done."""
        message = self.response(self.send(command, **arguments))
        assert message["success"], message
        body: dict[str, Any] = message["body"]
        return body

    def event(self, name: str) -> dict[str, Any]:
        """Wait for an event and return its body; what the program printed is collected."""
        while True:
            message = self._events.popleft() if self._events else self._read()
            if message["type"] != "event":
                continue
            if message["event"] == "output":
                self.output += message["body"]["output"]
            if message["event"] == name:
                body: dict[str, Any] = message["body"]
                return body

    def launch(
        self, script: Path, *filters: str, breakpoints: list[dict] | None = None, **how: Any
    ) -> list[dict]:
        """Do what an editor does up to the program's start; return what was said of the breakpoints."""
        self.request("initialize", adapterID="numscope", pathFormat="path", linesStartAt1=True)
        self.event("initialized")
        launched = self.send("launch", program=str(script), **how)
        said = self.request("setBreakpoints", source={"path": str(script)}, breakpoints=breakpoints or [])
        self.request("setExceptionBreakpoints", filters=list(filters))
        self.request("configurationDone")
        assert self.response(launched)["success"]
        found: list[dict] = said["breakpoints"]
        return found

    def stopped(self) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        """Wait until the program stops; return the event and the frames of its thread."""
        event = self.event("stopped")
        return event, self.request("stackTrace", threadId=event["threadId"])["stackFrames"]

    def variables(self, frame: dict[str, Any]) -> dict[str, dict[str, Any]]:
        """Return the variables of a frame by name."""
        (scope,) = self.request("scopes", frameId=frame["id"])["scopes"]
        return self.parts(scope["variablesReference"])

    def parts(self, number: int) -> dict[str, dict[str, Any]]:
        """Return the parts of a value by name."""
        return {v["name"]: v for v in self.request("variables", variablesReference=number)["variables"]}

    def close(self) -> None:
        """Disconnect, and see the adapter end."""
        self.request("disconnect")
        assert self.process.wait(30) == 0
        for stream in (self.process.stdin, self.process.stdout):
            assert stream is not None
            stream.close()

    def _read(self) -> dict[str, Any]:
        length = 0
        assert self.process.stdout is not None
        while (line := self.process.stdout.readline().strip()) or not length:
            length = int(line.split(b":")[1])
        message: dict[str, Any] = json.loads(self.process.stdout.read(length))
        name = message.get("command") or message["event"]
        kind = "Response" if message["type"] == "response" else "Event"
        failed = message["type"] == "response" and not message["success"]
        self._check(message, "ErrorResponse" if failed else name + kind)
        return message

    def _check(self, message: dict[str, Any], definition: str) -> None:
        name = definition[0].upper() + definition[1:]
        assert name in self._definitions, name
        schema = {"$ref": f"#/definitions/{name}", "definitions": self._definitions}
        # `validate` would check the schema itself each time, which takes seconds.
        jsonschema.Draft4Validator(schema).validate(message)
