"""Standing in for sitecustomize and usercustomize without taking their place."""

from __future__ import annotations

import importlib
import sys

from numscope.startup.begin import begin


def begin_and_make_way(name: str) -> None:
    """Begin the recording, then run the module `name` that the user has, if there is one.

    Called by the stand-in `name` while it is being imported, its own folder gone from `sys.path` already. An
    error in the user's module goes where it would have gone.
    """
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
