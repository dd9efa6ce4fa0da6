"""`numscope replay`: here, in another environment, on other inputs, cut short and gone on."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import venv
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import numscope
from numscope.analysis.replay.replay import Target, replay
from numscope.analysis.replay.replay_worker.execution import ReplayWorker
from numscope.analysis.replay.replay_worker.time_limit import time_limit
from numscope.analysis.replay.replay_worker.wire import Message
from numscope.analysis.replay.tasks import Tasks
from numscope.analysis.replay.workers import Worker, WorkerEndedError
from numscope.cli.main import main
from numscope.errors import UsageError
from numscope.probes.calling.refusal import CannotReplayError

pytest.importorskip("numscope._core", reason="the native core is not built")


def work(operations: int = 3) -> None:
    a = np.linspace(0.1, 2, 60).reshape(12, 5)
    f = a.astype("f4")
    for _ in range(operations):
        np.add(a, 1.0)
    a.T @ a
    np.linalg.inv(a.T @ a + np.eye(5))
    f.sum(axis=0)
    a[::2, 1] *= 3
    np.concatenate([a, f], axis=1)
    with pytest.raises(ValueError, match="broadcast"):
        np.add(a, np.zeros(7))


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("replay") / "run.numscope"
    with numscope.record(path):
        work()
    return path


def number_of(path: Path, name: str) -> int:
    with numscope.open(path) as trace:
        return next(operation.id for operation in trace if operation.name == name and not operation.depth)


def test_long_doubles_and_records_with_gaps_are_the_same_bit_for_bit(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "wide.numscope"
    with numscope.record(path):
        wide = np.linspace(1, 2, 50).astype(np.longdouble)
        np.sqrt(wide) / 3
        np.ldexp(np.longdouble(1), 128)
        np.zeros(3, np.dtype([("flag", "u1"), ("value", "f8")], align=True)).copy()
    assert main(["replay", str(path)]) == 0
    assert "tolerance" not in capsys.readouterr().out


def test_a_deterministic_run_is_the_same_bit_for_bit(
    recorded: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(recorded), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["operations"] == answer["identical"] > 10
    assert main(["replay", str(recorded), "--inner"]) == 0
    assert "identical bit for bit" in capsys.readouterr().out


def test_another_result_is_found_and_measured(tmp_path: Path) -> None:
    with numscope.record(tmp_path / "t.numscope"):
        np.add(np.arange(4.0), 1.0)
        np.multiply(np.arange(4.0), 2.0)
    with numscope.open(tmp_path / "t.numscope") as trace:
        added = next(operation for operation in trace if operation.name == "numpy.add")
        pack = next((tmp_path / "t.numscope").rglob("values.pack"))
        data = bytearray(pack.read_bytes())
        recorded = np.arange(4.0) + 1
        place = data.find(recorded.tobytes())
        recorded[2] = np.nextafter(recorded[2], 9)
        data[place : place + 32] = recorded.tobytes()
        pack.write_bytes(data)
        answer = replay(trace)
    assert answer.found
    assert (answer.close, answer.differs) == (1, 0)
    assert answer.findings[0].id == added.id
    assert answer.findings[0].outputs[0].difference is not None
    assert answer.findings[0].outputs[0].difference.ulp == pytest.approx(1)


def small_work() -> None:
    a = np.arange(6.0)
    for turn in range(8):
        scale = [0.0, -0.0, np.nan, 2.5][turn % 4]
        b = np.multiply(a, scale)
        np.copysign(1.0, scale)
        s = np.float64(turn) + np.sum(a + turn)
        np.divide(b, s)
        a[turn % 6]
        np.where(b > 0, a, b)
        np.concatenate([a, b]).reshape(3, 4).max(axis=turn % 2)
        np.add(a[:-1], a[1:])
        np.array([turn, True])
        with pytest.raises(ValueError, match="broadcast"):
            np.add(a, np.zeros(7))


def test_the_short_way_finds_what_the_general_way_finds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "t.numscope"
    with numscope.record(path):
        small_work()
    with numscope.open(path) as trace:
        assert replay(trace).identical == replay(trace).operations > 80
        wrong = np.copysign(np.zeros(6), -1)  # what -0.0 gave, with the sign of one element turned
        data = bytearray(next(path.rglob("values.pack")).read_bytes())
        place = data.find(wrong.tobytes())
        assert place >= 0
        data[place + 15] ^= 0x80
        next(path.rglob("values.pack")).write_bytes(data)
    counts = []
    for plain in (True, False):
        with numscope.open(path) as trace:
            tasks = Tasks(trace)
            worker = ReplayWorker(json.loads(json.dumps(tasks.setup(None, None))))
            if not plain:
                monkeypatch.setattr(worker, "_quick", NoQuick())
            header, arrays = worker.perform(*tasks.message(*tasks.ranges()[0][:2]))
            counts.append((header["details"], arrays["statuses"].tolist()))
    assert counts[0] == counts[1]
    assert sum(map(bool, counts[0][1])) >= 2  # each time that it was made


class NoQuick(dict[Any, Any]):
    """Nothing is ever plain."""

    def __setitem__(self, key: Any, value: Any) -> None:
        return


def test_what_if_another_input(recorded: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    number = number_of(recorded, "numpy.add")
    np.save(tmp_path / "other.npy", np.zeros((12, 5)))
    words = ["replay", str(recorded), str(number), "--replace", f"0={tmp_path / 'other.npy'}"]
    assert main(words) == 1
    assert "1 different" in capsys.readouterr().out
    np.save(tmp_path / "same.npy", np.linspace(0.1, 2, 60).reshape(12, 5))
    words[-1] = f"0={tmp_path / 'same.npy'}"
    assert main(words) == 0
    assert main([*words[:-1], f"9={tmp_path / 'same.npy'}"]) == 2
    assert "has no input '9'" in capsys.readouterr().err


def test_what_if_another_precision(recorded: Path) -> None:
    with numscope.open(recorded) as trace:
        answer = replay(trace, target=Target(dtype="float32"), limit=100)
        assert answer.close > 3
        assert {found.name for found in answer.findings if found.status == "differs"} <= {"numpy.linalg.inv"}
        assert replay(trace, target=Target(dtype="float64")).differs == 0


@pytest.fixture(scope="module")
def environments(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Two environments: one with NumPy and nothing else, one with nothing at all."""
    folder = tmp_path_factory.mktemp("venvs")
    for name in ("numpy", "bare"):
        venv.create(folder / name, symlinks=True)
    site = Path(np.__file__).parent.parent
    target = next((folder / "numpy").glob("lib/python*/site-packages"))
    for part in ("numpy", "numpy.libs"):
        if (site / part).exists():
            (target / part).symlink_to(site / part)
    return folder / "numpy" / "bin" / "python", folder / "bare" / "bin" / "python"


