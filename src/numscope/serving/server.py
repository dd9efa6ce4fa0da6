"""A server on this machine's loopback that answers GET alone, and only to those who know its token."""

from __future__ import annotations

import hmac
import json
import secrets
import time
from collections.abc import Callable
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from numscope.analysis.view.paging import MOST, Wanted
from numscope.errors import NumscopeError
from numscope.serving.runs import Runs
from numscope.views.documents import plain
from numscope.views.page.document import served_page

_LOOK_EVERY_S = 0.5
_LOOPBACK = "127.0.0.1"
_NARROWEST = 40  # columns of text; the page folds what a narrower screen can't show
_HEADERS = {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Frame-Options": "DENY",
}

Query = dict[str, str]


class ViewServer(ThreadingHTTPServer):
    """Serves `runs` on `port` of the loopback, 0: a free one. address: what to open, with the token."""

    daemon_threads = True

    def __init__(self, runs: Runs, port: int = 0) -> None:
        self.runs = runs
        self.token = secrets.token_urlsafe(24)
        super().__init__((_LOOPBACK, port), _Handler)
        self.address = f"http://{_LOOPBACK}:{self.server_port}/?token={self.token}"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing: a browser that closes a page breaks connections off."""


class _Handler(BaseHTTPRequestHandler):
    server: ViewServer
    server_version = "numscope"
    sys_version = ""
    protocol_version = "HTTP/1.0"  # a connection a request: an event stream ends with its connection

    def do_GET(self) -> None:
        """Answer one request."""
        parts = urlsplit(self.path)
        query = {name: values[-1] for name, values in parse_qs(parts.query).items()}
        # A name of another site that leads to this address is refused, too.
        hosts = {f"{name}:{self.server.server_port}" for name in (_LOOPBACK, "localhost")}
        given = query.get("token", "").encode(errors="replace")
        if self.headers.get("Host") not in hosts or not hmac.compare_digest(
            given, self.server.token.encode()
        ):
            self._refuse(HTTPStatus.FORBIDDEN, "open the address that numscope view printed")
            return
        words = parts.path.strip("/").split("/")
        if words == [""]:
            self._send("text/html", served_page("view", "numscope view").encode(), _policy())
        elif words[0] == "events":
            self._stream(words[1:])
        else:
            self._answer(words, query)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("do_"):  # any other method
            return lambda: self._refuse(HTTPStatus.METHOD_NOT_ALLOWED, "GET alone is answered")
        raise AttributeError(name)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the base class's name
        """Write no log: the token stands in each address."""

    def _answer(self, words: list[str], query: Query) -> None:
        try:
            answer = _ANSWERS[words[0]](self.server.runs, self._numbers(words[1:]), query)
        except (KeyError, IndexError, ValueError):
            self._refuse(HTTPStatus.NOT_FOUND, "there is no such page")
            return
        except NumscopeError as error:
            self._refuse(HTTPStatus.UNPROCESSABLE_ENTITY, str(error))
            return
        if answer is None:
            self._refuse(HTTPStatus.NOT_FOUND, "there is no such operation")
            return
        self._send("application/json", json.dumps(plain(answer), ensure_ascii=True).encode())

    def _numbers(self, words: list[str]) -> list[int]:
        """Read numbers of traces. Raises ValueError for others."""
        numbers = [int(word) for word in words]
        if not all(0 <= number < len(self.server.runs) for number in numbers):
            raise ValueError("no such trace")
        return numbers

    def _stream(self, words: list[str]) -> None:
        """Send what a running program does, as server-sent events, until it ends or the page is closed."""
        try:
            [number] = self._numbers(words)
        except ValueError:
            self._refuse(HTTPStatus.NOT_FOUND, "there is no such trace")
            return
        self._begin(HTTPStatus.OK, "text/event-stream")
        for figures in self.server.runs.news(number):
            self.wfile.write(f"data: {json.dumps(plain(figures), ensure_ascii=True)}\n\n".encode())
            self.wfile.flush()
            time.sleep(_LOOK_EVERY_S)

    def _send(self, kind: str, data: bytes, headers: dict[str, str] | None = None) -> None:
        self._begin(HTTPStatus.OK, f"{kind}; charset=utf-8", headers)
        self.wfile.write(data)

    def _refuse(self, status: HTTPStatus, why: str) -> None:
        self._begin(status, "text/plain; charset=utf-8", {"Allow": "GET"})
        self.wfile.write(f"numscope: {why}\n".encode(errors="replace"))

    def _begin(self, status: HTTPStatus, kind: str, headers: dict[str, str] | None = None) -> None:
        self.send_response(status)
        for name, value in {**_HEADERS, "Content-Type": kind, **(headers or {})}.items():
            self.send_header(name, value)
        self.end_headers()


def _policy() -> dict[str, str]:
    return {"Content-Security-Policy": "frame-ancestors 'none'"}


def _wanted(query: Query) -> Wanted:
    return Wanted(
        tuple(query.get("q", "").split()[:8]),
        query.get("show", "visible"),
        query.get("order", "id"),
        min(max(0, int(query.get("first", 0))), 2**40),
        min(max(1, int(query.get("count", 100))), MOST),
    )


def _columns(query: Query) -> int:
    return min(max(_NARROWEST, int(query.get("columns", 110))), 200)


# By the first word of the path; the others are numbers of traces.
_ANSWERS: dict[str, Callable[[Runs, list[int], Query], Any]] = {
    "runs": lambda runs, numbers, query: runs.names(),
    "summary": lambda runs, numbers, query: runs.summary(numbers[0]),
    "source": lambda runs, numbers, query: runs.source(numbers[0]),
    "operations": lambda runs, numbers, query: runs.operations(numbers[0], _wanted(query)),
    "operation": lambda runs, numbers, query: runs.operation(numbers[0], int(query["id"])),
    "diff": lambda runs, numbers, query: runs.diff(numbers[0], numbers[1], _columns(query)),
}
