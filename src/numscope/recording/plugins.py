"""What stays with a recorded program besides the recorder, by its own environment variable.

`numscope run` names functions there; each is called once in every process of the program that is recorded, when the
recording has begun, and may register what is to happen later. It may return a function, which is called when the
recording ends and returns facts about the process. None of them is known here.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from numscope.recording.reporting import harmless

VARIABLE = "NUMSCOPE_PLUGINS"


def with_plugin(place: str, environ: Mapping[str, str]) -> dict[str, str]:
    """The variable that adds the plugin at `place` ("module:function") to those in `environ`."""
    places = [known for known in environ.get(VARIABLE, "").split(",") if known and known != place]
    return {VARIABLE: ",".join([*places, place])}


Ending: TypeAlias = Callable[[], Mapping[str, Any]]


def start_plugins() -> list[Ending]:
    """Call every plugin, and return what to call at the end. One that fails is reported; the program goes on."""
    endings = []
    for place in os.environ.get(VARIABLE, "").split(","):
        module_name, _, function = place.partition(":")
        if function:
            with harmless(f"starting {place}"):
                ending = getattr(importlib.import_module(module_name), function)()
                if ending is not None:
                    endings.append(ending)
    return endings
