"""How `numscope inspect` reaches into a program that it must not change: by the environment it starts it with.

Imports the standard library only: it runs before the program does.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, MutableMapping
from dataclasses import asdict
from pathlib import Path

from numscope.inspector.order import Order
from numscope.startup.hook import when_imported

VARIABLE = "NUMSCOPE_INSPECT"
_STARTUP_FOLDER = Path(__file__).resolve().parent / "path"


def settings(order: Order, environ: Mapping[str, str]) -> dict[str, str]:
    """Return the variables that make Python processes started with `environ` carry out `order`."""
    others = [folder for folder in environ.get("PYTHONPATH", "").split(os.pathsep) if folder]
    return {
        VARIABLE: json.dumps(asdict(order)),
        "PYTHONPATH": os.pathsep.join([str(_STARTUP_FOLDER), *others]),
        # The stand-in for sitecustomize also begins recordings; one is made only where it was asked for.
        "NUMSCOPE": environ.get("NUMSCOPE", "0"),
        # Hooks are not seen by compiled code: torch.compile returns what it is given.
        "TORCH_COMPILE_DISABLE": "1",
    }


def watch_this_process(environ: MutableMapping[str, str] = os.environ) -> None:
    """Have the modules of this process watched from the moment on when it has imported torch."""
    text = environ.get(VARIABLE)
    if text:
        when_imported("torch", lambda: _begin(Order(**json.loads(text))))


def _begin(order: Order) -> None:
    from numscope.recording.reporting import harmless

    with harmless("watching the program's modules"):
        from numscope.inspector.program import watch_program

        watch_program(order)
