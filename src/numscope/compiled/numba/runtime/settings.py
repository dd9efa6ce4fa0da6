"""The settings for Numba that the process of `numscope run` passes to the program's processes."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass

VARIABLE = "NUMSCOPE_NUMBA"
# Called in each process of the program that is recorded.
PLUGIN = "numscope.compiled.numba.runtime.start:start"


@dataclass(frozen=True)
class Settings:
    """folder: where processes leave what they know. simulator: check CUDA kernels in Numba's simulator.

    lines: measure time by line inside compiled functions. allocations: count what these lines allocate.
    """

    folder: str
    simulator: bool = False
    lines: bool = False
    allocations: bool = False

    def as_environment(self) -> dict[str, str]:
        """The settings as an environment variable."""
        return {VARIABLE: json.dumps(asdict(self))}


def settings(environ: Mapping[str, str] = os.environ) -> Settings | None:
    """The settings that `environ` holds, if any."""
    text = environ.get(VARIABLE)
    return Settings(**json.loads(text)) if text else None
