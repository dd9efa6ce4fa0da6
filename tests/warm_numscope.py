"""Run `numscope` commands as `subprocess.run` does, in forks of a process that has imported what they need."""

from __future__ import annotations

import atexit
import functools
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping
from pathlib import Path

import numscope

SERVER = Path(__file__).with_name("warm_server.py")
COMMANDS = (
    "numscope.cli.main",
    "numscope.cli.run",
    "numscope.cli.run_end",
    "numscope.trace.glance",
    "numscope.trace.sealing",
    "numscope.views.glance",
    "numscope.views.progress",
    "numscope.cli.ls",
    "numscope.cli.nan",
    "numscope.cli.diff",
)
SCRIPT = "import sys\nfrom numscope.cli.main import main\nsys.exit(main())\n"
# What an interpreter looks at when it starts can't be given to a fork.
_READ_AT_START = ("PYTHON", "LC_", "LANG", "MALLOC", "LD_")
# Those that change nothing of what a command does but in the programs that it starts.
_FOR_THE_PROGRAM = {"PYTHONPATH", "PYTHONHASHSEED"}
SOURCES = str(Path(numscope.__file__).resolve().parent.parent)
_LONGEST_S = 200.0


def numscope_says(
    *words: str | Path,
    environ: Mapping[str, str] | None = None,
    cwd: Path | None = None,
    input: str | None = None,  # noqa: A002 - as of subprocess
    timeout: float = _LONGEST_S,
) -> subprocess.CompletedProcess[str]:
    """Run `numscope *words` and return what came of it; where the interpreter gets other settings, in a fresh one.

    environ: whole, as of subprocess. input: its standard input. Raises subprocess.TimeoutExpired after timeout seconds.
    """
    whole = dict(os.environ if environ is None else environ)
    server = warm_server()
    said = [str(word) for word in words]
    if server.serves(whole):
        return server.run([str(numscope_script()), *said], whole, cwd or Path.cwd(), input, timeout)
    return subprocess.run(
        [sys.executable, str(numscope_script()), *said],
        env=whole,
        cwd=cwd,
        input=input,
        timeout=timeout,
        capture_output=True,
        text=True,
        check=False,
    )


@functools.cache
def numscope_script() -> Path:
    """Write a script as pip installs it, until the tests end: the folder of a test is not on its path."""
    folder = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, folder)
    script = Path(folder, "numscope")
    script.write_text(SCRIPT)
    return script


@functools.cache
def warm_server() -> WarmServer:
    """Start the server, until the tests end."""
    server = WarmServer(*COMMANDS)
    atexit.register(server.close)
    return server


class WarmServer:
    """A server that has imported modules, with the interpreter's settings that these tests began with."""

    def __init__(self, *modules: str, **settings: str) -> None:
        """Start it. settings: more variables of its environment."""
        self._environ = dict(os.environ)
        self._turn = threading.Lock()
        self._number = 0
        self._server = subprocess.Popen(
            [sys.executable, str(SERVER), *modules],
            # Nothing of numscope's: it would be recorded itself.
            env={
                **{name: value for name, value in os.environ.items() if not name.startswith("NUMSCOPE")},
                "PYTHONPATH": SOURCES,
                **settings,
            },
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def serves(self, environ: Mapping[str, str]) -> bool:
        """Whether a fork is what a fresh interpreter with these variables would be."""
        names = {name for name in environ.keys() | self._environ.keys() if name.startswith(_READ_AT_START)}
        return environ.get("PYTHONPATH", SOURCES) == SOURCES and all(
            environ.get(name) == self._environ.get(name) for name in names - _FOR_THE_PROGRAM
        )

    def run(
        self, words: list[str], environ: Mapping[str, str], folder: Path, given: str | None, limit_s: float
    ) -> subprocess.CompletedProcess[str]:
        """Run a script with its arguments, *words*, in a fork. Raises subprocess.TimeoutExpired."""
        with tempfile.TemporaryDirectory() as place, self._turn:
            streams = [Path(place, name) for name in ("in", "out", "err")]
            for stream, text in zip(streams, (given or "", "", ""), strict=True):
                stream.write_text(text)
            code = self._answer(
                {
                    "words": words,
                    "environ": dict(environ),
                    "folder": str(folder),
                    "streams": [str(stream) for stream in streams],
                    "interruptible": signal.getsignal(signal.SIGINT) is not signal.SIG_IGN,
                },
                limit_s,
            )
            return subprocess.CompletedProcess(words, code, *(stream.read_text() for stream in streams[1:]))

    def close(self) -> None:
        """End the server."""
        self._server.communicate()

    def _answer(self, request: Mapping[str, object], limit_s: float) -> int:
        assert self._server.stdin is not None
        self._number += 1
        self._server.stdin.write(json.dumps({"number": self._number, **request}) + "\n")
        self._server.stdin.flush()
        child = self._read_number()
        expired = threading.Event()

        def end() -> None:
            expired.set()
            os.kill(child, signal.SIGKILL)

        timer = threading.Timer(limit_s, end)
        timer.start()
        try:
            code = self._read_number()
        except BaseException:  # the test's own time is over
            os.kill(child, signal.SIGKILL)
            raise
        finally:
            timer.cancel()
        if expired.is_set():
            raise subprocess.TimeoutExpired("numscope", limit_s)
        return code

    def _read_number(self) -> int:
        """Return the next number of the answer, and pass over what is left of an earlier one that was given up."""
        assert self._server.stdout is not None
        while True:
            number, answer = self._server.stdout.readline().split()
            if int(number) == self._number:
                return int(answer)
