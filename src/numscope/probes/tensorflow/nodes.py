"""Nodes of graphs that show what they compute."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Node:
    """A node of a graph.

    inputs: names of those that are handed over. place: file, function and line; None: not known.
    """

    name: str
    inputs: tuple[str, ...]
    outputs: int
    facts: dict[str, Any]
    place: tuple[str, str, int] | None
