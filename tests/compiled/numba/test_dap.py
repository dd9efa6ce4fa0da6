"""`numscope dap` as an editor drives it: every message is held against the protocol's schema."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("numba", reason="numba is not installed")
pytest.importorskip("debugpy", reason="debugpy, which brings the protocol's schema, is not installed")
pytest.importorskip("jsonschema", reason="jsonschema is not installed")
if shutil.which("gdb") is None:
    pytest.skip("gdb is not installed", allow_module_level=True)

from tests.compiled.numba.dap_client import DapClient

PROGRAMS = Path(__file__).parent / "programs"


@pytest.fixture
def client() -> Iterator[DapClient]:
    started = DapClient()
    yield started
    if started.process.poll() is None:
        started.process.kill()
        started.process.wait()


def test_a_breakpoint_stops_with_frames_variables_and_steps(client: DapClient) -> None:
    script = PROGRAMS / "watched.py"
    (said, moved, wrong) = client.launch(
        script, breakpoints=[{"line": 10, "condition": "i == 2"}, {"line": 20}, {"line": 99}]
    )
    assert said["verified"]
    assert said["line"] == 10
    assert moved["line"] == 24
    assert not wrong["verified"]
    assert "line 99 has no code" in wrong["message"]
    event, frames = client.stopped()
    assert event["reason"] == "breakpoint"
    assert [(f["name"], f["line"]) for f in frames] == [("spread", 10), ("twice", 16), ("<module>", 29)]
    assert frames[0]["source"]["path"] == str(script)
    shown = client.variables(frames[0])
    assert {name: v["value"] for name, v in shown.items() if name != "out"} == {"i": "2", "k": "2.0"}
    row = client.parts(client.parts(shown["out"]["variablesReference"])["[1]"]["variablesReference"])
    assert [row[f"[{i}]"]["value"] for i in range(3)] == [
        "np.float64(0.0)",
        "np.float64(2.0)",
        "np.float64(0.0)",
    ]
    caller = client.variables(frames[1])
    assert list(caller) == ["out"]
    assert (
        client.request("evaluate", expression="out[1, 1] + i", frameId=frames[0]["id"])["result"]
        == "np.float64(4.0)"
    )
    client.request("next", threadId=event["threadId"])
    event, frames = client.stopped()
    assert (event["reason"], frames[0]["name"], frames[0]["line"]) == ("step", "spread", 9)
    client.request("setBreakpoints", source={"path": str(script)}, breakpoints=[])
    client.request("stepOut", threadId=event["threadId"])
    event, frames = client.stopped()
    assert (frames[0]["name"], frames[0]["line"]) == ("twice", 17)
    client.request("continue", threadId=event["threadId"])
    assert client.event("exited")["exitCode"] == 0
    client.event("terminated")
    assert client.output == "60.0\n"
    client.close()


@pytest.mark.long
def test_a_watched_element_stops_where_it_changes(client: DapClient) -> None:
    client.launch(PROGRAMS / "watched.py", breakpoints=[{"line": 16}])
    event, frames = client.stopped()
    out = client.variables(frames[0])["out"]["variablesReference"]
    assert client.request("dataBreakpointInfo", variablesReference=out, name="[2]")["dataId"] is None
    row = client.parts(out)["[2]"]["variablesReference"]
    found = client.request("dataBreakpointInfo", variablesReference=row, name="[1]")
    assert found["description"] == "out[2, 1]"
    (said,) = client.request("setDataBreakpoints", breakpoints=[{"dataId": found["dataId"]}])["breakpoints"]
    assert said["verified"]
    seen = []
    for _ in range(3):
        client.request("continue", threadId=event["threadId"])
        event, frames = client.stopped()
        seen.append((event["reason"], event["text"], frames[0]["line"]))
    assert seen == [
        ("data breakpoint", "out[2, 1] changed from 0.0 to 2.0", 10),
        ("data breakpoint", "out[2, 1] changed from 2.0 to -1.0", 18),
        ("data breakpoint", "out[2, 1] changed from -1.0 to 20.0", 25),
    ]
    client.close()


def test_nan_and_wrong_indexes_stop_as_exceptions(client: DapClient) -> None:
    client.launch(PROGRAMS / "wrong_values.py", "nan", "index")
    seen = []
    for _ in range(5):
        event, frames = client.stopped()
        seen.append((event["reason"], event["text"], frames[0]["line"]))
        client.request("continue", threadId=event["threadId"])
    assert seen == [
        ("exception", "NaN stored in `out`", 11),
        ("exception", "NaN stored in `total`", 12),
        ("exception", "NaN stored in `whole`", 13),
        ("exception", "index 3 is out of range of axis 0 (size 3)", 20),
        ("exception", "index -3 is out of range of axis 0 (size 2)", 27),
    ]
    assert client.event("exited")["exitCode"] == 0
    client.close()


SPIN = """from numba import njit


@njit
def spin(count):
    for turn in range(10):
        count = count % 7 + 1
        while turn > 8:
            count = count % 5 + 1
    return count


print("spinning")
spin(3)
"""


def test_a_program_that_runs_is_paused_given_a_breakpoint_and_ended(
    client: DapClient, tmp_path: Path
) -> None:
    script = tmp_path / "spin.py"
    script.write_text(SPIN)
    client.launch(script, breakpoints=[{"line": 7}])
    event, _ = client.stopped()
    client.request("setBreakpoints", source={"path": str(script)}, breakpoints=[])
    client.request("continue", threadId=event["threadId"])
    # It runs: the adapter interrupts it, sets the breakpoint and lets it go on, and only the breakpoint stops it.
    client.request("setBreakpoints", source={"path": str(script)}, breakpoints=[{"line": 9}])
    event, frames = client.stopped()
    assert (event["reason"], frames[0]["line"]) == ("breakpoint", 9)
    client.request("setBreakpoints", source={"path": str(script)}, breakpoints=[])
    client.request("continue", threadId=event["threadId"])
    client.request("pause", threadId=event["threadId"])
    event, frames = client.stopped()
    assert (event["reason"], frames[0]["name"]) == ("pause", "spin")
    client.request("continue", threadId=event["threadId"])
    client.close()


def test_what_cannot_be_debugged_is_one_sentence(client: DapClient, tmp_path: Path) -> None:
    client.request("initialize", adapterID="numscope")
    number = client.send("launch", program=str(tmp_path / "missing.py"))
    client.request("configurationDone")
    answer = client.response(number)
    assert not answer["success"]
    assert answer["message"] == f"there is no program '{tmp_path / 'missing.py'}' to debug"
    client.close()
