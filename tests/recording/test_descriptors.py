"""The recorder keeps nothing in the program's descriptor table.

Whatever a program closes, replaces or opens there: its files hold what they hold without a recording, and the trace is
whole.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import numscope
from descriptor_programs import (
    DOINGS,
    NUMPY,
    OPERATIONS,
    VALUES,
    Run,
    both,
    both_daemons,
    give,
    left,
    program,
    recorded_operations,
)
from sweeps import shortened


@pytest.mark.parametrize("values", shortened(reversed(VALUES)))
@pytest.mark.parametrize("name", DOINGS)
def test_files_hold_what_they_hold_without_a_recording(
    name: str, values: str, tmp_path: Path, python: Run, numscope_command: Run
) -> None:
    code = program(NUMPY, DOINGS[name])
    plain, recorded, trace = both(tmp_path, python, numscope_command, code, values)
    assert recorded == plain
    assert left(tmp_path / "recorded") == left(tmp_path / "plain")
    assert recorded_operations(trace, "numpy.sqrt") == 450 + OPERATIONS.get(name, 0)


@pytest.mark.parametrize("values", shortened(reversed(VALUES)))
def test_files_of_a_classical_daemon(values: str, tmp_path: Path, python: Run) -> None:
    trace = both_daemons(tmp_path, python, NUMPY, values)
    # Of the process that was started 50; the daemon's own are on the disk once it has ended.
    assert recorded_operations(trace, "numpy.sqrt") in (50, 450)


@pytest.mark.parametrize("values", shortened(reversed(VALUES)))
def test_files_of_a_program_that_records_a_block(values: str, tmp_path: Path, python: Run) -> None:
    block = "import numscope\nwith numscope.record('../t.numscope', values={!r}):\n{}\n"
    plain = program(NUMPY, DOINGS["closerange"])
    body = "\n".join(f"    {line}" for line in plain.strip().splitlines())
    said = []
    for name, code in (("plain", plain), ("recorded", block.format(values, body))):
        folder = give(tmp_path / name)
        (folder / "program.py").write_text(code)
        done = python("program.py", cwd=folder)
        assert done.returncode == 0, done.stderr
        said.append(done.stderr)
    assert said[1] == said[0]  # CPython 3.13 says that a file's descriptor is gone
    assert left(tmp_path / "recorded") == left(tmp_path / "plain")
    assert recorded_operations(tmp_path / "t.numscope", "numpy.sqrt") == 450


def test_what_goes_to_standard_error_goes_nowhere_else(tmp_path: Path, python: Run) -> None:
    code = (
        "import numpy as np, os, sys\n"
        "np.ones(3) + 1\n"
        "os.closerange(0, 3)\n"
        "files = [open(f'{n}.txt', 'w') for n in range(3)]\n"
        "np.ones(3) + 1\n"
        "for file in files: file.write(str(file.fileno())); file.flush()\n"
    )
    (tmp_path / "program.py").write_text(code)
    environ = {"NUMSCOPE": "1", "NUMSCOPE_LOG": "1", "NUMSCOPE_RULE": "max > 1.5"}
    start = str(Path(numscope.__file__).parent / "startup" / "path")
    environ["PYTHONPATH"] = os.pathsep.join([start, str(Path(numscope.__file__).parent.parent)])
    done = python("program.py", environ=environ)
    assert "numpy.ones" in done.stderr
    assert [(tmp_path / f"{n}.txt").read_text() for n in range(3)] == ["0", "1", "2"]


def test_the_npy_files_and_findings_of_a_program_whose_threads_close_descriptors(
    tmp_path: Path, numscope_command: Run
) -> None:
    """Two threads close and open without a pause while the recorder writes files of its own."""
    code = (
        "import numpy as np, os, threading, sys\n"
        "sys.setswitchinterval(1e-5)\n"
        "a = np.arange(300.0)\n"
        "going = True\n"
        "def churn(name):\n"
        "    while going:\n"
        "        os.closerange(3, 40)\n"
        "        files = [os.open(f'{name}{n}.txt', os.O_WRONLY | os.O_CREAT | os.O_TRUNC) for n in range(6)]\n"
        "        for file in files:\n"
        "            try: os.write(file, b'mine')\n"
        "            except OSError: pass\n"
        "threads = [threading.Thread(target=churn, args=(name,)) for name in 'ab']\n"
        "for thread in threads: thread.start()\n"
        "for n in range(300): np.sqrt(a + n)\n"
        "going = False\n"
        "for thread in threads: thread.join()\n"
    )
    (tmp_path / "program.py").write_text(code)
    done = numscope_command(
        "run", "--npy", "dumps", "--rule", "max > 5", "--output", "t.numscope", "program.py"
    )
    assert done.returncode == 87, done.stderr  # rules held
    # The threads take each other's descriptors: a file may have "mine" several times, and nothing else.
    assert {path.read_bytes().replace(b"mine", b"") for path in tmp_path.glob("[ab]?.txt")} == {b""}
    import numpy as np

    dumps = sorted((tmp_path / "dumps").glob("op_sqrt_output_*.npy"))
    assert len(dumps) == 300
    assert {np.load(path).shape for path in dumps} == {(300,)}
    assert recorded_operations(tmp_path / "t.numscope", "numpy.sqrt") == 300


def test_descriptors_are_those_of_the_plain_program(
    python: Run, numscope_command: Run, tmp_path: Path
) -> None:
    code = (
        "import numpy as np, os\n"
        "print(sorted(os.listdir('/proc/self/fd')), os.open('x', os.O_CREAT | os.O_RDWR))\n"
        "for n in range(3000): np.ones(1000) + n\n"
        "print(sorted(os.listdir('/proc/self/fd')), os.dup(0))\n"
    )
    details = {"stdin": subprocess.DEVNULL}
    plain = python("-c", code, **details)
    recorded = numscope_command("run", "-c", code, **details)
    assert recorded.stdout == plain.stdout


def test_a_pipe_that_the_program_closes_is_closed(numscope_command: Run, tmp_path: Path) -> None:
    """The recorder's table must not hold copies of the program's descriptors: a reader waits for the end of a pipe."""
    code = (
        "import numpy as np, os, select\n"
        "reading, writing = os.pipe()\n"
        "if not os.fork(): os._exit(0)\n"  # the thread ends, and the next one begins with the pipe in its table
        "os.wait()\n"
        "for n in range(3000): np.ones(1000) + n\n"
        "os.close(writing)\n"
        "print(select.select([reading], [], [], 10)[0] == [reading], os.read(reading, 1))\n"
    )
    assert numscope_command("run", "-c", code).stdout == "True b''\n"


def test_a_parent_goes_on_after_forks(numscope_command: Run, tmp_path: Path) -> None:
    """Before each fork the recorder's thread ends, and its descriptors with it; the files are opened anew."""
    code = (
        "import numpy as np, os\n"
        "for n in range(10):\n"
        "    child = os.fork()\n"
        "    for m in range(100): np.sqrt(np.arange(1000.0) + n + m)\n"
        "    if not child: os._exit(0)\n"
        "    os.waitpid(child, 0)\n"
        "    os.closerange(3, 100)\n"
    )
    done = numscope_command("run", "-c", code)
    assert (done.returncode, "warning" in done.stderr) == (0, False)
    with numscope.open(tmp_path / "command.numscope") as trace:
        counts: dict[int, int] = {}
        for operation in trace:
            if operation.name == "numpy.sqrt":
                counts[operation.process] = counts.get(operation.process, 0) + 1
    assert counts == {0: 1000, **dict.fromkeys(range(1, 11), 100)}


