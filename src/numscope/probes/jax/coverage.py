"""How much of an installed JAX's public API is watched, with every hook tried out."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from contextlib import suppress

from numscope.probes.jax import public, watch
from numscope.probes.layer.coverage import LayerCoverage
from numscope.probes.layer.entry import Entry
from numscope.probes.probe import version_of

_NOT_FOUND = "has no function that a call runs through"


def measure() -> LayerCoverage:
    """List the public functions of the modules that compute, and the methods of arrays; put every hook in place once.

    Raises ImportError if JAX can't be imported.
    """
    import numscope._core as core
    from numscope.probes.hooks import Hooks

    jax = importlib.import_module("jax")
    for name in public.MODULES:
        with suppress(ImportError):
            importlib.import_module(name)
    core.attach_numpy()
    entries = sorted((*_functions(), *_methods()), key=lambda entry: entry.name)
    hooks = Hooks()
    try:
        watch.install(hooks).stop()
    finally:
        watch.remove()
        core.unwatch_all()
    refused = {refusal.name: refusal.reason for refusal in hooks.refusals}
    tried = (Entry(one.name, reason=refused[one.name]) if one.name in refused else one for one in entries)
    return LayerCoverage("JAX", version_of(jax), tuple(tried))


def _functions() -> Iterator[Entry]:
    yield from (Entry(name, found) for found, name, _ in public.top())
    for module in (sys.modules[name] for name in public.MODULES if name in sys.modules):
        watched = {name: found for found, name, _ in public.functions_of(module)}
        yield from (Entry(name, found) for name, found in watched.items())
        for name, found in public.callables_of(module):
            operation = f"{module.__name__}.{name}"
            if operation not in watched:
                yield _left_out(operation, public.why_not(found, name))


def _methods() -> Iterator[Entry]:
    kinds = public.array_types()
    watched = {name: found for kind in kinds for found, name, _ in public.methods(kind)}
    yield from (Entry(name, found) for name, found in watched.items())
    called = {name for kind in kinds for name in dir(kind) if callable(getattr(kind, name, None))}
    for name in called:
        operation = f"jax.Array.{name}"
        if operation not in watched and (not name.startswith("_") or name.startswith("__")):
            yield _left_out(operation, public.why_no_method(name))


def _left_out(operation: str, reason: str) -> Entry:
    return Entry(operation, reason=reason or _NOT_FOUND, computes=not reason)
