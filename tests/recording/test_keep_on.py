"""A recording that drops old operations keeps what led to an event, within its bound of disk."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from tests.recording.test_rotation import dropped_from, size_on_disk

import numscope
from numscope.errors import UsageError

DISK = 96_000_000  # the least for three segments and three kept ones
RING = 40
# Each step leaves 384 kB that were never there before; the command line says what happens in which of them.
PROGRAM = """
import os, signal, sys, time
import numpy as np
import numscope
steps, happens, at = int(sys.argv[1]), sys.argv[2], int(sys.argv[3])
x = np.arange(16384.0)
def event(n):
    if happens == "nan":
        with np.errstate(invalid="ignore"):
            np.sqrt(np.array([-1.0 * n]))
    elif happens == "exception":
        try:
            np.linalg.inv(np.zeros((2, 2)))
        except np.linalg.LinAlgError:
            pass
    elif happens == "rule":
        np.multiply(np.array([1e9]), 2.0)
    elif happens == "call":
        numscope.keep(f"loss spike at step {n}")
    elif happens.startswith("SIG"):
        os.kill(os.getpid(), getattr(signal, happens))
for n in range(steps):
    y = np.add(x, n)
    np.subtract(np.multiply(y, 0.5), 1.5)
    if n in (at, at + 300):
        event(n)
    numscope.step()
    if n % 50 == 0:
        print(n, flush=True)
