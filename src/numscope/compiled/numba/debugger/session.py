"""Start gdb with a program under it, and talk to the driver inside gdb."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

import numscope
from numscope.compiled.numba.debugger.breakpoints import Breakpoint
from numscope.compiled.numba.debugger.conditions import Conditions
from numscope.compiled.numba.debugger.stops import is_machinery, read_stop
from numscope.compiled.numba.debugger.watches import Watch, Watched, locate
from numscope.errors import NumscopeError
from numscope.probes.numba.adapter.compiler import require_numba

OLDEST_GDB = 12
_DRIVER = Path(__file__).parent / "in_gdb" / "driver.py"


class DebuggerError(NumscopeError):
    """gdb is missing, too old, or not allowed to trace."""


class StillRunningError(NumscopeError):
    """The program did not end in the time given."""

    exit_code = 1


@dataclass(frozen=True)
class Program:
    """The script to debug, its arguments, and how: `serial` makes prange an ordinary loop.

    stdout, stderr: descriptors that its output goes to. stop_on: what of `value_stops.CHOICES` to stop on.
    """

    script: str
    arguments: Sequence[str] = ()
    serial: bool = False
    stdout: int = 1
    stderr: int = 2
    shares_terminal: bool = True
    stop_on: Sequence[str] = ()


class Session:
    """gdb and the program, from `with` to its end. `ask` sends one command and returns the answer.

    Raises `DebuggerError` when gdb is missing, older than 12, without Python or not allowed to trace; `ask`
    raises `StillRunningError` when the answer takes longer than `timeout` seconds.
    """

    def __init__(self, program: Program, timeout: float | None = None) -> None:
        self._program = program
        self._timeout = timeout
        self._cleanup = contextlib.ExitStack()
        self.conditions = Conditions()
        self.watched = Watched()

    def __enter__(self) -> Session:
        require_numba()
        gdb = find_gdb()
        folder = Path(self._cleanup.enter_context(tempfile.TemporaryDirectory(prefix="numscope-debug-")))
        self._log = folder / "gdb.log"
        self._journal = folder / "journal"
        self._journal.touch()
        (folder / "trace").touch()
        ours, theirs = socket.socketpair()
        output = os.dup(self._program.stdout)
        errors = os.dup(self._program.stderr)
        settings = {
            "journal": str(self._journal),
            "trace": str(folder / "trace"),
            "stdout": output,
            "stderr": errors,
            "serial": self._program.serial,
            "stop_on": list(self._program.stop_on),
        }
        environment = {
            **os.environ,
            "NUMSCOPE_GDB_SOCKET": str(theirs.fileno()),
            "NUMSCOPE_GDB_JOURNAL": str(self._journal),
            "NUMSCOPE_GDB_TRACE": str(folder / "trace"),
        }
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(
                self._command(gdb, json.dumps(settings)),
                env=environment,
                pass_fds=(theirs.fileno(), output, errors),
                stdin=None if self._program.shares_terminal else subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=not self._program.shares_terminal,
            )
        theirs.close()
        os.close(output)
        os.close(errors)
        self._socket = ours
        self._answers = ours.makefile("rb")
        self._await_ready()
        return self

    def __exit__(self, *_: object) -> None:
        self._end()
        self._answers.close()
        self._socket.close()
        self._cleanup.close()

    def _end(self) -> None:
        with contextlib.suppress(OSError):
            self._socket.sendall(b'{"do": "quit"}\n')
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_WR)
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _command(self, gdb: str, settings: str) -> list[str]:
        root = str(Path(numscope.__file__).parent.parent)
        child = [sys.executable, "-m", "numscope.compiled.numba.debugger.child", settings]
        return [
            gdb, "-nx", "-q", "-batch", "-iex", "set auto-load off", "-iex", "set debuginfod enabled off",
            "-iex", f"python import sys; sys.path.append({root!r})", "-x", str(_DRIVER),
            "--args", *child, self._program.script, *self._program.arguments,
        ]  # fmt: skip

    def _await_ready(self) -> None:
        answer = self._receive(60)
        while answer is not None and answer["event"] == "warning":
            answer = self._receive(60)
        if answer is None or answer["event"] != "ready":
            self.__exit__()
            raise DebuggerError(
                f"gdb did not start its Python, which the debugger needs: {self._complaint()}"
            )

    @property
    def stops_on_values(self) -> bool:
        """Return whether the program may stop without a breakpoint."""
        return bool(self._program.stop_on)

    def set(self, breakpoint_: Breakpoint) -> None:
        """Set a breakpoint; it waits until the code it is in is compiled or loaded."""
        at = breakpoint_
        self.conditions.add(at)
        self.ask("break", key=at.text, file=at.file, line=at.line, symbols=at.symbols)

    def ask(self, command: str, **arguments: Any) -> dict[str, Any]:
        """Send a command and wait for the answer."""
        self._socket.sendall(json.dumps({"do": command, **arguments}).encode() + b"\n")
        answer = self.wait()
        if answer["event"] == "error" and command == "run":
            self._explain_no_start(answer["text"])
        return answer

    def go(self, command: str) -> dict[str, Any]:
        """Let the program run, by `run` or `continue`, to a breakpoint whose condition is true, or to what ends it."""
        answer = self.ask(command)
        while answer["event"] == "stop" and answer["reason"] == "breakpoint":
            met = self.conditions.met(answer)
            due = self.watched.due(met)
            for watch in due:
                self.clear(watch.text)
                self.watch(watch.element, answer)
            met = [key for key in met if key not in {watch.text for watch in due}]
            if met:
                return {**answer, "keys": met}
            answer = self.ask("continue")
        if answer.get("reason") == "watch":
            return {**answer, "found": self.watched.changed(answer["watched"])}
        return answer

    def set_watch(self, watch: Watch) -> None:
        """Watch an element from the moment its place is reached."""
        self.watched.await_place(watch)
        self.set(watch.place)

    def watch(self, element: str, answer: dict[str, Any]) -> None:
        """Stop from now on whenever an element of an array of the stop `answer` changes.

        Raises `UsageError` when it is no element of an array there, `DebuggerError` when the processor can't watch it.
        """
        location = locate(element, answer["locals"], read_stop(answer).values)
        said = self.ask("watch", key=element, address=location.address, size=location.size)
        if said["event"] != "watched":
            raise DebuggerError(f"{element} can't be watched: {said['text']}")
        self.watched.begin(element, location, said["raw"])

    def clear(self, key: str) -> None:
        """Stop no more at a breakpoint, given as it was written, or at a watched element."""
        self.ask("clear", key=key)

    def compiled(self) -> list[dict[str, Any]]:
        """The functions compiled so far: name, file, first and last line."""
        entries = (json.loads(line) for line in self._journal.read_text(encoding="utf-8").splitlines())
        return [entry for entry in entries if "function" in entry]

    def wait(self) -> dict[str, Any]:
        """Wait for the answer to the command sent last."""
        answer = self._receive(self._timeout)
        if answer is None:
            raise DebuggerError(f"gdb ended unexpectedly: {self._complaint()}")
        return answer

    def interrupt(self) -> None:
        """Stop the running program, as Ctrl-C would.

        The answer to the command that let it run says where.
        """
        for pid in _children(self._process.pid)[:1]:
            os.kill(pid, signal.SIGINT)

    def _receive(self, timeout: float | None) -> dict[str, Any] | None:
        self._socket.settimeout(timeout)
        try:
            line = self._answers.readline()
        except TimeoutError:
            raise StillRunningError(
                f"{self._program.script} was still running after {timeout:g} s and was stopped{self._where()}"
            ) from None
        return json.loads(line) if line else None

    def _where(self) -> str:
        """Interrupt the program and say where it was; it ends with the session."""
        pids = _children(self._process.pid)
        if not pids:
            return ""
        os.kill(pids[0], signal.SIGINT)
        self._socket.settimeout(10)
        # A timed-out stream can't be read again: read the socket itself.
        data = b""
        with contextlib.suppress(TimeoutError, OSError):
            while not data.endswith(b"\n"):
                data += self._socket.recv(65536)
        if not data.endswith(b"\n"):
            return ""
        stack = json.loads(data.splitlines()[-1]).get("stack", [])
        inside = next((f for f in stack if f["file"] and not is_machinery(f)), None)
        return f" in `{inside['function']}`, {inside['file']}:{inside['line']}" if inside else ""

    def _complaint(self) -> str:
        lines = [line for line in self._log.read_text(errors="replace").splitlines() if line.strip()]
        return lines[-1].strip() if lines else "it said nothing"

    def _explain_no_start(self, said: str) -> NoReturn:
        if _tracing_is_refused():
            raise DebuggerError(
                "gdb may not trace processes here (ptrace: operation not permitted); allow it with "
                "`docker run --cap-add=SYS_PTRACE` or a seccomp profile that allows ptrace, or use "
                "`numscope numba trace`, which needs no permission"
            )
        raise DebuggerError(f"gdb could not start the program: {said}")


def _tracing_is_refused() -> bool:
    """Whether a process may not let itself be traced, which is what gdb asks of the program it starts."""
    ask = "import ctypes, sys; sys.exit(ctypes.CDLL(None).ptrace(0, 0, 0, 0) != 0)"
    return subprocess.run([sys.executable, "-c", ask], check=False).returncode != 0


def find_gdb() -> str:
    """The path of a gdb of version 12 or newer, or `DebuggerError`."""
    path = shutil.which("gdb")
    if path is None:
        raise DebuggerError("gdb is not installed, and the debugger needs it: apt install gdb (12 or newer)")
    said = subprocess.run([path, "--version"], capture_output=True, text=True, check=False).stdout
    version = re.search(r"GNU gdb .*?(\d+)\.\d+", said.partition("\n")[0])
    if version and int(version[1]) < OLDEST_GDB:
        raise DebuggerError(
            f"gdb {version[0].split()[-1]} is too old for the debugger, which needs 12 or newer"
        )
    return path


def _children(pid: int) -> list[int]:
    try:
        text = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
    except OSError:
        return []
    return [int(word) for word in text.split()]
