"""numscope sees every numerical operation a Python program performs."""

from __future__ import annotations

import importlib

TYPE_CHECKING = False  # typing would cost a recorded program's start more than the rest of this module
if TYPE_CHECKING:
    from typing import Any

    from numscope.analysis.open_trace import Trace, open  # noqa: A004 - read as numscope.open
    from numscope.block import record
    from numscope.recording.record import keep, mark, pause, resume, step
    from numscope.version import __version__ as __version__

__all__ = ["Trace", "get_include", "keep", "mark", "open", "pause", "record", "resume", "step"]

# Public name -> the module that has it. Modules load when a name of theirs is first used.
_LAZY = {
    "__version__": "numscope.version",
    "Trace": "numscope.analysis.open_trace",
    "keep": "numscope.recording.record",
    "mark": "numscope.recording.record",
    "open": "numscope.analysis.open_trace",
    "pause": "numscope.recording.record",
    "record": "numscope.block",
    "resume": "numscope.recording.record",
    "step": "numscope.recording.record",
}


def get_include() -> str:
    """Return the folder to compile native recorders with: `#include "numscope/writer.h"`."""
    return __file__.rpartition("__init__")[0] + "include"


def load_ipython_extension(shell: Any) -> None:
    """What `%load_ext numscope` calls: the cell magic `%%numscope`, and how our objects look in a notebook."""
    importlib.import_module("numscope.notebook.magic").load(shell)


def unload_ipython_extension(shell: Any) -> None:
    """What `%unload_ext numscope` calls."""
    importlib.import_module("numscope.notebook.magic").unload(shell)


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module 'numscope' has no attribute '{name}'")
    value = getattr(importlib.import_module(_LAZY[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *_LAZY])
