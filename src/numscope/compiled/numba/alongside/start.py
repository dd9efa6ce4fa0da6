"""The companion itself: called when the recording of a process has begun."""

from __future__ import annotations

import faulthandler
import os
from pathlib import Path
from typing import IO

from numscope import _core
from numscope.compiled.numba.alongside import at_exit
from numscope.compiled.numba.alongside.settings import settings
from numscope.startup.hook import when_imported

COMPANION = f"{__name__}:start"
WORDS_SUFFIX = ".words"

_kept: list[IO[bytes]] = []


def start() -> None:
    """Wait for Numba; without it there is nothing to do."""
    when_imported("numba.core.registry", _begin)


def _begin() -> None:
    known = settings()
    if known is None or not os.path.isdir(known.folder):
        return
    # A program that writes its own last words keeps them.
    if not faulthandler.is_enabled():
        from numscope.compiled.numba.crash.words import arm

        _kept.append(arm(Path(known.folder) / f"{os.getpid()}{WORDS_SUFFIX}"))
    _core.arm_last_words()
    at_exit.register()
    if known.simulator:
        from numscope.compiled.numba.alongside.simulator import check_kernels

        check_kernels(known.folder)
