"""The user's cache: `$XDG_CACHE_HOME/numscope`."""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from numscope.format.files import Folder

_WEEK = 7 * 24 * 3600


def cache_path(*names: str) -> Path:
    """Return where something called so is kept, whether it is there or not."""
    home = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return Path(home, "numscope", *names)


def open_cache(name: str) -> Folder:
    """Return the folder `name` of the cache, made if it is not there. Raises OSError."""
    path = cache_path(name)
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return Folder.at(path)


def forget_old(cache: Folder) -> None:
    """Remove the folders in `cache` that were not used for a week. Raises OSError."""
    for name in cache.names():
        if time.time() - cache.state_of(name).st_mtime > _WEEK:
            cache.remove_folder(name)


@contextmanager
def made_whole(cache: Folder, name: str) -> Iterator[Folder]:
    """Yield a folder to fill, which is called `name` once that is done: nobody sees half of it. Raises OSError."""
    draft = f".{name}.{secrets.token_hex(4)}"
    try:
        yield cache.make(draft)
        cache.remove_folder(name)  # one that is damaged
        cache.rename(draft, name)
    finally:
        cache.remove_folder(draft)
