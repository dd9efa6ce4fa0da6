"""How recorded calls of libraries with a probe of their own are written again, as their probes say."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from numscope.probes.loading import ProbeError
from numscope.probes.probe import NotSpelledError, Spelling
from numscope.probes.registry import OWN, probe_for


class UnspelledError(Exception):
    """Why a call can't be written again."""


def spelling_of(operation: str) -> Spelling | None:
    """Return how the probe of a package spells the operation; None if it is of none, or of one of numscope's own.

    The name comes from a trace, but only the packages that are installed here decide what is imported for it. Raises
    UnspelledError with the reason if its probe can't say.
    """
    if "::" in operation or operation.startswith(tuple(f"{one.library}." for one in OWN)):
        return None
    try:
        probe = probe_for(operation)
        return probe.spelling(operation) if probe is not None else None
    except (NotSpelledError, ProbeError) as reason:
        raise UnspelledError(str(reason)) from None


def for_worker(operation: str) -> dict[str, Any] | None:
    """Return the spelling as the worker takes it, plain enough to be sent to another interpreter."""
    try:
        spelling = spelling_of(operation)
    except UnspelledError as reason:
        return {"refusal": str(reason)}
    return asdict(spelling) if spelling is not None else None


def all_for_worker(operations: Iterable[str]) -> dict[str, Any]:
    """Return the spellings of those operations that have one, by name."""
    found = {operation: for_worker(operation) for operation in set(operations)}
    return {operation: spelling for operation, spelling in found.items() if spelling is not None}
