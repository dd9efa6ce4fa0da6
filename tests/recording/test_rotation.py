"""With --rotate the newest operations are kept whole, the oldest are dropped, and the disk stays within its bound."""

from __future__ import annotations

import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from tests.conftest import LateThreads

import numscope
from numscope.cli.main import main
from numscope.format.files import Folder
from numscope.format.segments import place_of
from numscope.trace import shards
from numscope.trace.dropped import dropped_from
from numscope.trace.follower import Follower

SIZE, KEEP = 16_000_000, 3
COMMAND = [sys.executable, "-m", "numscope", "run", "--rotate", str(SIZE), "--keep", str(KEEP)]
# Each step makes 384 kB that were never there before; the program knows what each of its steps gave.
LOOP = """
import sys, numpy as np
steps = int(sys.argv[1])
x = np.arange(16384.0)
def scale_of(n):
    with np.errstate(invalid="ignore"):
        return np.log(x - n)  # NaN
def step(n):
    y = x + n
    return float((np.sqrt(y) * 0.5).sum())
for n in range(steps):
    if n == steps - 25:
        scale = scale_of(n)
    last = step(n)
np.multiply(scale, 2.0)
print(last)
"""


def size_on_disk(folder: Path) -> int:
    found = 0
    for parent, _, names in os.walk(folder):
        for name in names:
            with suppress(FileNotFoundError):
                state = os.lstat(os.path.join(parent, name))
                found += min(state.st_size, state.st_blocks * 512)
    return found


