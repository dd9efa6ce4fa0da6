"""What --trust calls of a stranger's trace: on its own memory, within limits, without the right to write elsewhere."""

from __future__ import annotations

import ctypes
import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from tests.conftest import SOURCES
from tests.hostile.conftest import change_cells

import numscope
from numscope.probes.calling.memory import Form
from numscope.probes.calling.refusal import CannotReplayError
from numscope.probes.numpy.calling.names import as_strided, resolve


def _command(*words: object, tmp_path: Path) -> subprocess.CompletedProcess[str]:
    environ = {**os.environ, "PYTHONPATH": str(SOURCES)}
    command = [sys.executable, "-m", "numscope", *map(str, words)]
    return subprocess.run(
        command, env=environ, capture_output=True, text=True, timeout=100, check=False, cwd=tmp_path
    )


@pytest.mark.parametrize("command", ["replay", "testgen"])
def test_strides_of_a_stranger_reach_no_memory_outside(command: str, strided: Path, tmp_path: Path) -> None:
    assert change_cells(
        strided, "operands", "text", lambda text: "(99999999999,)" if text == "(8,)" else text
    )
    more = ("-o", tmp_path / "out") if command == "testgen" else ()
    done = _command(command, strided, "--trust", *more, tmp_path=tmp_path)
    assert done.returncode in (0, 1), done.stderr
    if command == "replay":
        assert "outside of its array" in done.stdout


def test_an_operand_that_is_shown_endlessly_ends(strided: Path, tmp_path: Path) -> None:
    changed = change_cells(strided, "slots", "shape", lambda shape: [2**40] if shape == [9] else shape)
    assert changed
    change_cells(strided, "slots", "strides", lambda strides: [0] if strides == [8] else strides)
    for words in (("replay",), ("precision",), ("testgen", "-o", tmp_path / "out")):
        done = _command(words[0], strided, "--trust", *words[1:], tmp_path=tmp_path)
        assert done.returncode in (0, 1, 2), done.stderr
        assert "Traceback" not in done.stderr


def test_forms_are_those_of_arrays() -> None:
    double = np.dtype("f8")
    Form(double, (3, 4), (32, 8), True)
    Form(double, (2**20,), (0,), True)
    for shape, strides in (((2**40,), (0,)), ((-1,), (8,)), ((2, 2), (8,)), ((2**33, 2), (0, 8))):
        with pytest.raises(CannotReplayError):
            Form(double, shape, strides, True)


def test_as_strided_stays_inside() -> None:
    array = np.arange(9.0)
    assert resolve("numpy.lib.stride_tricks.as_strided") is as_strided
    assert as_strided(array, (3, 3), (24, 8)).tolist() == array.reshape(3, 3).tolist()
    assert as_strided(array[::-1], (9,), (-8,)).tolist() == array[::-1].tolist()
    for shape, strides in (((10,), (8,)), ((2,), (-8,)), ((2,), (10**12,)), ((2, 2), (8, 72))):
        with pytest.raises(CannotReplayError, match="outside"):
            as_strided(array, shape, strides)
    with pytest.raises(CannotReplayError):
        resolve("numpy.ndarray.data.__set__")


CONFINED = """
import socket, sys
from numscope.trace.confinement import confine_if_asked
confine_if_asked()
folder, outside, port = sys.argv[1:]
open(folder + "/inside", "w").write("written")
def attempt(what, work):
    try:
        work()
    except (OSError, MemoryError) as error:
        print(what, type(error).__name__)
    else:
        print(what, "done")
attempt("write", lambda: open(outside + "/new", "w"))
attempt("overwrite", lambda: open(outside + "/file", "w"))
attempt("remove", lambda: __import__("os").unlink(outside + "/file"))
attempt("memory", lambda: bytearray(1 << 45))
attempt("connect", lambda: socket.create_connection(("127.0.0.1", int(port))))
attempt("read", lambda: open(outside + "/file").read())
"""


