"""The ways in which non-finite values begin. Rules, analysis, views and pages all use this enum."""

from __future__ import annotations

from enum import Enum


class OriginKind(str, Enum):
    """How NaN or infinities began at an operation. The value is what `--json`, `--allow` and reports say."""

    MADE = "made"
    """It made them of finite inputs."""
    GIVEN = "given"
    """They are an argument in the program's text: a NaN literal."""
    APPEARED = "appeared"
    """They are in an input that no recorded operation made: a merge, an alignment, a file."""
    UNINITIALISED = "uninitialised"
    """It read memory as `numpy.empty` left it."""
    READ = "read"
    """No arithmetic made them: it read them from somewhere, or had no value to give."""

    def __str__(self) -> str:
        """Return the value: Python 3.12 would print the member's name."""
        return self.value