@pytest.fixture(scope="module")
def rotated(tmp_path_factory: pytest.TempPathFactory) -> tuple[subprocess.CompletedProcess[str], Path]:
    folder = tmp_path_factory.mktemp("rotated")
    (folder / "loop.py").write_text(LOOP)
    command = [sys.executable, "-m", "numscope", "run", "--rotate", str(SIZE), "--keep", str(KEEP)]
    run = subprocess.run(
        [*command, "-o", "t.numscope", "loop.py", "400"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    return run, folder / "t.numscope"


def operations_of(steps: int, folder: Path) -> int:
    """How many the program performs, by a recording that drops nothing."""
    command = [sys.executable, "-m", "numscope", "run", "--values", "none", "-o", f"whole-{steps}.numscope"]
    subprocess.run([*command, "loop.py", str(steps)], cwd=folder, check=True, capture_output=True)
    return len(numscope.open(folder / f"whole-{steps}.numscope"))


def test_the_newest_operations_are_kept_and_the_oldest_counted(rotated) -> None:
    run, path = rotated
    kept, dropped = (
        int(re.search(rf"([\d,]+) {words}", run.stderr)[1].replace(",", ""))
        for words in ("operations", "that began before [0-9:]+ dropped")
    )
    with numscope.open(path) as trace:
        rows = trace.table("processes").to_pylist()
        sums = [one for one in trace.operations if one.name.endswith("sum") and one.user_visible]
        assert sums[-1].outputs[0].value() == pytest.approx(float(run.stdout))
        assert len(trace) == kept
    assert kept + dropped == operations_of(400, path.parent)
    assert rows[0]["begun_before"] == dropped
    assert [row["segment"] for row in rows] == list(range(rows[0]["segment"], rows[0]["segment"] + KEEP))
    assert size_on_disk(path / "processes") < KEEP * SIZE


def test_each_kept_value_is_that_of_the_plain_run(rotated) -> None:
    _, path = rotated
    with numscope.open(path) as trace:
        roots = [one for one in trace.operations if one.name == "numpy.sqrt"]
        assert len(roots) > 40
        for back in (1, len(roots) // 2, len(roots) - 1):
            expected = np.sqrt(np.arange(16384.0) + (400 - back))
            np.testing.assert_array_equal(roots[-back].outputs[0].value(), expected)


def test_segments_are_one_process(rotated) -> None:
    _, path = rotated
    with numscope.open(path) as trace:
        rows = trace.table("processes").to_pylist()
        assert {row["first_segment"] for row in rows} == {0}
        assert {row["process"] for row in trace.table("calls").to_pylist()} == {0}
        assert len(trace.table("threads")) == 1
        assert sum(row["operations"] for row in rows) == len(trace)
    assert len(list((path / "processes").glob("*/process.json"))) == 1


def test_an_operand_made_in_an_earlier_segment_has_its_origin(rotated) -> None:
    _, path = rotated
    with numscope.open(path) as trace:
        product = [one for one in trace.operations if one.name == "numpy.multiply"][-1]
        makers = [one for one in trace.operations if one.name == "numpy.log"]
        starts = [row["first_operation"] for row in trace.table("processes").to_pylist()]
        assert any(makers[-1].id < start <= product.id for start in starts)
    asked = [sys.executable, "-m", "numscope", "nan", str(path)]
    told = subprocess.run(asked, capture_output=True, text=True, check=False).stdout
    first, *others = told.splitlines()
    assert "loop.py:7 takes the logarithm of negative numbers" in first
    assert any("they reach numpy.multiply at" in line for line in others), told


SERVICE = """
import sys, time, numpy as np
x = np.arange(16384.0)
n = 0
while n < int(sys.argv[1]):
    n += 1
    y = np.sqrt(x + n)
    np.subtract(y, y[n % 4096])
print("done")
"""


@pytest.fixture
def service(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], Path]]:
    """A program that is recorded into small segments until it is killed."""
    (tmp_path / "service.py").write_text(SERVICE)
    with subprocess.Popen(
        [*COMMAND, "-o", "t.numscope", "service.py", "100000000"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as running:
        try:
            yield running, tmp_path / "t.numscope"
        finally:
            with suppress(ProcessLookupError):
                os.killpg(running.pid, signal.SIGKILL)


def wait_for_segments(path: Path, number: int) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        names = os.listdir(path / "processes") if (path / "processes").is_dir() else []
        if any(int(name.rpartition(".")[2]) >= number for name in names if name.rpartition(".")[0]):
            return
        time.sleep(0.01)
    raise AssertionError(f"there is no segment {number}")


def check_program_is_in(path: Path) -> None:
    """Whatever is kept is what the program did, whole and in order."""
    with numscope.open(path) as trace:
        assert not [problem for problem in trace.problems if "missing" not in problem]
        rows = trace.table("processes").to_pylist()
        assert 1 <= len(rows) <= KEEP + 1
        roots = [one for one in trace.operations if one.name == "numpy.sqrt" and one.inputs]
        shifts = [one.inputs[0].statistics.minimum for one in roots]
        assert len(roots) > 10
        assert shifts == list(np.arange(shifts[0], shifts[0] + len(shifts)))


def test_a_trace_is_read_while_it_is_rotated(service, capsys: pytest.CaptureFixture[str]) -> None:
    _, path = service
    wait_for_segments(path, KEEP + 1)
    for command in (("ls", "--limit", "3"), ("nan",), ("top",)):
        assert main([command[0], str(path), *command[1:]]) == 0, command
        assert re.fullmatch(
            r"numscope: [\d,]+ operations that began before [-\d]+ [\d:]+ were dropped while the program ran: "
            r"what they made has no origin here\n",
            capsys.readouterr().err,
        ), command
    for _ in range(2):
        check_program_is_in(path)
        assert size_on_disk(path) <= KEEP * SIZE


@pytest.mark.parametrize("seed", range(4))
def test_the_last_segments_open_after_sigkill(service, seed: int) -> None:
    running, path = service
    wait_for_segments(path, KEEP + 1 + seed)
    time.sleep(random.Random(seed).random() * 0.1)
    os.killpg(running.pid, signal.SIGKILL)
    running.wait()
    assert size_on_disk(path) <= KEEP * SIZE
    check_program_is_in(path)
    assert {child.name for child in (path / "processes").iterdir() if child.is_dir()} >= {
        row["directory"] for row in numscope.open(path).table("processes").to_pylist()
    }


def test_segments_dropped_while_the_newest_is_opened_are_looked_for_again(
    service, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """As on a busy machine: the process goes on to segments that were not there when they were listed."""
    running, path = service
    wait_for_segments(path, KEEP + 2)
    os.killpg(running.pid, signal.SIGKILL)
    running.wait()
    processes, aside = path / "processes", tmp_path / "aside"
    numbers = [shard.segment.number for shard in shards.open_shards(Folder.at(path))]
    folders = {place_of(child.name)[1]: child for child in processes.iterdir() if child.is_dir()}
    for number in folders.keys() - set(numbers):
        shutil.rmtree(folders.pop(number))  # opened in advance, or about to be dropped
    *oldest, newest, hidden = (folders[number] for number in numbers if number)
    assert oldest
    aside.mkdir()
    hidden.rename(aside / hidden.name)
    real = shards.Shard.__init__

    def opening(self: shards.Shard, *where: object) -> None:
        real(self, *where)
        for moved in aside.iterdir():
            moved.rename(processes / moved.name)
            for folder in oldest:
                shutil.rmtree(folder)

    monkeypatch.setattr(shards.Shard, "__init__", opening)
    found = [shard.segment.number for shard in shards.open_shards(Folder.at(path))]
    assert found == [place_of(folder.name)[1] for folder in (newest, hidden)]


def run_rotated(
    folder: Path, code: str, *options: str, environ: dict[str, str] | None = None
) -> tuple[subprocess.CompletedProcess[str], Path]:
    (folder / "program.py").write_text(code)
    command = [sys.executable, "-m", "numscope", "run", "--rotate", str(SIZE), "--keep", str(KEEP), *options]
    run = subprocess.run(
        [*command, "-o", "t.numscope", "program.py"],
        cwd=folder,
        env={**os.environ, **(environ or {})},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert "Traceback" not in run.stderr, run.stderr
    return run, folder / "t.numscope"


def told(run: subprocess.CompletedProcess[str], words: str) -> int:
    found = re.search(rf"([\d,]+) {words}", run.stderr)
    return int(found[1].replace(",", "")) if found else 0


THREADS = """
import threading, numpy as np
def work(number):
    a = np.full((128, 128), float(number))
    for n in range(200):
        b = np.add(a, n)
        assert b[0, 0] == number + n
threads = [threading.Thread(target=work, args=(1000 * n,)) for n in range(4)]
for thread in threads: thread.start()
for thread in threads: thread.join()
print("done")
"""


def test_threads_record_on_and_each_operation_is_counted_once(tmp_path: Path) -> None:
    run, path = run_rotated(tmp_path, THREADS)
    assert run.stdout == "done\n"
    with numscope.open(path) as trace:
        kept = len(trace)
        adds = [one for one in trace.operations if one.name == "numpy.add"]
        assert len({one.thread for one in adds}) > 1
        for one in adds[:: max(1, len(adds) // 50)]:
            assert one.outputs[0].value()[0, 0] == one.inputs[0].value()[0, 0] + one.inputs[1].value()
        known = {(row["process"], row["thread"]) for row in trace.table("threads").to_pylist()}
        assert {(one.process, one.thread) for one in trace.operations} <= known
    whole, _ = run_rotated(tmp_path, THREADS, "--values", "none", "--force", "--rotate", "0")
    cut = told(run, "cut off by the end of a segment")
    assert kept + told(run, "that began before") + cut == told(whole, "operations")


FORKS = """
import os, numpy as np
def work(start):
    x = np.arange(16384.0)
    for n in range(125): np.add(x, start + n)
work(0)
child = os.fork()
work(1000 if child else 2000)
if child:
    os.waitpid(child, 0)
    print("done")
"""


def test_a_forked_child_has_segments_of_its_own(tmp_path: Path) -> None:
    run, path = run_rotated(tmp_path, FORKS)
    assert run.stdout == "done\n"
    with numscope.open(path) as trace:
        rows = trace.table("processes").to_pylist()
        assert {row["first_segment"] for row in rows} == {0, 1}
        for process, begun in ((0, [*range(125), *range(1000, 1125)]), (1, range(2000, 2125))):
            adds = [one for one in trace.operations if one.name == "numpy.add" and one.process == process]
            added = [one.inputs[1].value() for one in adds]
            assert added == list(begun)[-len(added) :]
            assert adds[-1].outputs[0].value()[1] == begun[-1] + 1
    assert size_on_disk(path) <= 2 * KEEP * SIZE


INSIDE = """
import numpy as np
x = np.arange(16384.0)
def inner(n):
    return np.sqrt(x + n).sum()
outer = np.vectorize(inner)
print(outer(np.arange(400)).sum())
"""


def test_the_bound_holds_inside_one_long_operation(tmp_path: Path) -> None:
    run, path = run_rotated(tmp_path, INSIDE)
    assert size_on_disk(path) <= KEEP * SIZE
    assert told(run, "cut off by the end of a segment") >= 1
    with numscope.open(path) as trace:
        roots = [one for one in trace.operations if one.name == "numpy.sqrt"]
        assert roots[-1].inputs[0].value()[0] == 399
        assert len(trace.table("processes")) == KEEP


def test_the_trace_of_the_last_seconds(tmp_path: Path) -> None:
    code = "import numpy as np, time\nfor n in range(60):\n    np.add(np.ones(8), n)\n    time.sleep(0.02)\n"
    command = [sys.executable, "-m", "numscope", "run", "--last", "0.4s", "-o", "t.numscope", "-c", code]
    subprocess.run(command, cwd=tmp_path, capture_output=True, check=True)
    with numscope.open(tmp_path / "t.numscope") as trace:
        added = [one.inputs[1].value() for one in trace.operations if one.name == "numpy.add"]
    assert added == list(range(60 - len(added), 60))
    assert 5 < len(added) < 50


def test_the_segments_around_what_a_rule_found_stay(tmp_path: Path) -> None:
    code = (
        "import numpy as np\n"
        "x = np.arange(16384.0)\n"
        "for n in range(500):\n"
        "    y = np.sqrt(x + n)\n"
        "    if n in (150, 300): np.multiply(y, np.inf)\n"
    )
    run, path = run_rotated(tmp_path, code, "--rule", "infs > 0")
    assert run.returncode == 87
    with numscope.open(path) as trace:
        steps = [one.inputs[0].statistics.minimum for one in trace.operations if one.name == "numpy.sqrt"]
        segments = [row["segment"] for row in trace.table("processes").to_pylist()]
        assert str(told(run, "that began before").__format__(",")) in str(dropped_from(trace))
    # The first finding, with what led to it; the second is the same rule at the same place; and the end.
    assert {float(n) for n in range(140, 151)} <= set(steps)
    assert 300.0 not in steps
    assert steps[-1] == 499
    assert KEEP < len(segments) <= 2 * KEEP
    assert size_on_disk(path) <= 2 * KEEP * SIZE


def test_a_disk_that_is_smaller_than_the_bound_drops_earlier(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=44M", "tmpfs", str(disk)]
    if shutil.which("mount") is None or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("only root may mount a small file system")
    try:
        # The bound is 80 MB; the program writes 92.
        code = "import numpy as np\nx = np.arange(16384.0)\nfor n in range(700): np.add(x, n)\n"
        run, path = run_rotated(disk, code, "--keep", "5")
        with numscope.open(path) as trace:
            added = [one.inputs[1].value() for one in trace.operations if one.name == "numpy.add"]
        assert added == list(range(700 - len(added), 700))
        assert len(added) > 100
        assert len(added) + told(run, "that began before") == 701
        assert "missing" not in run.stderr
    finally:
        subprocess.run(["umount", "--lazy", str(disk)], check=True)


STEADY = """
import time, numpy as np
x = np.arange(16384.0)
for n in range(800):
    time.sleep(0.001)
    y = np.sqrt(x + n)
    np.subtract(y, 1.5)
print("done")
"""


@pytest.mark.sweep(1)
@pytest.mark.parametrize("pause_us", [1000, 2000, 4000])
def test_the_program_may_rotate_between_any_two_steps_of_the_file_thread(
    pause_us: int, late_threads: LateThreads, tmp_path: Path
) -> None:
    """The thread sleeps after each unlock, while the program fills segment after segment."""
    run, path = run_rotated(tmp_path, STEADY, environ=late_threads("/_core.", pause_us))
    assert (run.returncode, run.stdout) == (0, "done\n"), run.stderr
    assert told(run, "operations") + told(run, "that began before") == 2401
    with numscope.open(path) as trace:
        added = [one.inputs[1].value() for one in trace.operations if one.name == "numpy.add"]
    assert added == list(range(800 - len(added), 800))


def test_a_look_at_the_running_program_gives_each_operation_once(service) -> None:
    _, path = service
    wait_for_segments(path, 1)
    follower = Follower(path)
    seen: list[int] = []
    deadline = time.monotonic() + 20
    while len(seen) < 2000 and time.monotonic() < deadline:
        news = follower.news()
        if news.operations is not None:
            assert set(news.operations["name"].to_pylist()) <= {
                *("numpy.add", "numpy.sqrt", "numpy.subtract", "numpy.arange", "numpy.ndarray.__getitem__"),
                "numpy.__getitem__",
            }
            seen += news.operations["sequence"].to_pylist()
        time.sleep(0.05)
    assert len(seen) >= 200
    assert len(seen) == len(set(seen))
    assert news.processes or news.ended
