"""How recorded calls are written again, as the probes of their libraries say."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from numscope.probes.loading import ProbeError
from numscope.probes.probe import NotSpelledError, Spelling
from numscope.probes.registry import probe_of


class UnspelledError(Exception):
    """Why a call can't be written again."""


def spelling_of(operation: str) -> Spelling:
    """Return how the probe of its library spells the operation.

    The name comes from a trace, but only the packages that are installed here decide what is imported for it. Raises
    UnspelledError with the reason if its probe can't say.
    """
    try:
        return probe_of(operation).spelling(operation)
    except (NotSpelledError, ProbeError) as reason:
        raise UnspelledError(str(reason)) from None


def for_worker(operation: str) -> dict[str, Any]:
    """Return the spelling as the worker takes it, plain enough to be sent to another interpreter."""
    try:
        return asdict(spelling_of(operation))
    except UnspelledError as reason:
        return {"refusal": str(reason)}


def all_for_worker(operations: Iterable[str]) -> dict[str, Any]:
    """Return the spellings of the operations, by name."""
    return {operation: for_worker(operation) for operation in set(operations)}
