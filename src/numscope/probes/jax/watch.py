"""Puts the hooks in place once the program has imported JAX."""

from __future__ import annotations

import importlib
import sys
from functools import partial
from types import FunctionType
from typing import TYPE_CHECKING, Any

import numscope._core as _core
from numscope.probes.declaration import Refusal
from numscope.probes.jax import made, public
from numscope.probes.jax.arrays import show_array, show_tracer
from numscope.probes.jax.compiling import CompileEvents
from numscope.probes.jax.rules import Rules
from numscope.startup.hook import cancel, when_imported

if TYPE_CHECKING:
    from numscope.probes.hooks import Hooks


# Classes of what `x.at[index]` is: each is watched once a recording.
_updates: set[type] = set()


def install(hooks: Hooks) -> CompileEvents:
    """Watch JAX's arrays, functions and methods, the program's jitted functions, and the compiler."""
    jax = sys.modules["jax"]
    tracer = jax.core.Tracer
    _core.watch_arrays(tracer, "jax.Tracer", show_tracer)
    for kind in public.array_types():
        if kind is not tracer:
            _core.watch_arrays(kind, "jax.Array", show_array)
    rules = Rules()
    hooks.refusals.extend(rules.watch())
    for module in public.MODULES:
        when_imported(module, partial(_watch_module, hooks, rules, module))
    _watch(hooks, public.top())
    when_imported("jax.numpy", partial(_watch_methods, hooks))
    events = CompileEvents()
    events.listen()
    return events


def remove() -> None:
    """Wait for no module any more."""
    for module in public.MODULES:
        cancel(module)
    _updates.clear()


def missing() -> list[str]:
    """Return what the probe needs of an imported JAX and does not find."""
    jax = importlib.import_module("jax")
    importlib.import_module("jax.numpy")
    wanted = {
        "jax.Array": getattr(jax, "Array", None),
        "jax.core.Tracer": getattr(jax.core, "Tracer", None),
        "jax.monitoring": getattr(jax, "monitoring", None),
        "the type of jitted functions": made.jitted_type(),
        "what makes x.at[index]": public.indexed(),
    }
    return [name for name, found in wanted.items() if found is None]


def _watch_module(hooks: Hooks, rules: Rules, module: str) -> None:
    functions = []
    for found in public.functions_of(sys.modules[module]):
        if type(found[0]).__name__ in public.WITH_RULES:
            rules.publish(found[0], found[1])
        else:
            functions.append(found)
    _watch(hooks, functions)


def _watch_methods(hooks: Hooks) -> None:
    for array in public.array_types():
        _watch(hooks, public.methods(array))
    indexed = public.indexed()
    if indexed is None or _core.watch_results(indexed, partial(_watch_updates, hooks)):
        hooks.refusals.append(Refusal("jax.Array.at", "what makes it was not found"))
    hooks.refusals.extend(made.watch(hooks.tell))


def _watch_updates(hooks: Hooks, update: Any) -> None:
    """Watch the methods of `x.at[index]` when the first is made."""
    if type(update) not in _updates:
        _updates.add(type(update))
        _core.watch_object(type(update), ("array",))
        _watch(hooks, public.updates(type(update)))


def _watch(hooks: Hooks, found: Any) -> None:
    for target, operation, wrapped in found:
        if isinstance(target, FunctionType):
            answer = _core.watch_function(target, operation)
        else:
            answer = _core.watch_callable(target, operation, "", wrapped)
        if answer and answer != "already watched":
            hooks.refusals.append(Refusal(operation, answer))
