"""Testifies at a program's end to the state of its random number generators: what a recording must not change.

Asked for by `NUMSCOPE_WITNESS=PARENT:FILE`; only the child of process PARENT writes, so that what it starts stays
silent. Runs with and without a recording alike, and imports nothing that the program has not imported itself.
"""

from __future__ import annotations

import os
import sys

from numscope.startup.hook import when_imported

TYPE_CHECKING = False  # typing is not imported in processes that have only just started
if TYPE_CHECKING:
    from collections.abc import Callable

VARIABLE = "NUMSCOPE_WITNESS"


def testify_at_end() -> None:
    """Have this process write its testimony when it ends, if it was asked to."""
    parent, _, path = os.environ.get(VARIABLE, "").partition(":")
    if path and parent == str(os.getppid()):
        import atexit

        witness = _Witness(path)
        for library in _STATES:
            when_imported(library, lambda library=library: witness.meet(library))  # type: ignore[misc]
        # Registered before the program's own code runs, so it runs after what the program registers.
        atexit.register(witness.testify)


def _numpy_state() -> str:
    kind, keys, *rest = sys.modules["numpy.random"].get_state(legacy=True)
    return repr((kind, keys.tolist(), rest))


# The global generator of each library, by the module that has it.
_STATES: dict[str, Callable[[], str]] = {
    "random": lambda: repr(sys.modules["random"].getstate()),
    "numpy.random": _numpy_state,
    "torch": lambda: repr(sys.modules["torch"].get_rng_state().tolist()),
}


class _Witness:
    """Remembers the states in which generators were imported: they are seeded anew each time, so only changes count."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.pid = os.getpid()
        self.first: dict[str, str] = {}

    def meet(self, library: str) -> None:
        self.first[library] = _STATES[library]()

    def testify(self) -> None:
        if self.pid != os.getpid():  # a forked child that ends by itself runs this too
            return
        import json
        from hashlib import sha256

        now = {library: _STATES[library]() for library in self.first}
        used = {
            library: sha256(state.encode()).hexdigest()
            for library, state in now.items()
            if state != self.first[library]
        }
        with open(self.path, "w", encoding="ascii") as file:
            json.dump(used, file)
