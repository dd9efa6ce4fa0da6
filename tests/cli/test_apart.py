"""Work in a child that was forked before it is needed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from numscope.cli.apart import DiedError, WaitingChild, Work, lines_of_child


def children() -> list[int]:
    """Return the processes whose parent this is."""
    text = Path(f"/proc/self/task/{os.getpid()}/children").read_text("ascii")
    return [int(word) for word in text.split()]


class Waiting:
    """A waiting child that answers with its process's number, and that number as this process sees it."""

    def __init__(self, work: Work, load: Callable[[], object] = lambda: None, patience: float = 10.0) -> None:
        self._before = set(children())
        self.child = WaitingChild(load, work, patience)
        (self.process,) = set(children()) - self._before

    def gone(self) -> bool:
        return set(children()) <= self._before


def my_number() -> list[str]:
    return [str(os.getpid())]


def ended(process: int) -> bool:
    """Wait up to ten seconds until a child has ended, which nobody waits for yet."""
    for _ in range(200):
        if Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()[0] == "Z":
            return True
        time.sleep(0.05)
    return False


def test_the_work_is_done_where_the_imports_were() -> None:
    def load() -> None:
        os.environ["LOADED"] = "yes"

    waiting = Waiting(lambda: [os.environ["LOADED"], *my_number()], load)
    assert waiting.child.lines() == ["yes", str(waiting.process)]
    assert "LOADED" not in os.environ
    assert waiting.gone()


def test_what_the_work_needs_is_imported_before_it_is_asked_for(tmp_path: Path) -> None:
    loaded = tmp_path / "loaded"
    waiting = Waiting(my_number, lambda: loaded.touch())
    for _ in range(200):
        if loaded.exists():
            break
        time.sleep(0.05)
    assert loaded.exists()
    assert waiting.child.lines() == [str(waiting.process)]


def test_a_child_without_work_is_dismissed_in_the_midst_of_its_imports() -> None:
    waiting = Waiting(my_number, lambda: time.sleep(60))
    started = time.monotonic()
    waiting.child.dismiss()
    assert waiting.gone()
    assert time.monotonic() - started < 10


def test_a_child_that_has_waited_too_long_is_replaced() -> None:
    waiting = Waiting(my_number, patience=0.05)
    assert ended(waiting.process)
    (answer,) = waiting.child.lines()
    assert answer not in (str(waiting.process), str(os.getpid()))
    assert waiting.gone()


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_a_child_that_was_killed_is_replaced(number: signal.Signals) -> None:
    waiting = Waiting(my_number)
    os.kill(waiting.process, number)
    assert waiting.child.lines() != [str(waiting.process)]
    assert waiting.gone()


def test_an_interrupt_of_the_program_leaves_the_waiting_child_alone() -> None:
    waiting = Waiting(my_number)
    time.sleep(0.2)
    os.kill(waiting.process, signal.SIGINT)
    os.kill(waiting.process, signal.SIGQUIT)
    assert waiting.child.lines() == [str(waiting.process)]


def test_work_that_dies_says_so() -> None:
    child = WaitingChild(lambda: None, lambda: os._exit(7))
    with pytest.raises(DiedError) as raised:
        child.lines()
    assert raised.value.code == 7
    with pytest.raises(DiedError):
        lines_of_child(lambda: os._exit(7))


def test_nothing_waits_once_the_command_was_killed(tmp_path: Path) -> None:
    """The waiting child ends at once, long before its patience does."""
    program = tmp_path / "sleeps.py"
    program.write_text("import time, os\nprint(os.getppid(), flush=True)\ntime.sleep(60)\n")
    words = [sys.executable, "-m", "numscope", "run", "-o", str(tmp_path / "t.numscope"), str(program)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, start_new_session=True) as command:
        assert command.stdout is not None
        command.stdout.readline()
        below = Path(f"/proc/{command.pid}/task/{command.pid}/children").read_text("ascii").split()
        waiting, running = sorted(int(word) for word in below)
        command.kill()
        for _ in range(60):
            if not Path(f"/proc/{waiting}").exists():
                break
            time.sleep(0.05)
        gone = not Path(f"/proc/{waiting}").exists()
        os.kill(running, signal.SIGKILL)
    assert gone
