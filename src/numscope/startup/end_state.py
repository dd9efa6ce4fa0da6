"""Testifies at a program's end to what a recording must not change: its random number generators, the files it wrote.

Asked for by `NUMSCOPE_END_STATE=PARENT:FILE`; only the child of process PARENT writes, so that what it starts stays
silent. Runs with and without a recording alike, and imports nothing that the program has not imported itself.
"""

from __future__ import annotations

import os
import stat
import sys

from numscope.startup.hook import when_imported

TYPE_CHECKING = False  # typing is not imported in processes that have only just started
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numscope.probes.registry import Known

VARIABLE = "NUMSCOPE_END_STATE"


def write_at_end() -> None:
    """Have this process write its end state when it ends, if it was asked to."""
    parent, _, path = os.environ.get(VARIABLE, "").partition(":")
    if path and parent == str(os.getppid()):
        import atexit

        ending = _EndState(path)
        sys.addaudithook(ending.files.hear)
        for module, state in _states():
            when_imported(module, lambda module=module, state=state: ending.meet(module, state))  # type: ignore[misc]
        # Registered before the program's own code runs, so it runs after what the program registers.
        atexit.register(ending.write)


def _states() -> Iterator[tuple[str, Callable[[], str]]]:
    """Yield each module with a global generator and a function that returns its state; probes give a library's."""
    from numscope.probes.registry import known

    yield "random", lambda: repr(sys.modules["random"].getstate())
    for probe in known():
        if probe.generator:
            yield probe.generator, lambda probe=probe: _state_of(probe)  # type: ignore[misc]


def _state_of(probe: Known) -> str:
    try:
        return repr(probe.load().random_state())
    # A probe may be anyone's code, and this runs in the middle of an import of the program's.
    except Exception as error:  # noqa: BLE001
        return f"not known: {type(error).__name__}"


class _WrittenFiles:
    """The files that Python code opens to write. before: what each held then, None where that is not known."""

    _KEPT = 64 << 20
    _WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND

    def __init__(self) -> None:
        self.before: dict[str, bytes | None] = {}
        self._busy = False

    def hear(self, event: str, arguments: tuple[object, ...]) -> None:
        """Called by the interpreter at every audited event, "open" with (path, mode, flags) among them."""
        if event == "os.rename":
            self._add(arguments[1], emptied=True)
        elif event == "open":
            path, _, flags = arguments
            if isinstance(flags, int) and flags & self._WRITES:
                self._add(path, emptied=bool(flags & os.O_TRUNC))

    def _add(self, named: object, emptied: bool) -> None:
        if self._busy or not isinstance(named, (str, bytes)):
            return
        path = os.path.abspath(os.fsdecode(named))
        if path in self.before:
            return
        self._busy = True
        try:
            self.before[path] = b"" if emptied else self._read(path)
        except OSError:
            self.before[path] = b""  # it is not there yet
        finally:
            self._busy = False

    def _read(self, path: str) -> bytes | None:
        facts = os.stat(path)
        if not stat.S_ISREG(facts.st_mode) or facts.st_size > self._KEPT:
            return None
        with open(path, "rb") as file:
            return file.read()


class _EndState:
    """Remembers the states in which generators were imported: they are seeded anew each time, so only changes count."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.files = _WrittenFiles()
        self.pid = os.getpid()
        self.first: dict[str, str] = {}
        self._states: dict[str, Callable[[], str]] = {}

    def meet(self, module: str, state: Callable[[], str]) -> None:
        self._states[module] = state
        self.first[module] = state()

    def write(self) -> None:
        if self.pid != os.getpid():  # a forked child that ends by itself runs this too
            return
        import json
        from hashlib import sha256

        now = {module: self._states[module]() for module in self.first}
        used = {
            library: sha256(state.encode()).hexdigest()
            for library, state in now.items()
            if state != self.first[library]
        }
        files = {
            path: None if before is None else [len(before), sha256(before).hexdigest()]
            for path, before in self.files.before.items()
        }
        with open(self.path, "w", encoding="ascii") as file:
            json.dump({"random_states": used, "files": files}, file)
