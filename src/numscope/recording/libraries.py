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
    """Return the prefixes of file names that are not the user's: folders of the libraries there are."""
    # What a library's extension module does while it is imported has the import system as its innermost frame.
    found = ["<frozen importlib"]
    for folder in sys.path:
        for name in WATCHED:
            package = os.path.join(folder or os.getcwd(), name)
            if os.path.isfile(os.path.join(package, "__init__.py")):
                found.append(package + os.sep)
    return tuple(dict.fromkeys(found))
