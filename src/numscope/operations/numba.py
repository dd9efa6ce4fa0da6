"""The traits of Numba's operations, functions of the program. The probe adds what a function shows of itself."""

from __future__ import annotations

from numscope.operations.traits import Trait

TRAITS = {"numba.*": int(Trait.TAKES_NUMBERS)}
