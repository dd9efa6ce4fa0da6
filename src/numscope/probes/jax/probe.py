"""JAX's probe: its public functions, the program's jitted functions, and what is compiled."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from numscope.probes.jax.versions import OLDEST, TRIED
from numscope.probes.probe import Probe, Refusal

if TYPE_CHECKING:
    from numscope.probes.hooks import Hooks
    from numscope.probes.jax.compiling import CompileEvents


class JaxProbe(Probe):
    """Watch calls of JAX by the pointers through which they are made; nothing is traced or compiled because of it."""

    library = "jax"
    title = "JAX"
    probe_version = 1
    tried = TRIED
    oldest = ".".join(map(str, OLDEST))
    changes_objects = False

    def __init__(self) -> None:
        self._events: CompileEvents | None = None

    def traits(self) -> Mapping[str, int]:
        """Return the library's table."""
        from numscope.operations.jax import TRAITS

        return TRAITS

    def install(self, hooks: Hooks) -> None:
        """Record JAX's calls from now on. Raises NotRecordedError for a version that is too old."""
        from numscope.probes.jax import watch

        self.refuse_too_old(sys.modules["jax"])
        self._events = watch.install(hooks)
        self._refused = tuple(hooks.refusals)

    def remove(self) -> None:
        """Listen to JAX's compiler no more."""
        from numscope.probes.jax import watch

        watch.remove()
        if self._events is not None:
            self._events.stop()
        self._events = None

    def sources(self) -> tuple[str, ...]:
        """Return JAX's two packages."""
        return ("jax", "jaxlib")

    def facts(self) -> dict[str, Any]:
        """Return the settings that change numbers."""
        config = sys.modules["jax"].config
        names = ("jax_enable_x64", "jax_default_matmul_precision", "jax_numpy_dtype_promotion")
        return {name: getattr(config, name, None) for name in names}

    def missing(self) -> list[str]:
        """Return the parts that the probe needs and does not find."""
        from numscope.probes.jax import watch

        return watch.missing()

    def refusals(self) -> tuple[Refusal, ...]:
        """Return the public callables that could not be watched."""
        return self._refused


PROBE = JaxProbe()
