"""Environment variables that look like settings of numscope and are none."""

from __future__ import annotations

from collections.abc import Iterable

from numscope.recording.policy import options
from numscope.recording.reporting import warn

_PREFIX = "NUMSCOPE_"
# What is no option of the recording: the switch, and what processes of a recording say to each other.
_OTHERS = (
    *("NUMSCOPE", "NUMSCOPE_SESSION", "NUMSCOPE_PLUGINS", "NUMSCOPE_MOCK", "NUMSCOPE_END_STATE"),
    *("NUMSCOPE_COMPILE", "NUMSCOPE_COMPILE_OWNER", "NUMSCOPE_INSPECT", "NUMSCOPE_NUMBA", "NUMSCOPE_FUZZ"),
    *("NUMSCOPE_GDB_JOURNAL", "NUMSCOPE_GDB_SOCKET", "NUMSCOPE_GDB_TRACE", "NUMSCOPE_TORCH_BACKEND"),
)


def warn_of_misspelt(names: Iterable[str]) -> None:
    """Warn of the NUMSCOPE_ variables among `names` that mean nothing, each with the name that was probably meant."""
    known = {option.variable for option in options()} | set(_OTHERS)
    misspelt = [name for name in sorted(names) if name.startswith(_PREFIX) and name not in known]
    if misspelt:
        listed = ", ".join(name + _meant(name, known) for name in misspelt)
        warn("unknown-setting", f"no setting of numscope is called {listed}; it has no effect")


def _meant(name: str, known: set[str]) -> str:
    from difflib import get_close_matches  # only where there is something to say

    near = get_close_matches(
        name.removeprefix(_PREFIX), [one.removeprefix(_PREFIX) for one in known], 1, 0.65
    )
    return f" (did you mean {_PREFIX}{near[0]}?)" if near else ""
