"""Describe NetworkX' graphs by their sizes: they hold no arrays."""

from __future__ import annotations

from typing import Any

Described = tuple[tuple[Any, ...], tuple[Any, ...], tuple[Any, ...]]


def graph(value: Any) -> Described:
    """Describe a graph by its numbers of nodes and, where it is small, of edges, which have to be counted."""
    nodes = len(value)
    facts = ("nodes", nodes, "directed", str(value.is_directed()))
    return (*facts, "edges", value.number_of_edges()) if nodes <= 100 else facts, (), ()
