"""The PyTorch model Inspector: watch layers of a model, keep what flows through them, say what is wrong.

Nothing here imports torch until a name is asked for, so a NumPy program never pays for it.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from numscope.inspector.exceptions import ForwardError, InspectionError, LayerNotFoundError
from numscope.inspector.requirement import require_torch

if TYPE_CHECKING:
    from numscope.inspector.core import Inspector
    from numscope.inspector.statistics import calculate_statistics

__all__ = ["ForwardError", "InspectionError", "Inspector", "LayerNotFoundError", "calculate_statistics"]

_NEEDS_TORCH = {
    "Inspector": "numscope.inspector.core",
    "calculate_statistics": "numscope.inspector.statistics",
}


def __getattr__(name: str) -> Any:
    if name not in _NEEDS_TORCH:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    require_torch()
    return getattr(importlib.import_module(_NEEDS_TORCH[name]), name)