def test_a_confined_process_writes_only_where_it_may(tmp_path: Path) -> None:
    inside, outside = tmp_path / "inside", tmp_path / "outside"
    inside.mkdir()
    outside.mkdir()
    (outside / "file").write_text("the victim's own")
    with socket.create_server(("127.0.0.1", 0)) as server:
        environ = {**os.environ, "PYTHONPATH": str(SOURCES), "NUMSCOPE_CONFINED": str(inside)}
        words = [sys.executable, "-c", CONFINED, str(inside), str(outside), str(server.getsockname()[1])]
        done = subprocess.run(words, env=environ, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    said = dict(line.split() for line in done.stdout.splitlines())
    assert said["memory"] == "MemoryError"
    assert said["read"] == "done"
    assert (inside / "inside").read_text() == "written"
    if said["write"] == "done":
        pytest.skip("this kernel has no Landlock: memory and time are limited, writing is not")
    assert [said[what] for what in ("write", "overwrite", "remove")] == ["PermissionError"] * 3
    assert (outside / "file").read_text() == "the victim's own"
    if tuple(map(int, os.uname().release.split("-")[0].split(".")[:2])) >= (6, 7):
        assert said["connect"] == "PermissionError"


CALLS = """
import ctypes, fcntl, os, socket, subprocess, sys, termios, threading
from numscope.trace.confinement import confine_if_asked
outside, terminal = sys.argv[1], int(sys.argv[2])
library = ctypes.CDLL(None, use_errno=True)
def call(name, *arguments):
    if getattr(library, name)(*arguments) == -1:
        raise OSError(ctypes.get_errno(), name)
def connect_to_unix():
    with socket.socket(socket.AF_UNIX) as mine:
        mine.connect(outside + "/socket")
def datagram():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as mine:
        mine.sendto(b"x", ("127.0.0.1", 9))
class Part(ctypes.Structure):
    _fields_ = [("start", ctypes.c_void_p), ("length", ctypes.c_size_t)]
def others_memory():
    mine = ctypes.create_string_buffer(8)
    given = Part(ctypes.addressof(mine), 8), Part(int(sys.argv[3]), 8)
    call("process_vm_readv", os.getppid(), ctypes.byref(given[0]), 1, ctypes.byref(given[1]), 1, 0)
CHILD = "import socket; socket.socket()"
attempts = {
    "unix socket": connect_to_unix,
    "datagram": datagram,
    "permissions": lambda: os.chmod(outside + "/file", 0o777),
    "times": lambda: os.utime(outside + "/file", (1, 1)),
    "attribute": lambda: os.setxattr(outside + "/file", "user.numscope", b"1"),
    "typing": lambda: fcntl.ioctl(terminal, termios.TIOCSTI, b"x"),
    "memory": others_memory,
    "signal": lambda: os.kill(os.getppid(), 0),
    "in a child": lambda: subprocess.run([sys.executable, "-c", CHILD], check=True, stderr=-3),
}
def attempt_all():
    for what, work in attempts.items():
        try:
            work()
        except (OSError, subprocess.CalledProcessError) as error:
            print(what, type(error).__name__, sep="=", flush=True)
        else:
            print(what, "done", sep="=", flush=True)
gate = threading.Event()
early = threading.Thread(target=lambda: (gate.wait(), print("earlier thread", open_socket(), sep="=")))
def open_socket():
    try:
        socket.socket().close()
    except OSError as error:
        return type(error).__name__
    return "done"
early.start()
confine_if_asked()
attempt_all()
gate.set()
early.join()
first, second = socket.socketpair()
first.send(b"pipes, threads and children work")
print(second.recv(99).decode())
print(subprocess.run([sys.executable, "-c", "print(6 * 7)"], capture_output=True, text=True).stdout.strip())
"""


def _attempts(tmp_path: Path, environ: dict[str, str]) -> dict[str, str]:
    outside = tmp_path / "outside"
    outside.mkdir(exist_ok=True)
    (outside / "file").write_text("the victim's own")
    memory = ctypes.create_string_buffer(b"private")
    primary, terminal = os.openpty()
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(outside / "socket"))
        server.listen()
        words = [sys.executable, "-c", CALLS, str(outside), str(terminal), str(ctypes.addressof(memory))]
        environ = {**os.environ, "PYTHONPATH": str(SOURCES), **environ}
        done = subprocess.run(
            words, env=environ, capture_output=True, text=True, timeout=60, check=False, pass_fds=[terminal]
        )
    (outside / "socket").unlink()
    os.close(primary)
    os.close(terminal)
    assert done.returncode == 0, done.stderr
    *attempts, works, product = done.stdout.splitlines()
    assert (works, product) == ("pipes, threads and children work", "42")
    return dict(line.split("=") for line in attempts)


@pytest.mark.skipif(not Path("/proc/sys/kernel/seccomp").exists(), reason="this kernel has no seccomp")
def test_a_confined_process_makes_no_calls_that_reach_further(tmp_path: Path) -> None:
    plain = _attempts(tmp_path, {})
    (tmp_path / "inside").mkdir()
    confined = _attempts(tmp_path, {"NUMSCOPE_CONFINED": str(tmp_path / "inside")})
    # What this machine allows nobody (TIOCSTI, attributes on some file systems) shows nothing.
    possible = {what for what, how in plain.items() if how == "done"}
    assert possible >= {
        "unix socket",
        "datagram",
        "permissions",
        "times",
        "signal",
        "in a child",
        "earlier thread",
    }
    release = tuple(map(int, os.uname().release.split("-")[0].split(".")[:2]))
    reached = {what for what in possible if confined[what] == "done"}
    assert reached <= (set() if release >= (6, 12) else {"signal"})


def test_ones_own_trace_is_called_in_this_process(tmp_path: Path) -> None:
    from numscope.cli.confined import is_needed

    with numscope.record(tmp_path / "mine.numscope"):
        pass
    assert not is_needed(str(tmp_path / "mine.numscope"))
    copy = shutil.copytree(tmp_path / "mine.numscope", tmp_path / "copy.numscope")
    assert is_needed(str(copy))
