"""Which versions of JAX the probe works with, and its setting."""

from __future__ import annotations

OLDEST = (0, 4)
TRIED = ("0.4.38", "0.7", "0.10", "0.12")
# Set by `numscope run --inside-jit`: an instrumented copy runs beside each jitted function.
INSIDE_VARIABLE = "NUMSCOPE_INSIDE_JIT"
