"""Paths of source files, short enough for a column."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import PurePath

_NO_NAMES: Mapping[str, str] = {}
_names: ContextVar[Mapping[str, str]] = ContextVar("_names", default=_NO_NAMES)


@contextmanager
def named_files(names: Mapping[str, str]) -> Iterator[None]:
    """Show these files, by path, under other names within the block: a notebook's cell as `In [3]`."""
    token = _names.set(names)
    try:
        yield
    finally:
        _names.reset(token)


def renamed(text: str) -> str:
    """Return `text` with the paths of files that have other names, and their last parts, replaced by these."""
    for path, name in _names.get().items():
        text = text.replace(path, name).replace(PurePath(path).name, name)
    return text


def named(path: str) -> str:
    """Return the other name that the file has; else its path, relative to here where that is shorter."""
    name = _names.get().get(path)
    if name is not None:
        return name
    if not os.path.isabs(path):
        return path
    relative = os.path.relpath(path)
    return relative if len(relative) < len(path) and not relative.startswith("..") else path


def short_path(path: str) -> str:
    """Return the other name of `path`, or itself relative to here; of a deep one, the last three parts."""
    path = named(path)
    parts = path.split("/")
    return "/".join(parts[-3:]) if len(parts) > 4 else path


def file_name(path: str) -> str:
    """Return the last part of `path`, or the other name that the file has."""
    return _names.get().get(path) or PurePath(path).name
