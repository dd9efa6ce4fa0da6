"""Why an operation can't be called again."""

from __future__ import annotations


class CannotReplayError(Exception):
    """The record does not hold what is needed to call the operation again, or it must not be called."""
