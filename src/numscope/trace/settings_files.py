"""Which files of settings a program may have read: those that its command line or its text names.

Nothing is watched while the program runs: a file of settings is one with such a name that is there, beside the program.
Files that are secrets by their name (`credentials.json`) are left out.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from numscope.redaction import is_secret

_NAME = r"\.(?:toml|json|ya?ml|ini|cfg)"
_WRITTEN = re.compile(rf"""['"]([^'"\n]*{_NAME})['"]""")
_GIVEN = re.compile(rf"(?:.*=)?(.+{_NAME})")
_HIGHEST = 3  # folders above a module in which its settings may lie


def settings_files(folder: str, command: Iterable[str], texts: Mapping[str, str]) -> list[str]:
    """Return the files of settings that are named by words of the command, or by texts in the program's files.

    folder: where the program was started. texts: what its files hold.
    """
    given = [(match[1], [Path(folder)]) for word in command if (match := _GIVEN.fullmatch(word))]
    written = [
        (match[1], _places(folder, file)) for file, text in texts.items() for match in _WRITTEN.finditer(text)
    ]
    found = {path for name, places in (*given, *written) if (path := _there(name, places)) is not None}
    return sorted(found)


def _places(folder: str, file: str) -> list[Path]:
    return [Path(folder), *list(Path(file).parents)[:_HIGHEST]]


def _there(name: str, places: Iterable[Path]) -> str | None:
    """Return the first of the files with a name that there is."""
    return next((path for path in _paths(name, places) if os.path.isfile(path)), None)


def _paths(name: str, places: Iterable[Path]) -> Iterator[str]:
    """Yield where a file may be: beside the program or above it, and nowhere else on the machine."""
    allowed = list(places)
    for place in allowed:
        path = os.path.normpath(place / name)
        if any(Path(path).is_relative_to(one) for one in allowed) and not is_secret(os.path.basename(path)):
            yield path
