"""Installed packages: what they call on the way is theirs, and belongs to the line of the program that called them."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from io import FileIO  # the program may have replaced `open` by now
from itertools import pairwise

from numscope.installed_names import FOLDERS, installed_names

# What installers write into the commands of packages: `from PACKAGE.cli import main`.
_COMMAND = re.compile(r"^\s*(?:from|import) (\w+)", re.MULTILINE)
# `-m toy`, `-mtoy`, `-um toy.run`.
_MODULE = re.compile(r"(?:^|\s)-[A-Za-z]*?m\s*(\w+)")
_MOST_BYTES = 4096


def installed_packages() -> tuple[str, ...]:
    """Return how the file names of installed packages begin, without the one that runs as the program.

    Packages that are developed where they are (`pip install -e`) lie elsewhere, and are the user's.
    """
    programs = _run_as_programs()
    return tuple(prefix for folder in sys.path for name, prefix in _packages(folder) if name not in programs)


def _packages(folder: str) -> Iterator[tuple[str, str]]:
    """Yield the names by which packages and modules of a folder are imported, and how their file names begin."""
    for name in installed_names(folder):
        path = os.path.join(folder, name)
        if name.endswith(".py"):
            yield name.removesuffix(".py"), path
        elif "." not in name:
            yield name, path + os.sep


def _run_as_programs() -> set[str]:
    """Return the packages that this process was started to run: by `-m`, by a file of theirs, or by their command."""
    script = sys.argv[0] if sys.argv else ""
    if script == "-m":  # until its module has been found
        words = " ".join(sys.orig_argv[1:])
        return {found[1] for found in [_MODULE.search(words)] if found}
    path = os.path.abspath(script)
    is_command = os.path.dirname(path) == os.path.dirname(sys.executable)
    return _holders(path) | (_imported_by(path) if is_command else set())


def _holders(path: str) -> set[str]:
    """Return the package or module of a folder of packages in which a file lies."""
    return {after.removesuffix(".py") for folder, after in pairwise(path.split(os.sep)) if folder in FOLDERS}


def _imported_by(command: str) -> set[str]:
    try:
        with FileIO(command) as file:
            text = file.read(_MOST_BYTES).decode("utf-8", "replace")
    except OSError:
        return set()
    return set(_COMMAND.findall(text))
