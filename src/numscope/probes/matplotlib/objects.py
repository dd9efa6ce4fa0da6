"""Describe matplotlib's axes. The arrays that are plotted are operands of the call."""

from __future__ import annotations

from typing import Any

Described = tuple[tuple[Any, ...], tuple[Any, ...], tuple[Any, ...]]


def axes(value: Any) -> Described:
    """Describe axes by their projection and title."""
    title = value.get_title()
    return ("projection", value.name, *(("title", title) if title else ())), (), ()
