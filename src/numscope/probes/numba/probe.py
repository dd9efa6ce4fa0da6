"""Numba's probe: calls of what it compiled."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from numscope.probes.numba.adapter.versions import OLDEST, TRIED
from numscope.probes.probe import NotSpelledError, Probe, Refusal, Spelling

if TYPE_CHECKING:
    from numscope.probes.calling.recorded import RecordedOperation
    from numscope.probes.calling.written import Source, Statement
    from numscope.probes.hooks import Hooks


class NumbaProbe(Probe):
    """Watch the types of callable that Numba makes."""

    library = "numba"
    title = "Numba"
    probe_version = 1
    tried = TRIED
    oldest = ".".join(map(str, OLDEST))
    changes_objects = False

    def traits(self) -> Mapping[str, int]:
        """Return the library's table; each function that is met adds its own."""
        from numscope.operations.numba import TRAITS

        return TRAITS

    def spelling(self, operation: str) -> Spelling:
        """Return the program's module and function: only files that the user names are looked into for them."""
        module, _, function = operation.removeprefix("numba.").rpartition(".")
        return Spelling(module, function, recipe="numscope.probes.numba.calling.recipe:recipe")

    def source(self, operation: RecordedOperation, programs: tuple[str, ...]) -> Source:
        """Return a line that calls the function of the program's file."""
        from numscope.probes.numba.calling.source import NumbaWriter

        return NumbaWriter(operation, programs).write()

    def statement(self, operation: str, positional: list[str], named: dict[str, str]) -> Statement:
        """Raise NotSpelledError: the function is the program's own."""
        raise NotSpelledError(f"{operation} is a function of the program, which no script calls")

    def install(self, hooks: Hooks) -> None:
        """Record the calls of compiled functions from now on."""
        from numscope.probes.numba import watch

        watch.install()

    def remove(self) -> None:
        """Listen to Numba's compiler no more."""
        from numscope.probes.numba import watch

        watch.remove()

    def refusals(self) -> tuple[Refusal, ...]:
        """Return the types that could not be watched."""
        from numscope.probes.numba import watch

        return tuple(Refusal(*text.split(" ", 1)) for text in watch.refusals())

    def missing(self) -> list[str]:
        """Return the private parts that are not where the adapter expects them."""
        from numscope.probes.numba import adapter

        return adapter.missing()


PROBE = NumbaProbe()
