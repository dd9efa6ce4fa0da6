"""NUMSCOPE_COMPILE=dump_dir: the same as `numscope compile`, for a process that was not started by it.

Imports the standard library only: start-up code calls `start_from_environment` in processes that never see torch.
"""

from __future__ import annotations

import atexit
import os
import sys
from collections.abc import Mapping

from numscope.startup.hook import when_imported

VARIABLE = "NUMSCOPE_COMPILE"


def start_from_environment(environ: Mapping[str, str] = os.environ) -> bool:
    """Dump what torch.compile makes in this process if NUMSCOPE_COMPILE names a directory; return whether it does.

    The dump begins once the program has imported torch, and is finished when the process ends. Where it can't
    begin, one line on standard error says why, and the program runs without.
    """
    directory = environ.get(VARIABLE)
    if not directory:
        return False
    when_imported("torch", lambda: _begin(directory))
    return True


def _begin(directory: str) -> None:
    from numscope.compiled.torch_compile.session import prepare_debug
    from numscope.errors import NumscopeError

    session = prepare_debug(directory)
    try:
        session.__enter__()
    except NumscopeError as error:
        print(f"numscope: {VARIABLE}: {error}", file=sys.stderr)
        return
    atexit.register(session.__exit__, None, None, None)
