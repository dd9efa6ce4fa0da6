"""What each interpreter's opcodes mean in normalised instructions: one small table a version."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib import import_module
from types import ModuleType

SUPPORTED = ((3, 10), (3, 11), (3, 12), (3, 13), (3, 14))


def current_table() -> ModuleType | None:
    """Give the running interpreter's table module, or None when there is none for it."""
    version = sys.version_info[:2]
    if version not in SUPPORTED:
        return None
    return import_module(f"{__name__}.v{version[0]}{version[1]}")


Row = str | tuple[str, str]
Table = Mapping[str, Row]
