"""The plugin itself: called when the recording of a process has begun."""

from __future__ import annotations

import faulthandler
import os
from pathlib import Path

import numscope._core as _core
from numscope.compiled.numba.runtime.settings import settings
from numscope.probes.numba.adapter import REGISTRY_MODULE
from numscope.recording.plugins import Ending
from numscope.startup.hook import when_imported

WORDS_SUFFIX = ".words"


def start() -> Ending | None:
    """Wait for Numba; without it there is nothing to do. Return what knows the costs by line, if they are asked for."""
    when_imported(REGISTRY_MODULE, _begin)
    known = settings()
    if known is None or not (known.lines or known.allocations):
        return None
    from numscope.compiled.numba.runtime.compiled_lines import CompiledLines

    return CompiledLines(known.lines, known.allocations).facts


def _begin() -> None:
    known = settings()
    if known is None or not os.path.isdir(known.folder):
        return
    # A program that writes its own last words keeps them.
    if not faulthandler.is_enabled():
        from numscope.compiled.numba.crash.fault_file import arm

        arm(Path(known.folder) / f"{os.getpid()}{WORDS_SUFFIX}")
    else:
        _core.arm_fatal_signals()
    # Most programs that are recorded where Numba is installed do not import it.
    from numscope.compiled.numba.runtime import at_exit

    at_exit.register()
    if known.simulator:
        from numscope.compiled.numba.runtime.simulator import check_kernels

        check_kernels(known.folder)