# A filter that refuses what gives a thread its own table, as containers with old profiles do.
DENY = """
import ctypes, struct
def deny():
    libc = ctypes.CDLL(None, use_errno=True)
    load, equal, give = 0x20, 0x15, 0x06
    rows = [(load, 0, 0, 0), (equal, 0, 1, 436), (give, 0, 0, 0x50026), (equal, 0, 1, 272), (give, 0, 0, 0x50001),
            (give, 0, 0, 0x7FFF0000)]
    program = b"".join(struct.pack("HBBI", *row) for row in rows)
    class Program(ctypes.Structure):
        _fields_ = [("length", ctypes.c_ushort), ("rows", ctypes.c_char_p)]
    assert libc.prctl(38, 1, 0, 0, 0) == 0
    assert libc.prctl(22, 2, ctypes.byref(Program(len(rows), program)), 0, 0) == 0, ctypes.get_errno()
deny()
"""


@pytest.mark.skipif(
    sys.platform != "linux" or os.uname().machine != "x86_64",
    reason="the filter is written for Linux on x86-64",
)
@pytest.mark.parametrize(
    "name", shortened(["closerange", "every number taken", "dup2 onto every number", "high numbers taken"], 2)
)
def test_files_where_no_table_of_its_own_is_to_be_had(
    name: str, tmp_path: Path, python: Run, numscope_command: Run
) -> None:
    plain, recorded, trace = both(
        tmp_path, python, numscope_command, DENY + program(NUMPY, DOINGS[name]), "full"
    )
    assert recorded == plain
    assert left(tmp_path / "recorded") == left(tmp_path / "plain")
    assert recorded_operations(trace, "numpy.sqrt") == 450 + OPERATIONS.get(name, 0)
