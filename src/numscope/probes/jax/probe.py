"""JAX's probe: its public functions, the program's jitted functions, and what is compiled."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from numscope.probes.jax.public import MODULES
from numscope.probes.jax.versions import OLDEST, TRIED
from numscope.probes.probe import NotSpelledError, Probe, Refusal, Spelling

if TYPE_CHECKING:
    from numscope.probes.calling.recorded import RecordedOperation
    from numscope.probes.calling.written import Source
    from numscope.probes.hooks import Hooks
    from numscope.probes.jax.compiling import CompileEvents
    from numscope.probes.layer.coverage import LayerCoverage

_RECIPE = "numscope.probes.jax.calling.recipe:JaxRecipe"


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

    def coverage(self) -> LayerCoverage:
        """Return what of the installed JAX is watched. Raises ImportError if it can't be imported."""
        from numscope.probes.jax.coverage import measure

        return measure()

    def remove(self) -> None:
        """Listen to JAX's compiler no more."""
        from numscope.probes.jax import watch

        watch.remove()
        if self._events is not None:
            self._events.stop()
        self._events = None

    def spelling(self, operation: str) -> Spelling:
        """Return the function of `jax.numpy` and its like, or of an array's method, that a call of `operation` is.

        Raises NotSpelledError for functions of the program's, and for what ran inside of them.
        """
        if operation.startswith("jax.Array.") and not operation.startswith("jax.Array.at."):
            return Spelling("jax", "Array", recipe=_RECIPE)
        module = max((one for one in MODULES if operation.startswith(f"{one}.")), key=len, default="")
        if not module:
            raise NotSpelledError(f"{operation} is a function of the program, or ran inside of one")
        return Spelling(module, operation[len(module) + 1 :], recipe=_RECIPE)

    def source(self, operation: RecordedOperation, programs: tuple[str, ...]) -> Source:
        """Return a line that calls the function with NumPy's arrays."""
        from numscope.probes.jax.calling.source import JaxWriter

        return JaxWriter(operation, self.spelling(operation.name)).write()

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
