"""Paths of source files, short enough for a column."""

from __future__ import annotations

import os


def short_path(path: str) -> str:
    """`path` relative to here where that is shorter; of a deep one, the last three parts."""
    if os.path.isabs(path):
        relative = os.path.relpath(path)
        path = relative if len(relative) < len(path) and not relative.startswith("..") else path
    parts = path.split("/")
    return "/".join(parts[-3:]) if len(parts) > 4 else path
