"""Functions with a gradient of their own: `jax.nn.relu` is called so, one of the program's after its function.

All of them run through one method of their class, so that each object is asked for its name.
"""

from __future__ import annotations

import sys
from typing import Any

import numscope._core as _core
from numscope.probes.declaration import Refusal
from numscope.probes.jax.made import name_of
from numscope.probes.jax.public import WITH_RULES


class Rules:
    """The public names of JAX's own; a function without one is `jax.custom_jvp.MODULE.FUNCTION`."""

    def __init__(self) -> None:
        self._public: dict[int, tuple[Any, str]] = {}  # by address: held, so that none is given to another

    def publish(self, function: Any, name: str) -> None:
        """Call a function `name`; the first name stays (`jax.nn.swish` is `jax.nn.silu`)."""
        self._public.setdefault(id(function), (function, name))

    def watch(self) -> list[Refusal]:
        """Watch the calls of all, those made later too; return what can't be."""
        return [refusal for kind in WITH_RULES for refusal in self._watch(kind)]

    def _watch(self, kind: str) -> list[Refusal]:
        owner = getattr(sys.modules["jax"], kind)
        _core.name_objects(owner, self._name_of)
        operation = f"jax.{kind}.__call__"
        answer = _core.watch_function(
            vars(owner)["__call__"], operation, -1, None, 0, True, False, "__call__"
        )
        return [Refusal(operation, answer)] if answer else []

    def _name_of(self, function: Any) -> str:
        _, public = self._public.get(id(function), (None, ""))
        return public or name_of(type(function).__name__, function)
