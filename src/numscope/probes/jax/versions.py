"""Which versions of JAX the probe works with."""

from __future__ import annotations

OLDEST = (0, 4)
TRIED = ("0.4.38", "0.7", "0.10", "0.12")
