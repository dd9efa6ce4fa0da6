"""A server on loopback that speaks the part of the Hugging Face hub's HTTP interface which its own client needs.

One data set, `datasets/me/runs`, at one revision. Small files travel inside of commits, large ones by Git LFS, as on
the hub without its storage of chunks (xet).
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread
from typing import Any
from urllib.parse import parse_qs, unquote, urlparse

REPOSITORY = "datasets/me/runs"
LARGE = 200_000  # bytes; the hub's own limit is 10 MB
_API, _FILES, _LFS = (
    f"/api/{REPOSITORY}",
    f"/{REPOSITORY}/resolve/main/",
    f"/{REPOSITORY}.git/info/lfs/objects/batch",
)
_REVISION = "0" * 40


@dataclass
class Hub:
    """What the server holds. commits: how many were made; refuses: whether it takes no commit from anybody."""

    address: str = ""
    files: dict[str, bytes] = field(default_factory=dict)
    objects: dict[str, bytes] = field(default_factory=dict)
    commits: int = 0
    sent: int = 0
    refuses: bool = False
    lock: Lock = field(default_factory=Lock)


@contextmanager
def running_hub() -> Iterator[Hub]:
    """Run a server on a port of its own."""
    hub = Hub()
    handler = type("Handler", (_Handler,), {"hub": hub})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    hub.address = f"http://127.0.0.1:{server.server_address[1]}"
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield hub
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class _Handler(BaseHTTPRequestHandler):
    hub: Hub
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the base class's name
        """Print nothing."""

    def do_HEAD(self) -> None:
        self._answer_file(body=False)

    def do_GET(self) -> None:
        path = unquote(urlparse(self.path).path)
        if path.startswith(_FILES):
            self._answer_file(body=True)
        elif path == _API or path.startswith(f"{_API}/revision/"):
            self._say({"id": "me/runs", "sha": _REVISION, "private": False, "siblings": []})
        elif path.startswith(f"{_API}/tree/main"):
            self._answer_tree(
                path.removeprefix(f"{_API}/tree/main").strip("/"), "recursive=true" in self.path
            )
        else:
            self._say({"error": f"no {path}"}, 404)

    def do_POST(self) -> None:
        path, body = unquote(urlparse(self.path).path), self._body()
        if self.hub.refuses:
            self._say({"error": "forbidden"}, 403)
        elif path == f"{_API}/preupload/main":
            self._say({"files": [_mode(one) for one in json.loads(body)["files"]]})
        elif path == f"{_API}/commit/main":
            self._commit([json.loads(line) for line in body.splitlines() if line])
        elif path == f"{_API}/paths-info/main":
            self._say(self._entries_of(parse_qs(body.decode())["paths"]))
        elif path == _LFS:
            wanted = json.loads(body)["objects"]
            self._say({"transfer": "basic", "objects": [self._upload(one) for one in wanted]})
        else:
            self._say({"error": f"no {path}"}, 404)

    def do_PUT(self) -> None:
        body = self._body()
        self.hub.objects[hashlib.sha256(body).hexdigest()] = body
        self._say({})

    def _upload(self, wanted: dict[str, Any]) -> dict[str, Any]:
        href = f"{self.hub.address}/lfs/{wanted['oid']}"
        return {**wanted, "actions": {"upload": {"href": href}}}

    def _commit(self, lines: list[dict[str, Any]]) -> None:
        with self.hub.lock:
            for line in lines:
                value = line["value"]
                if line["key"] == "file":
                    self.hub.files[value["path"]] = base64.b64decode(value["content"])
                elif line["key"] == "lfsFile":
                    self.hub.files[value["path"]] = self.hub.objects[value["oid"]]
                elif line["key"] == "deletedFile":
                    del self.hub.files[value["path"]]
            self.hub.commits += 1
        url = f"{self.hub.address}/{REPOSITORY}/commit/{_REVISION}"
        self._say({"success": True, "commitUrl": url, "commitOid": _REVISION, "hookOutput": ""})

    def _answer_tree(self, folder: str, whole: bool) -> None:
        prefix = f"{folder}/" if folder else ""
        inside = [path.removeprefix(prefix) for path in sorted(self.hub.files) if path.startswith(prefix)]
        if inside or not folder:
            below = inside if whole else list(dict.fromkeys(path.partition("/")[0] for path in inside))
            self._say(self._entries_of([prefix + path for path in below]))
        else:
            self._say({"error": "no such folder"}, 404, {"X-Error-Code": "EntryNotFound"})

    def _entries_of(self, paths: list[str]) -> list[dict[str, Any]]:
        files = [self._entry(path) for path in paths if path in self.hub.files]
        folders = [path for path in paths if any(one.startswith(f"{path}/") for one in self.hub.files)]
        return files + [{"type": "directory", "path": path, "oid": _REVISION} for path in folders]

    def _entry(self, path: str) -> dict[str, Any]:
        data = self.hub.files[path]
        digest = hashlib.sha1(data, usedforsecurity=False).hexdigest()
        return {"type": "file", "path": path, "size": len(data), "oid": digest}

    def _answer_file(self, body: bool) -> None:
        data = self.hub.files.get(unquote(urlparse(self.path).path).removeprefix(_FILES))
        if data is None:
            self._say({"error": "no such file"}, 404, {"X-Error-Code": "EntryNotFound"})
            return
        start, stop = _range(self.headers.get("Range"), len(data))
        part = data[start:stop]
        self.send_response(200 if len(part) == len(data) else 206)
        self.send_header("Content-Length", str(len(part)))
        self.send_header("Content-Range", f"bytes {start}-{stop - 1}/{len(data)}")
        self.send_header("ETag", f'"{hashlib.sha256(data).hexdigest()}"')
        self.send_header("X-Repo-Commit", _REVISION)
        self.end_headers()
        if body:
            self.hub.sent += len(part)
            self.wfile.write(part)

    def _body(self) -> bytes:
        if self.headers.get("Transfer-Encoding") != "chunked":
            return self.rfile.read(int(self.headers.get("Content-Length") or 0))
        parts = []
        while size := int(self.rfile.readline().split(b";")[0], 16):
            parts.append(self.rfile.read(size))
            self.rfile.readline()
        self.rfile.readline()
        return b"".join(parts)

    def _say(self, what: object, code: int = 200, headers: dict[str, str] | None = None) -> None:
        data = json.dumps(what).encode()
        self.send_response(code)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)


def _mode(file: dict[str, Any]) -> dict[str, Any]:
    return {
        "path": file["path"],
        "uploadMode": "lfs" if file["size"] > LARGE else "regular",
        "shouldIgnore": False,
    }


def _range(asked: str | None, size: int) -> tuple[int, int]:
    if not asked:
        return 0, size
    start, _, last = asked.removeprefix("bytes=").partition("-")
    return int(start), min(int(last) + 1 if last else size, size)
