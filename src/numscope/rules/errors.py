"""What is wrong with a rule."""

from __future__ import annotations


class RuleError(ValueError):
    """A rule that can't be read: says what is wrong, in which rule, and the nearest names."""
