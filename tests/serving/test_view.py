"""`numscope view`: pages of traces served on the loopback, to GET with the token alone, also while one is recorded."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

import numpy as np
import pytest
from tests.viewed_traces import serving, two_runs

import numscope
from numscope.errors import TraceError
from numscope.serving.server import ViewServer

pytest.importorskip("numscope._core", reason="the native core is not built")


def work(factor: float) -> None:
    rows = np.arange(-2.0, 4.0)
    for _ in range(30):
        np.tanh(rows * factor)
    with np.errstate(all="ignore"):
        np.sqrt(rows)
    with pytest.raises(ValueError, match="broadcast"):
        np.add(np.zeros(3), np.zeros(4))


@pytest.fixture(scope="module")
def traces(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    return two_runs(tmp_path_factory.mktemp("viewed"), work)


@pytest.fixture(scope="module")
def server(traces: list[Path]) -> Iterator[ViewServer]:
    with serving(traces) as server:
        yield server


def ask(server: ViewServer, path: str, **query: Any) -> Any:
    status, _, data = request(server, "GET", f"{path}?{urlencode({**query, 'token': server.token})}")
    assert status == 200, data
    return json.loads(data)


def request(
    server: ViewServer, method: str, path: str, host: str | None = None
) -> tuple[int, http.client.HTTPMessage, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=60)
    connection.request(method, path, headers={"Host": host} if host else {})
    response = connection.getresponse()
    data = response.read()
    connection.close()
    return response.status, response.headers, data


def test_only_the_loopback_listens(server: ViewServer) -> None:
    assert server.socket.getsockname()[0] == "127.0.0.1"
    others = {info[4][0] for info in socket.getaddrinfo(socket.gethostname(), None)} - {"127.0.0.1", "::1"}
    for address in others:
        with pytest.raises(OSError, match=r"refused|unreachable|assign"):
            socket.create_connection((address, server.server_port), timeout=5)


@pytest.mark.parametrize("path", ["/", "/runs", "/summary/0", "/events/0"])
@pytest.mark.parametrize("token", ["", "?token=", "?token=wrong", "?token=%ff"])
def test_without_the_token_there_is_nothing(server: ViewServer, path: str, token: str) -> None:
    status, _, data = request(server, "GET", path + token)
    assert status == 403
    assert b"html" not in data


def test_another_name_for_this_address_is_refused(server: ViewServer) -> None:
    path = f"/runs?token={server.token}"
    assert request(server, "GET", path, "evil.example")[0] == 403
    assert request(server, "GET", path, f"evil.example:{server.server_port}")[0] == 403
    assert request(server, "GET", path, f"localhost:{server.server_port}")[0] == 200


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "HEAD"])
def test_nothing_but_get_is_answered(server: ViewServer, method: str) -> None:
    status, headers, _ = request(server, method, f"/runs?token={server.token}")
    assert status == 405
    assert headers["Allow"] == "GET"


@pytest.mark.parametrize(
    "path",
    ["/nothing", "/summary", "/summary/2", "/summary/-1", "/summary/x", "/../etc/passwd", "/operation/0"],
)
def test_other_paths_are_not_there(server: ViewServer, path: str) -> None:
    assert request(server, "GET", f"{path}?token={server.token}")[0] == 404


def test_the_page_may_ask_this_server_alone(server: ViewServer) -> None:
    _, headers, data = request(
        server, "GET", urlsplit(server.address)._replace(scheme="", netloc="").geturl()
    )
    policy = re.search(r'content="(default-src[^"]+)"', data.decode())
    assert policy is not None
    assert "default-src 'none'; connect-src 'self'" in policy[1]
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["Cache-Control"] == "no-store"
    assert "Access-Control-Allow-Origin" not in headers


def test_pages_of_operations_are_those_of_the_trace(server: ViewServer, traces: list[Path]) -> None:
    with numscope.open(traces[0]) as trace:
        operations = list(trace)
    seen: list[int] = []
    while len(seen) < len(operations):
        page = ask(server, "/operations/0", show="all", first=len(seen), count=7)
        assert page["matching"] == len(operations)
        seen += [row["id"] for row in page["rows"]]
    assert seen == [operation.id for operation in operations]
    slowest = ask(server, "/operations/0", q="TANH", order="time", count=500)
    durations = [row["duration_ns"] for row in slowest["rows"]]
    assert len(durations) == 30
    assert durations == sorted(durations, reverse=True)
    assert {row["name"] for row in slowest["rows"]} == {"numpy.tanh"}
    bad = ask(server, "/operations/0", show="nonfinite", q="sqrt")["rows"]
    assert [(row["name"], row["nonfinite"], row["gave"]) for row in bad] == [
        ("numpy.sqrt", "NaN", "float64[6]")
    ]
    raised = ask(server, "/operations/0", show="raised", q="broadcast")["rows"]
    assert [row["name"] for row in raised] == ["numpy.add"]
    assert ask(server, "/operations/0", q=f"#{bad[0]['id']}")["matching"] == 1
    assert ask(server, "/operations/0", q="'; drop table operations; --")["matching"] == 0


def test_one_operation_is_whole(server: ViewServer) -> None:
    [row] = ask(server, "/operations/0", q="sqrt")["rows"]
    whole = ask(server, "/operation/0", id=row["id"])
    output = whole["described"]["operands"][-1]
    assert output["statistics"]["nans"] == 2
    assert output["value"].startswith("[nan, nan, 0") or "nan" in output["value"]
    assert request(server, "GET", f"/operation/0?id=10000000&token={server.token}")[0] == 404


def test_the_runs_say_what_changed(server: ViewServer) -> None:
    assert [run["name"] for run in ask(server, "/runs")] == ["before.numscope", "after.numscope"]
    found = ask(server, "/diff/0/1")
    assert found["equal"] is False
    assert "test_view.py" in found["text"]
    assert ask(server, "/diff/0/0")["equal"] is True
    for columns, widest in ((50, 50), (5, 40)):
        narrow = ask(server, "/diff/0/1", columns=columns)["text"]
        assert max(map(len, narrow.splitlines())) <= widest


def test_a_running_program_is_followed_to_its_end(tmp_path: Path) -> None:
    program = tmp_path / "slow.py"
    program.write_text(
        "import sys, numpy as np\nx = np.ones(3)\n"
        "for _ in range(50):\n    np.tanh(x)\nprint('half', flush=True)\nsys.stdin.readline()\n"
        "for _ in range(50):\n    np.tanh(x)\n"
    )
    trace = tmp_path / "slow.numscope"
    words = [sys.executable, "-m", "numscope", "run", "-o", str(trace), str(program)]
    with subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        assert running.stdout.readline() == b"half\n"
        with serving([trace]) as server:
            assert ask(server, "/runs")[0]["live"] is True
            connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=60)
            connection.request("GET", f"/events/0?token={server.token}")
            stream = connection.getresponse()
            assert stream.headers["Content-Type"] == "text/event-stream"
            figures = event(stream)
            assert figures["rate"] > 0  # at the first look, too
            while not any(hot["name"] == "numpy.tanh" and hot["calls"] == 50 for hot in figures["hot"]):
                figures = event(stream)
            assert figures["ended"] is False
            running.stdin.write(b"\n")
            running.stdin.close()
            while not figures["ended"]:
                figures = event(stream)
            connection.close()
            running.wait()
            assert ask(server, "/runs")[0]["live"] is False
            assert ask(server, "/operations/0", q="tanh")["matching"] == 100


def event(stream: http.client.HTTPResponse) -> Any:
    line = stream.readline()
    assert line.startswith(b"data: ")
    assert stream.readline() == b"\n"
    return json.loads(line[6:])


@pytest.mark.usefixtures("interruptible")
def test_the_command_prints_the_address_and_ends_by_an_interrupt(traces: list[Path]) -> None:
    words = [sys.executable, "-m", "numscope", "view", str(traces[0])]
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True) as viewer:
        assert viewer.stderr is not None
        address = re.search(r"http://127\.0\.0\.1:\d+/\?token=\S{32}", viewer.stderr.readline())
        assert address is not None
        os.kill(viewer.pid, signal.SIGINT)
        try:
            assert viewer.wait(30) == 0
        finally:
            viewer.kill()
        assert viewer.stderr.read() == ""


def test_what_is_no_trace_is_refused_at_once(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "numscope", "view", str(tmp_path / "none.numscope")],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == TraceError.exit_code
    assert len(done.stderr.splitlines()) == 1
