"""Programs that close, replace and inherit descriptors, and open files afterwards: run plainly and recorded."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import numscope

VALUES = ["none", "stats", "full"]
Run = Callable[..., "subprocess.CompletedProcess[str]"]

# Enough operations for every stream to reach its file several times over; what they compute goes into the files.
WORK = """
import os, sys
import {library}
def work(count):
    return sum(float({root}({range} + i).sum()) for i in range(count))
before = open("before.bin", "r+b")
before.seek(1000)
"""
NUMPY = WORK.format(library="numpy as np", root="np.sqrt", range="np.arange(4000.0)")
# One thread: torch's pool of threads does not survive a fork, recorded or not.
TORCH = (
    WORK.format(library="torch, numpy", root="torch.sqrt", range="torch.arange(4000.0)")
    + """
torch.set_num_threads(1)
"""
)

# What programs do to descriptors ...
DOINGS = {
    "closerange": "os.closerange(3, 256)",
    "dup2 onto every number": """
target = open("target.log", "w")
for number in range(3, 64):
    if number != target.fileno(): os.dup2(target.fileno(), number)
os.write(9, b"MINE"); work(100); os.lseek(9, 0, os.SEEK_SET); os.write(12, b"mine")
""",
    "high numbers taken": """
target = open("target.log", "w")
for number in range(500, 600): os.dup2(target.fileno(), number)
os.write(540, b"mine"); work(100); os.lseek(520, 0, os.SEEK_SET); os.write(515, b"MINE")
""",
    "closed one by one": """
for round in range(10):
    work(20)
    for number in range(3, 40):
        try: os.close(number)
        except OSError: pass
    with open(f"round{round}.txt", "w") as file: file.write(f"{work(20)}\\n")
""",
    "every number taken": """
files = [open(f"file{n}.txt", "w") for n in range(60)]
print([file.fileno() for file in files])
total = work(100)
for number, file in enumerate(files): file.write(f"{number} {total}\\n"); file.close()
""",
    "inherited by children": """
import subprocess
inherited = open("inherited.log", "w")
child = "import os, sys; os.write(int(sys.argv[1]), b'child' + str(len(os.listdir('/proc/self/fd'))).encode())"
subprocess.run([sys.executable, "-S", "-c", child, str(inherited.fileno())], pass_fds=[inherited.fileno()], env={})
os.set_inheritable(inherited.fileno(), True)
subprocess.run([sys.executable, "-S", "-c", child, str(inherited.fileno())], close_fds=False, env={})
child = "import numpy as np, os, sys; np.negative(np.arange(9.0)); os.write(int(sys.argv[1]), b'another')"
subprocess.run([sys.executable, "-c", child, str(inherited.fileno())], close_fds=False)
""",
}
OPERATIONS = {
    "dup2 onto every number": 100,
    "high numbers taken": 100,
    "closed one by one": 400,
    "every number taken": 100,
}

# ... and the files that they open afterwards.
AFTERWARDS = """
log = open("own.log", "w"); more = open("more.log", "a"); update = open("update.bin", "r+b")
print(log.fileno(), more.fileno(), update.fileno())
update.seek(5000); update.write(b"here")
total = work(400)
log.write(f"mine {total}\\n"); more.write(f"more {total}\\n")
for file in (log, more, update): file.close()
"""


def program(prelude: str, doings: str) -> str:
    """Return a program that records, does something to its descriptors, then opens files and records on."""
    return f"{prelude}\nwork(50)\n{doings}\n{AFTERWARDS}"


DAEMON = """
import sys
first = work(50)
if os.fork(): os._exit(0)
os.setsid()
if os.fork(): os._exit(0)
os.closerange(0, 256)
for number in range(3): os.open(os.devnull, os.O_RDWR)
files = [open(f"file{n}.txt", "w") for n in range(30)]
more = open("more.log", "a"); update = open("update.bin", "r+b")
total = work(400)
more.write(f"more {total}\\n"); more.close(); update.write(b"here"); update.close()
for number, file in enumerate(files):
    file.write(f"{number} {file.fileno()} {total}\\n"); file.close()
import numpy
numpy.save("result.npy", numpy.full(1000, total))
os.rename("working", "done")
"""


def give(folder: Path) -> Path:
    """Make a folder with the files that the programs find."""
    folder.mkdir()
    (folder / "before.bin").write_bytes(bytes(range(256)) * 800)
    (folder / "update.bin").write_bytes(bytes(range(255, -1, -1)) * 800)
    (folder / "more.log").write_text("there was something\n")
    (folder / "working").touch()
    return folder


def left(folder: Path) -> dict[str, bytes]:
    """Return what a program has left in its folder."""
    return {
        path.name: path.read_bytes()
        for path in folder.iterdir()
        if path.is_file() and path.name != "program.py"
    }


def wait_for_daemon(folder: Path) -> None:
    for _ in range(600):
        if (folder / "done").exists():
            return
        time.sleep(0.1)
    raise AssertionError("the daemon did not end")


def recorded_operations(trace: Path, name: str) -> int:
    """Return how many operations of that name the trace holds, by what every reader is given."""
    with numscope.open(trace) as opened:
        return sum(operation.name == name for operation in opened)


def both(tmp_path: Path, python: Run, numscope_command: Run, code: str, values: str) -> tuple[str, str, Path]:
    """Run `code` plainly and recorded, each in a folder of its own; return what both printed, and the trace."""
    printed = []
    for name, run, words in (
        ("plain", python, ()),
        ("recorded", numscope_command, ("run", "--values", values, "--output", str(tmp_path / "t.numscope"))),
    ):
        folder = give(tmp_path / name)
        (folder / "program.py").write_text(code)
        done = run(*words, "program.py", cwd=folder)
        assert done.returncode == 0, done.stderr
        assert "Traceback" not in done.stderr
        # A child that is started with -S is not recorded, and the user reads that.
        warnings = [line for line in done.stderr.splitlines() if "warning" in line]
        assert all("[children-unrecorded]" in line for line in warnings)
        printed.append(done.stdout)
    return printed[0], printed[1], tmp_path / "t.numscope"


def both_daemons(tmp_path: Path, python: Run, code: str, values: str) -> Path:
    """Run a daemon plainly and recorded, hold what they leave against each other, and return the trace."""
    trace = tmp_path / "t.numscope"
    recorded = ["-m", "numscope", "run", "--values", values, "--output", str(trace)]
    for name, words in (("plain", []), ("recorded", recorded)):
        folder = give(tmp_path / name)
        (folder / "program.py").write_text(code + DAEMON)
        nowhere = subprocess.DEVNULL  # the daemon would keep our pipes open
        streams = {"stdin": nowhere, "stdout": nowhere, "stderr": nowhere, "capture_output": False}
        done = python(*words, "program.py", cwd=folder, **streams)
        assert done.returncode == 0
        wait_for_daemon(folder)
    assert left(tmp_path / "recorded") == left(tmp_path / "plain")
    return trace
