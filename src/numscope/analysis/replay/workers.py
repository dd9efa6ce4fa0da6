"""Workers: interpreters, here or of another environment, that call operations again. One that crashes is replaced."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from types import TracebackType
from typing import Any

from numscope.analysis.replay.replay_worker.wire import Message, receive, send
from numscope.errors import UsageError
from numscope.probes.calling.recipes import THREADS_VARIABLE
from numscope.recording.thread_counts import processors

_HOME = Path(__file__).parents[2]
# A package without code stands for numscope's folder: where a numscope is installed, it may be another one. Modules
# leave no garbage worth collecting: looking for it takes a twelfth of the start.
_START = (
    "import gc, sys, types; gc.disable(); "
    "package = sys.modules['numscope_worker'] = types.ModuleType('numscope_worker'); "
    "package.__path__ = [sys.argv[1]]; from numscope_worker.analysis.replay.replay_worker.loop import main; "
    "gc.enable(); main()"
)


class WorkerEndedError(Exception):
    """The worker ended, or was ended, before it had answered; the text says how."""


class Worker:
    """One interpreter with NumPy. Raises UsageError if `python` is none."""

    def __init__(self, python: str, setup: dict[str, Any]) -> None:
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the worker
        environ = {name: value for name, value in os.environ.items() if not name.startswith("NUMSCOPE")}
        environ.pop("PYTHONPATH", None)
        environ.setdefault(THREADS_VARIABLE, _own_threads(setup, environ))
        environ.setdefault("OMP_NUM_THREADS", "1")
        environ.setdefault("OPENBLAS_NUM_THREADS", environ["OMP_NUM_THREADS"])
        try:
            self._process = subprocess.Popen(
                [python, "-c", _START, str(_HOME)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                env=environ,
                pass_fds=[setup["trace"]] if "trace" in setup else [],
            )
        except OSError as error:
            raise UsageError(f"{python} can't be run: {error.strerror}.") from None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._to, self._from = self._process.stdin, self._process.stdout
        hello = receive(self._from)
        if hello is None:
            self._process.wait()
            raise UsageError(f"{python} can't replay anything: {self._complaint()}")
        self.versions: dict[str, str] = hello[0]
        send(self._to, setup, {})

    def perform(self, message: Message, seconds: float) -> Message:
        """The answer to one chunk. Raises WorkerEndedError if it crashed, or took longer than `seconds`."""
        overdue = threading.Event()

        def end() -> None:
            overdue.set()
            self._process.kill()

        timer = threading.Timer(seconds, end)
        timer.start()
        try:
            send(self._to, *message)
            answer = receive(self._from)
        except (BrokenPipeError, ConnectionResetError):
            answer = None
        finally:
            timer.cancel()
        if answer is not None:
            return answer
        code = self._process.wait()
        if overdue.is_set():
            raise WorkerEndedError(f"it did not end within {seconds:.0f} s")
        how = signal.Signals(-code).name if code < 0 else f"exit code {code}"
        raise WorkerEndedError(f"it ended the interpreter ({how})")

    def _complaint(self) -> str:
        """What it last said on stderr."""
        self._errors.seek(0)
        lines = self._errors.read().decode("utf-8", "replace").strip().splitlines()
        if lines and "No module named 'numpy'" in lines[-1]:
            return "it has no NumPy; install NumPy there."
        return lines[-1] if lines else "it is no Python interpreter."

    def close(self) -> None:
        """End it."""
        for stream in (self._to, self._from):
            with contextlib.suppress(BrokenPipeError):
                stream.close()
        try:
            self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._errors.close()

    def __enter__(self) -> Worker:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()


def _own_threads(setup: dict[str, Any], environ: dict[str, str]) -> str:
    """Return the number of a library with threads of its own: the program's; else the environment's, or one a core."""
    own = setup["thread_functions"]
    recorded = (counts[name] for counts in setup.get("threads") or [] for name in own if name in counts)
    return str(next(recorded, None) or environ.get("OMP_NUM_THREADS") or processors())


def this_python() -> str:
    """The interpreter that runs this."""
    return sys.executable
