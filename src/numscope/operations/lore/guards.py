"""Arguments of libraries that keep a divisor or a logarithm's input above 0."""

from __future__ import annotations

GUARDS = frozenset(("eps", "epsilon", "layer_norm_eps", "var_smoothing", "reg_covar"))
