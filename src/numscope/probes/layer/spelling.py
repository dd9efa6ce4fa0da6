"""How a recorded call of a library's public API is written again."""

from __future__ import annotations

from collections.abc import Mapping

from numscope.operations.traits import Trait
from numscope.probes.declaration import Function, Spelling
from numscope.probes.layer.patterns import fact_of


def spelling_of(operation: str, library: str, modules: tuple[str, ...], calling: str = "") -> Spelling:
    """Return the public module and the path within it by which an operation is called.

    calling: the module that makes the library's objects again; "": there is none.
    """
    homes = [name for name in (library, *modules) if operation.startswith(f"{name}.")]
    module = max(homes, key=len, default=library)
    path = operation.removeprefix(f"{module}.")
    return Spelling(module, path, recipe=f"{calling}:recipe") if calling else Spelling(module, path)


def refusal_of(path: str, outside: Mapping[str, str], facts: Mapping[str, Function]) -> str:
    """Return why a call must not be made again; "": nothing is known against it."""
    reason = fact_of(path, outside, "")
    if reason:
        return reason
    known = fact_of(path, facts, Function())
    return "it draws random numbers" if known.traits & Trait.DRAWS else ""
