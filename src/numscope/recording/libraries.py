"""Which source files belong to a watched library, and so are not the user's own code."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from types import ModuleType

from numscope.probes import registry
from numscope.recording.installed import installed_packages


def library_paths() -> tuple[str, ...]:
    """Return the prefixes of file names that are not the user's: folders of the libraries there are.

    What these packages call on the way is theirs: `top`, logs and .npy dumps show the user's own call first.
    """
    # What a library's extension module does while it is imported has the import system as its innermost frame.
    folders = [package_folder(name) for name in registry.WITHOUT_PROBE]
    return (
        "<frozen importlib",
        # Cached properties, dispatchers, copies and contexts run a library's functions for the line that asks.
        *(file for file in map(_module_file, ("functools", "copy", "contextlib")) if file is not None),
        *source_prefixes(known.library for known in registry.known()),
        *_inside(folders),
        *installed_packages(),
    )


def source_prefixes(names: Iterable[str]) -> tuple[str, ...]:
    """Return how the file names of these packages and modules begin; those that are not there are left out."""
    names = tuple(names)
    files = [_module_file(name) for name in names if package_folder(name) is None]
    return (*_inside(map(package_folder, names)), *(file for file in files if file is not None))


def _inside(folders: Iterable[str | None]) -> tuple[str, ...]:
    return tuple(folder + os.sep for folder in folders if folder is not None)


def _module_file(name: str) -> str | None:
    """Return the file of a library that is one module and no package."""
    files = (os.path.join(folder or os.getcwd(), f"{name}.py") for folder in sys.path)
    return _file(name) or next((path for path in files if os.path.isfile(path)), None)


def package_folder(name: str) -> str | None:
    """Return the folder of the package that `import name` gives or has given; None if there is none."""
    file = _file(name)
    if file is not None:
        return os.path.dirname(file) if os.path.basename(file).startswith("__init__.") else None
    packages = (os.path.join(folder or os.getcwd(), *name.split(".")) for folder in sys.path)
    return next((path for path in packages if os.path.isfile(os.path.join(path, "__init__.py"))), None)


def _file(name: str) -> str | None:
    """Return the file of a module that has been imported."""
    module = sys.modules.get(name)
    # In its dictionary: asking a module that loads lazily for an attribute would load it.
    file = vars(module).get("__file__") if type(module) is ModuleType else None
    return os.path.abspath(file) if isinstance(file, str) else None
