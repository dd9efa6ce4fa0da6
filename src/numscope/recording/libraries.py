"""Which source files belong to a watched library, and so are not the user's own code."""

from __future__ import annotations

import os
import sys

# What these packages call on the way is theirs: `top`, logs and .npy dumps show the user's own call first.
WATCHED = (
    "numpy",
    "scipy",
    "pandas",
    "torch",
    "tensorflow",
    "jax",
    "keras",
    "numba",
    "sklearn",
    "xarray",
    "matplotlib",
)


def library_paths() -> tuple[str, ...]:
    """Return the folders of the watched libraries that the program could import, each with a final slash."""
    found = []
    for folder in sys.path:
        for name in WATCHED:
            package = os.path.join(folder or os.getcwd(), name)
            if os.path.isfile(os.path.join(package, "__init__.py")):
                found.append(package + os.sep)
    return tuple(dict.fromkeys(found))
