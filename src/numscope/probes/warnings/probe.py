"""The probe of Python's warnings: what libraries say of their numbers, also where a filter keeps it from being shown.

`warnings.warn` is hooked where the interpreter keeps its C function, so that it stays the object that it is, and the
frames that `stacklevel` counts stay the same. What C code says by `PyErr_WarnEx`, such as NumPy of a division by zero,
does not go through it.
"""

from __future__ import annotations

import _warnings
from typing import Any

from numscope.probes.hooks import Hooks
from numscope.probes.probe import NotSpelledError, Probe, Spelling, Status

_WARN = "warnings.warn"
Described = tuple[tuple[Any, ...], tuple[Any, ...], tuple[Any, ...]]


class WarningsProbe(Probe):
    """Watch `warnings.warn`."""

    library = "warnings"
    probe_version = 1
    title = "Python's warnings"

    def install(self, hooks: Hooks) -> None:
        """Watch the function, and read the texts of warnings that are given as objects."""
        hooks.builtin(_warnings.warn, _WARN)
        hooks.describe(Warning, said_by)
        self._refused = tuple(hooks.refusals)

    def missing(self) -> list[str]:
        """Return the function, if the interpreter has it elsewhere."""
        return [] if hasattr(_warnings, "warn") else [_WARN]

    def spelling(self, operation: str) -> Spelling:
        """Refuse: it is said once."""
        raise NotSpelledError("it warns the people who run the program")

    def status(self) -> Status:
        """Return that they are seen, or that the interpreter has no such function."""
        missing = self.missing()
        return Status(not missing, f"moved or gone: {missing[0]}" if missing else "seen, shown or not")


def said_by(warning: Warning) -> Described:
    """Describe a warning by its text, without running a method of its class."""
    text = next((one for one in warning.args if type(one) is str), None)
    return () if text is None else ("text", text), (), ()


PROBE = WarningsProbe()