def test_another_environment_needs_numpy_and_nothing_else(
    recorded: Path, environments: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    said = subprocess.run([environments[0], "-c", "import numscope"], capture_output=True, check=False)
    assert said.returncode
    assert main(["replay", str(recorded), "--python", str(environments[0])]) == 0
    assert "identical bit for bit" in capsys.readouterr().out
    assert main(["replay", str(recorded), "--python", str(environments[1])]) == 2
    assert "has no NumPy" in capsys.readouterr().err
    assert main(["replay", str(recorded), "--python", "/nowhere/python"]) == 2
    assert "can't be run" in capsys.readouterr().err


def test_a_replay_killed_in_the_middle_goes_on(tmp_path: Path, clean_environ: dict[str, str]) -> None:
    path, state = tmp_path / "t.numscope", tmp_path / "state.jsonl"
    with numscope.record(path):
        work(70_000)
    words = [sys.executable, "-m", "numscope", "replay", str(path), "--jobs", "1", "--state", str(state)]
    process = subprocess.Popen(words, env=clean_environ, stdout=subprocess.DEVNULL)
    limit = time.monotonic() + 60
    while time.monotonic() < limit and (not state.exists() or state.read_text().count('"first"') < 1):
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL
    begun = state.read_text().count('"first"')
    assert 1 <= begun < 4
    with state.open("a") as file:
        file.write('{"first": 12, "la')  # killed while it wrote
    said = subprocess.run([*words, "--json"], env=clean_environ, capture_output=True, text=True, check=False)
    assert said.returncode == 0, said.stderr
    answer = json.loads(said.stdout)
    with numscope.open(path) as trace:
        again = replay(trace)
        assert answer["identical"] == answer["operations"] == again.operations > 70_000
        firsts = [
            json.loads(line)["first"]
            for line in state.read_text().splitlines()
            if line.endswith("}") and '"first": ' in line
        ]
        assert len(firsts) == len(set(firsts)) == 4
        with pytest.raises(UsageError, match="another replay"):
            replay(trace, target=Target(dtype="float32"), state=state)
    (tmp_path / "no.jsonl").write_text("[1")
    with numscope.open(path) as trace, pytest.raises(UsageError, match="no state file"):
        replay(trace, state=tmp_path / "no.jsonl")


def test_an_operation_that_kills_the_worker_is_found_and_left_out(
    recorded: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deadly = number_of(recorded, "numpy.linalg.inv")
    plain = Worker.perform

    def perform(self: Worker, message: Message, seconds: float) -> Message:
        if deadly in message[1]["ids"]:
            os.kill(self._process.pid, signal.SIGSEGV)
            self._process.wait()
        return plain(self, message, seconds)

    monkeypatch.setattr(Worker, "perform", perform)
    with numscope.open(recorded) as trace:
        answer = replay(trace)
    assert answer.cannot == 1
    assert answer.identical == answer.operations - 1
    assert (answer.reasons[0].first, "SIGSEGV" in answer.reasons[0].text) == (deadly, True)
    assert issubclass(WorkerEndedError, Exception)


def test_bad_input_is_one_sentence(
    recorded: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for words in (
        ["999999"],
        ["1", "--all"],
        ["--replace", "0=x.npy"],
        ["1", "--replace", "x"],
        ["1", "--replace", "0=nowhere.npy"],
        ["--dtype", "int8"],
        ["--backend", "cupy"],
        ["--state", str(tmp_path)],
    ):
        assert main(["replay", str(recorded), *words]) == 2, words
        assert capsys.readouterr().err.count("\n") == 1
    with numscope.record(tmp_path / "empty.numscope"):
        pass
    assert main(["replay", str(tmp_path / "empty.numscope")]) == 0
    assert "no operation" in capsys.readouterr().out
    with numscope.record(tmp_path / "stats.numscope", values="stats"):
        np.add(np.zeros(3), 1.0)
    assert main(["replay", str(tmp_path / "stats.numscope")]) == 0
    assert "was not kept" in capsys.readouterr().out


def test_strings_are_compared_as_what_they_are(tmp_path: Path) -> None:
    with numscope.record(tmp_path / "t.numscope"):
        names = np.array(["a", "bé"])
        for _ in range(20):
            names[1]
            np.array2string(np.arange(3.0))
        np.datetime_as_string(np.datetime64("2020-01-01"))
    with numscope.open(tmp_path / "t.numscope") as trace:
        answer = trace.replay()
    assert answer.differs == answer.close == 0
    assert answer.identical >= 41


def test_a_call_that_does_not_end_is_given_up() -> None:
    started = time.monotonic()
    with pytest.raises(CannotReplayError, match=r"did not end within 0\.1 s"), time_limit(0.1):
        time.sleep(30)
    assert time.monotonic() - started < 20
    with time_limit(0.05):
        pass
    time.sleep(0.1)  # a limit that was kept does not strike later
