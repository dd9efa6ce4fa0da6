"""What compiled code is called, and options by which it may assume that no number is NaN or infinite."""

from __future__ import annotations

# Names of operations that run a compiled function of the program begin so, numba.__main__.mean_of_rows, and those of
# the library's exceptions.
PREFIX = "numba."
# What says why a function was not compiled.
COMMAND = ("numba", "explain")
OPTION = "fastmath"
# Flags of LLVM that give up NaN and infinities, where the option is a set.
FLAGS = frozenset({"fast", "nnan", "ninf"})
TESTS = frozenset({"isnan", "isfinite", "isinf", "nan_to_num"})
