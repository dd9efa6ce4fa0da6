"""numscope sees every numerical operation a Python program performs."""

from __future__ import annotations

import importlib

TYPE_CHECKING = False  # typing would cost a recorded program's start more than the rest of this module
if TYPE_CHECKING:
    from typing import Any

    from numscope.analysis.asking import Trace, open  # noqa: A004 - read as numscope.open
    from numscope.recording.record import pause, record, resume

__version__ = "0.1.0"
__all__ = ["Trace", "open", "pause", "record", "resume"]

# Public name -> the module that has it. Modules load when a name of theirs is first used.
_LAZY = {
    "Trace": "numscope.analysis.asking",
    "open": "numscope.analysis.asking",
    "pause": "numscope.recording.record",
    "record": "numscope.recording.record",
    "resume": "numscope.recording.record",
}


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
