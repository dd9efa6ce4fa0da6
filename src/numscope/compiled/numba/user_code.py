"""Which files are the user's own, as against installed libraries and generated code."""

from __future__ import annotations

import os
import sysconfig

_LIBRARY_PARTS = (f"{os.sep}site-packages{os.sep}", f"{os.sep}dist-packages{os.sep}")
_STDLIB = os.path.realpath(sysconfig.get_paths()["stdlib"]) + os.sep
# The package itself: the probe and the recorder run inside the program too.
_OURSELVES = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__)))) + os.sep


def is_user_file(filename: str | None) -> bool:
    """Whether `filename` is a file of the user's: not installed, not the standard library, not `<string>`."""
    if not filename or filename.startswith("<"):
        return False
    if any(part in filename for part in _LIBRARY_PARTS):
        return False
    real = os.path.realpath(filename)
    return not real.startswith((_STDLIB, _OURSELVES))
