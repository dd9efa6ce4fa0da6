"""Which files are the user's own, as against installed libraries, the standard library and generated code.

They are known by where things really are: a folder of the user's may be called `site-packages`, `numpy` or `numscope`.
"""

from __future__ import annotations

import os
import site
import sys
import sysconfig
from functools import lru_cache

from numscope.installed_names import installed_names

# The package itself: the probes and the recorder run inside the program too.
OURSELVES = os.path.dirname(os.path.realpath(__file__)) + os.sep


def is_user_file(filename: str | None) -> bool:
    """Return whether `filename` is a file of the user's: not installed, not the standard library, not `<string>`."""
    if not filename or filename.startswith("<"):
        return False
    libraries = (OURSELVES, *_library_folders(tuple(sys.path)))
    # An installed package may be a link to a cache of packages, and the folder of packages a link itself.
    return not (filename.startswith(libraries) or real_path(filename).startswith(libraries))


@lru_cache(maxsize=4096)
def real_path(filename: str) -> str:
    """Return the path of a file of code without symbolic links."""
    return os.path.realpath(filename)


@lru_cache(maxsize=8)
def _library_folders(path: tuple[str, ...]) -> tuple[str, ...]:
    """Return the folders of the standard library and of what is installed, those on `path` too."""
    standard = [sysconfig.get_path(kind) for kind in ("stdlib", "platstdlib", "purelib", "platlib")]
    installed = [*site.getsitepackages(), site.getusersitepackages()]
    others = [folder for folder in path if installed_names(folder)]
    folders = [os.path.join(folder, "") for folder in (*standard, *installed, *others) if folder]
    return tuple(
        dict.fromkeys([*folders, *(os.path.join(os.path.realpath(folder), "") for folder in folders)])
    )