print("done", flush=True)
"""


def command(folder: Path, words: tuple[object, ...], *options: str) -> list[str]:
    (folder / "program.py").write_text(PROGRAM)
    run = [sys.executable, "-m", "numscope", "run", "--max-disk", str(DISK), *options]
    return [*run, "-o", "t.numscope", "program.py", *map(str, words)]


def steps_of(path: Path) -> list[int]:
    """The steps whose three operations are all there; each by the number that it added."""
    with numscope.open(path) as trace:
        assert not [problem for problem in trace.problems if "missing" not in problem]
        names = [
            (one.name, one) for one in trace.operations if one.name.startswith("numpy.") and one.user_visible
        ]
    found = []
    for place, (name, one) in enumerate(names):
        if name == "numpy.add" and [n for n, _ in names[place + 1 : place + 3]] == [
            "numpy.multiply",
            "numpy.subtract",
        ]:
            found.append(int(one.inputs[1].value()))
    return found


class Watch(threading.Thread):
    """Looks at what the trace takes on the disk, again and again."""

    def __init__(self, path: Path) -> None:
        super().__init__(daemon=True)
        self.path, self.most, self.looks, self.over = path, 0, 0, False

    def run(self) -> None:
        while not self.over:
            if self.path.exists():
                self.most = max(self.most, size_on_disk(self.path / "processes"))
                self.looks += 1
            time.sleep(0.005)


EVENTS = {
    "nan": ("nan", "numpy.sqrt made NaN of finite inputs at program.py:10"),
    "exception": ("exception", "numpy.linalg.inv raised an exception at program.py:13"),
    "rule": ("absmax > 1e9", "numpy.multiply meets 'absmax > 1e9' at program.py:17"),
    "call": ("SIGUSR2", "loss spike at step 400"),
    "SIGUSR1": ("SIGUSR1", "the process got SIGUSR1"),
}


@pytest.mark.sweep(2)
@pytest.mark.parametrize("happens", EVENTS)
def test_what_led_to_an_event_is_kept_with_the_newest_steps(happens: str, tmp_path: Path) -> None:
    option, why = EVENTS[happens]
    words = command(tmp_path, (1500, happens, 400), "--ring", str(RING), "--keep-on", option)
    watch = Watch(tmp_path / "t.numscope")
    watch.start()
    run = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=120)
    watch.over = True
    assert (run.returncode, run.stdout.split()[-1]) == (0, "done"), run.stderr
    said = [line for line in run.stderr.splitlines() if "kept what led to this" in line]
    assert len(said) == 1, run.stderr
    assert said[0].replace(str(tmp_path) + os.sep, "").endswith(why)
    assert watch.looks > 20
    assert watch.most <= DISK
    steps = steps_of(tmp_path / "t.numscope")
    assert set(range(400 - RING, 401)) <= set(steps)
    assert set(range(1500 - RING, 1500)) <= set(steps)
    # The second event is dropped like all that lies between, and neither part is much more than what was asked for.
    assert not set(range(600, 1200)) & set(steps)
    assert len(steps) < 6 * RING
    with numscope.open(tmp_path / "t.numscope") as trace:
        assert dropped_from(trace).operations > 2000


def test_nothing_is_kept_if_nothing_happens(tmp_path: Path) -> None:
    words = command(
        tmp_path,
        (600, "nothing", 0),
        "--ring",
        str(RING),
        *(word for event in ("nan", "exception", "SIGTERM") for word in ("--keep-on", event)),
    )
    run = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=True, timeout=120)
    assert "kept what led" not in run.stderr
    steps = steps_of(tmp_path / "t.numscope")
    assert steps == list(range(600 - len(steps), 600))
    assert RING <= len(steps) <= 2 * RING


def test_a_signal_ends_the_program_as_it_does_by_itself(tmp_path: Path) -> None:
    words = command(tmp_path, (600, "SIGTERM", 300), "--ring", str(RING), "--keep-on", "SIGTERM")
    run = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=120)
    assert run.returncode == -signal.SIGTERM, run.stderr
    assert "kept what led to this: the process got SIGTERM" in run.stderr
    assert set(range(300 - RING, 301)) <= set(steps_of(tmp_path / "t.numscope"))


@pytest.mark.sweep(1)
@pytest.mark.parametrize("seed", range(int(os.environ.get("NUMSCOPE_FUZZ", "2"))))
def test_thousands_of_steps_killed_at_random_stay_within_the_bound(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    happens, at = chance.choice(("nan", "nothing", "call")), chance.randrange(1, 2500)
    words = command(tmp_path, (100_000, happens, at), "--ring", str(RING), "--keep-on", "nan")
    watch = Watch(tmp_path / "t.numscope")
    watch.start()
    end = chance.randrange(50, 60) * 50
    with subprocess.Popen(
        words, cwd=tmp_path, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as running:
        for line in running.stdout:
            if int(line) >= end:
                time.sleep(chance.random() * 0.05)
                os.killpg(running.pid, signal.SIGKILL)
                break
    watch.over = True
    assert watch.looks > 20
    assert watch.most <= DISK
    assert size_on_disk(tmp_path / "t.numscope") <= DISK
    steps = steps_of(tmp_path / "t.numscope")
    assert steps[-1] >= end - 1
    assert set(range(steps[-1] - RING + 1, steps[-1] + 1)) <= set(steps)
    kept = happens != "nothing" and at < steps[-1]
    if kept:
        assert set(range(max(0, at - RING), at + 1)) <= set(steps)


def test_each_forked_process_keeps_its_own(tmp_path: Path) -> None:
    code = (
        "import os, numpy as np, signal, time\n"
        "x = np.arange(16384.0)\n"
        "child = os.fork()\n"
        "for n in range(400):\n"
        "    np.add(x, n)\n"
        "    if n == 100 and not child: os.kill(os.getpid(), signal.SIGUSR1)\n"
        "if child: os.waitpid(child, 0)\n"
    )
    (tmp_path / "fork.py").write_text(code)
    run = [sys.executable, "-m", "numscope", "run", "--max-disk", str(DISK), "--keep-on", "SIGUSR1"]
    done = subprocess.run(
        [*run, "-o", "t.numscope", "fork.py"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    assert done.stderr.count("kept what led to this") == 1, done.stderr
    with numscope.open(tmp_path / "t.numscope") as trace:
        added = {process: [] for process in (0, 1)}
        for one in trace.operations:
            if one.name == "numpy.add":
                added[one.process].append(int(one.inputs[1].value()))
    assert 100 in added[1]
    assert 99 in added[1]
    assert 399 in added[1]
    assert 100 not in added[0]
    assert 399 in added[0]


def test_what_can_not_be_is_refused(tmp_path: Path) -> None:
    for options, words in (
        ({"keep_on": "nan"}, "--max-disk, --rotate, --last or --ring"),
        ({"max_disk": "50M"}, "96.0 MB or more"),
        ({"max_disk": "1G", "keep_on": "SIGNOTHING"}, "SIGNOTHING"),
    ):
        with pytest.raises(UsageError, match=words):
            numscope.record(tmp_path / "t.numscope", **options)


def test_steps_and_keep_outside_of_a_recording_do_nothing() -> None:
    numscope.step()
    numscope.keep()
