"""Every process of a program is a shard of one trace, however it was started and however it ended."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import numscope


def shards(trace: Path) -> list[dict]:
    """The processes of a trace, in the order in which they took their ordinals."""
    found = [json.loads(path.read_text()) for path in trace.glob("processes/*/process.json")]
    return sorted(found, key=lambda facts: facts["ordinal"])


def operations(trace: Path) -> int:
    return len(numscope.open(trace).operations)


HEAD = "import numpy, os, sys\ndef work(n):\n    return float((numpy.ones(n) + 1).sum())\n"
MAIN = "if __name__ == '__main__':\n"

# Code, how each process came to be (None: as many as the pool likes), and how often it adds.
WAYS = {
    "fork": (
        "    work(2)\n    pid = os.fork()\n"
        "    if pid == 0:\n        work(3); os._exit(0)\n    os.waitpid(pid, 0)\n",
        ["started", "forked"],
        2,
    ),
    "fork of a fork": (
        "    if os.fork() == 0:\n        if os.fork() == 0:\n            work(3); os._exit(0)\n"
        "        os.wait(); os._exit(0)\n    os.wait()\n",
        ["started", "forked", "forked"],
        1,
    ),
    "multiprocessing fork": (
        "    import multiprocessing as m\n    c = m.get_context('fork')\n"
        "    p = c.Process(target=work, args=(3,)); p.start(); p.join(); assert p.exitcode == 0\n",
        ["started", "forked"],
        1,
    ),
    "multiprocessing spawn": (
        "    import multiprocessing as m\n    c = m.get_context('spawn')\n"
        "    p = c.Process(target=work, args=(3,)); p.start(); p.join(); assert p.exitcode == 0\n",
        ["started", "started"],
        1,
    ),
    "multiprocessing forkserver": (
        "    import multiprocessing as m\n    c = m.get_context('forkserver')\n"
        "    p = c.Process(target=work, args=(3,)); p.start(); p.join(); assert p.exitcode == 0\n",
        ["started", "started"],
        1,
    ),
    "process pool": (
        "    import concurrent.futures as f\n    with f.ProcessPoolExecutor(2) as e:\n"
        "        assert list(e.map(work, range(9))) == [2.0 * n for n in range(9)]\n",
        None,
        9,
    ),
    "subprocess": (
        "    import subprocess\n"
        "    subprocess.run([sys.executable, '-c', 'import numpy; numpy.ones(3) + 1'], check=True)\n",
        ["started", "started"],
        1,
    ),
    "exec": (
        "    work(2)\n    os.execv(sys.executable, [sys.executable, '-c', 'import numpy; numpy.ones(3) + 1'])\n",
        ["started", "started"],
        2,
    ),
}


@pytest.mark.sweep(5)
@pytest.mark.parametrize("way", WAYS)
def test_processes_started_by_the_program_take_part(way, python, numscope_command, tmp_path: Path) -> None:
    code, starts, additions = WAYS[way]
    (tmp_path / "s.py").write_text(HEAD + MAIN + code)
    assert python("s.py").returncode == 0
    recorded = numscope_command("run", "s.py")
    assert recorded.returncode == 0, recorded.stderr
    assert "warning" not in recorded.stderr
    processes = shards(tmp_path / "s.numscope")
    assert [facts["ordinal"] for facts in processes] == list(range(len(processes)))
    if starts is None:
        assert len(processes) >= 2
    else:
        assert [facts["start"] for facts in processes] == starts
    with numscope.open(tmp_path / "s.numscope") as trace:
        assert [operation.name for operation in trace].count("numpy.add") == additions
    assert f"in {len(processes)} processes" in recorded.stderr


def test_a_launcher_without_numpy_does_not_matter(numscope_command, tmp_path: Path) -> None:
    code = (
        "import subprocess, sys\n"
        "for n in '123': subprocess.run([sys.executable, '-c', 'import numpy; numpy.ones(3) + 1'], check=True)\n"
    )
    numscope_command("run", "-c", code)
    assert [facts["start"] for facts in shards(tmp_path / "command.numscope")] == ["started"] * 3


def test_many_processes_at_once_never_share_an_ordinal(numscope_command, tmp_path: Path) -> None:
    code = (
        "import numpy, os\n"
        "children = []\n"
        "for n in range(24):\n"
        "    pid = os.fork()\n"
        "    if pid == 0:\n"
        "        numpy.ones(3) + 1; os._exit(0)\n"
        "    children.append(pid)\n"
        "for pid in children: assert os.waitpid(pid, 0)[1] == 0\n"
    )
    recorded = numscope_command("run", "-c", code)
    assert recorded.returncode == 0
    assert [facts["ordinal"] for facts in shards(tmp_path / "command.numscope")] == list(range(25))


ENDINGS = {
    "os._exit": "os._exit(0)",
    "SIGKILL": "os.kill(os.getpid(), 9)",
    "segfault": "import ctypes; ctypes.string_at(0)",
    "abort": "os.abort()",
    "exit": "sys.exit(0)",
    "uncaught exception": "raise ValueError",
}


@pytest.mark.parametrize("ending", ENDINGS)
def test_nothing_recorded_before_the_end_is_lost(ending: str, numscope_command, tmp_path: Path) -> None:
    code = (
        f"import numpy, os, sys\na = numpy.ones(50)\nfor n in range(1000): numpy.add(a, n)\n{ENDINGS[ending]}"
    )
    numscope_command("run", "--ops", "numpy.add", "-c", code)
    assert operations(tmp_path / "command.numscope") == 1000


def test_what_is_killed_from_outside_is_all_there(tmp_path: Path, clean_environ: dict[str, str]) -> None:
    program = tmp_path / "s.py"
    program.write_text(
        "import numpy, sys\na = numpy.arange(10.0)\n"
        "for n in range(10**9):\n    numpy.add(a, n)\n    if n == 5000: print('ready', flush=True)\n"
    )
    command = [sys.executable, "-m", "numscope", "run", "--ops", "numpy.add", str(program)]
    with subprocess.Popen(
        command, cwd=tmp_path, env=clean_environ, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        facts = shards(tmp_path / "s.numscope")[0]
        os.kill(facts["pid"], signal.SIGKILL)
        process.communicate(timeout=60)
    assert process.returncode == -signal.SIGKILL
    assert operations(tmp_path / "s.numscope") >= 5000


def test_the_recorders_own_death_leaves_the_program_alone(
    tmp_path: Path, clean_environ: dict[str, str]
) -> None:
    program = tmp_path / "s.py"
    program.write_text(
        "import numpy, time, pathlib\nprint('ready', flush=True)\ntime.sleep(1)\nnumpy.ones(3) + 1\n"
        "pathlib.Path('done').write_text('yes')\n"
    )
    command = [sys.executable, "-m", "numscope", "run", str(program)]
    with subprocess.Popen(
        command, cwd=tmp_path, env=clean_environ, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        process.kill()
        process.wait(timeout=60)
    deadline = time.monotonic() + 30
    while not (tmp_path / "done").exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert (tmp_path / "done").read_text() == "yes"


def test_ranks_of_a_launcher_are_kept(numscope_command, tmp_path: Path) -> None:
    numscope_command("run", "-c", "import numpy", environ={"RANK": "3"})
    assert shards(tmp_path / "command.numscope")[0]["rank"] == 3


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
@pytest.mark.parametrize(
    "head", [HEAD, "def work(n):\n    import numpy; numpy.ones(n) + 1\n"], ids=["early", "late"]
)
def test_a_worker_of_multiprocessing_ends_properly(
    head: str, method: str, numscope_command, tmp_path: Path
) -> None:
    code = f"    import multiprocessing as m\n    p = m.get_context('{method}').Process(target=work, args=(3,))\n"
    (tmp_path / "s.py").write_text(head + MAIN + code + "    p.start(); p.join()\n")
    numscope_command("run", "s.py")
    worker = shards(tmp_path / "s.numscope")[-1]
    assert worker["counters"]["operations"] > 0
    assert worker["ended_ns"] > worker["started_ns"]
