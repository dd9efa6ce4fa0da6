"""Standing in for sitecustomize and usercustomize without taking their place."""

from __future__ import annotations

import importlib
import os
import sys

from numscope.startup.begin import begin


def begin_and_make_way(name: str) -> None:
    """Begin the recording, then run the module `name` that the user has, if there is one.

    Called by the stand-in `name` while it is being imported, its own folder gone from `sys.path` already. An
    error in the user's module goes where it would have gone.
    """
    if os.environ.get("NUMSCOPE_COMPILE"):
        # What is asked for is a dump of torch.compile's work: recorded is only if that is asked for too. By name,
        # because nothing of it belongs to a start that does not ask.
        importlib.import_module("numscope.compiled.torch_compile.startup").start_from_environment()
        begin()
    else:
        begin(default="1")
    stand_in = sys.modules.pop(name)
    try:
        importlib.import_module(name)
    except ImportError as error:
        if error.name != name:
            raise
    finally:
        # The import system looks the module up once more when the stand-in's code has run.
        sys.modules.setdefault(name, stand_in)
