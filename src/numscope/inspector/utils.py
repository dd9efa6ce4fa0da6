"""Which layers of a model a wildcard means, and statistics of one tensor: under the name where people look for them."""

from __future__ import annotations

from torch import nn

from numscope.inspector.matching import LayerNames
from numscope.inspector.statistics import calculate_statistics

__all__ = ["calculate_statistics", "match_layers"]


def match_layers(model: nn.Module, pattern: str = "*") -> list[str]:
    """Return the names of the layers that `pattern` matches, in the model's order.

    `*` stands for any text, dots included; `?` for one character; `[ab]` for one of them. Raises
    LayerNotFoundError where nothing matches.
    """
    return LayerNames(model).match(pattern)
