"""A recorded call of JAX as a line of source."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from numscope.probes.calling.recorded import RecordedOperation
from numscope.probes.calling.spelled_source import SpelledWriter
from numscope.probes.calling.written import NoSourceError, joined
from numscope.probes.declaration import Spelling
from numscope.probes.jax.calling.recipe import ARRAY, METHODS

_KEYS = (
    "jax.random.key",
    "jax.random.split",
    "jax.random.fold_in",
    "jax.random.clone",
    "jax.random.wrap_key_data",
)


class JaxWriter(SpelledWriter):
    """Writes the call with NumPy's arrays, of which JAX makes its own, and its result as one of NumPy's."""

    def __init__(self, operation: RecordedOperation, spelling: Spelling) -> None:
        if any(
            one.type == ARRAY and (one.data_bytes or 0) and "64" in (one.dtype or "")
            for one in operation.operands
        ):
            raise NoSourceError("it computes with 64 bits, which JAX does only where that is set")
        if operation.name in _KEYS:
            raise NoSourceError("its result is a random key, which NumPy can't hold")
        super().__init__(_AsNumpy(operation), spelling)

    def _call(self, positional: list[str], named: dict[str, str]) -> tuple[str, bool]:
        name = self._operation.name
        if name.startswith(METHODS):
            if not positional:
                raise NoSourceError("the array that it is a method of is not kept")
            method = name[len(METHODS) :]
            call = f"jax.numpy.asarray({positional[0]}).{method}({joined(positional[1:], named)})"
        else:
            call = f"{name}({joined(positional, named)})"
        return f"np.asarray({call})", False


class _AsNumpy:
    """A recorded operation whose JAX arrays are NumPy's."""

    def __init__(self, operation: RecordedOperation) -> None:
        self._operation = operation
        kinds: Any = operation.operands
        self.operands = tuple(replace(one, type=None) if one.type == ARRAY else one for one in kinds)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._operation, name)
