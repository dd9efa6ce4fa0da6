"""Numba's probe: calls of what it compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from numscope.probes.numba.adapter.versions import OLDEST, TRIED
from numscope.probes.probe import Probe, Refusal

if TYPE_CHECKING:
    from numscope.probes.hooks import Hooks


class NumbaProbe(Probe):
    """Watch the types of callable that Numba makes."""

    library = "numba"
    title = "Numba"
    probe_version = 1
    tried = TRIED
    oldest = ".".join(map(str, OLDEST))

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
