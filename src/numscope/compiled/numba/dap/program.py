"""The debugged program as the adapter sees it: it runs in a thread of its own, and what it prints becomes events."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from numscope.compiled.numba.debugger.session import Program, Session
from numscope.errors import NumscopeError

_CHUNK = 1 << 16


class RunningProgram:
    """A session whose `go` returns at once; `arrive` is called in another thread with what stopped the program.

    Use `session` only while `runs` is False. Raises what `Session` raises.
    """

    def __init__(
        self, program: Program, arrive: Callable[[dict[str, Any]], None], output: Callable[[str, str], None]
    ) -> None:
        self._arrive = arrive
        self._output = output
        self._readers: list[threading.Thread] = []
        pipes = [self._pipe(name) for name in ("stdout", "stderr")]
        try:
            self.session = Session(
                replace(program, shares_terminal=False, stdout=pipes[0], stderr=pipes[1])
            ).__enter__()
        finally:
            for pipe in pipes:
                os.close(pipe)
        self.runs = False
        self._runner: threading.Thread | None = None

    def _pipe(self, name: str) -> int:
        read, write = os.pipe()
        reader = threading.Thread(target=self._copy, args=(read, name), daemon=True)
        reader.start()
        self._readers.append(reader)
        return write

    def _copy(self, descriptor: int, name: str) -> None:
        with os.fdopen(descriptor, "rb", buffering=0) as pipe:
            while data := pipe.read(_CHUNK):
                self._output(name, data.decode(errors="replace"))

    def go(self, command: str) -> None:
        """Let the program run by a command of the session, such as `continue` or `next`."""
        self.runs = True
        self._runner = threading.Thread(target=self._run, args=(command,), daemon=True)
        self._runner.start()

    def _run(self, command: str) -> None:
        free = command in ("run", "continue")
        try:
            answer = self.session.go(command) if free else self.session.ask(command)
        except (NumscopeError, OSError) as error:
            answer = {"event": "exit", "code": None, "text": str(error)}
        self._arrive(answer)

    def end(self) -> None:
        """End the program and gdb, and wait until all output was passed on."""
        if self.runs and self._runner is not None:
            self.session.interrupt()
            self._runner.join(5)
        self.session.__exit__(None, None, None)
        for reader in self._readers:
            reader.join(5)
