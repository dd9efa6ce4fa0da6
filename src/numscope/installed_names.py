"""What lies in a folder of installed packages, which is known by what installers leave there, not by its name alone."""

from __future__ import annotations

import os

FOLDERS = ("site-packages", "dist-packages")
_METADATA = (".dist-info", ".egg-info")


def installed_names(folder: str) -> list[str]:
    """Return the names in a folder into which an installer has put packages; none of another folder."""
    if os.path.basename(folder) not in FOLDERS:
        return []
    try:
        names = os.listdir(folder)
    except OSError:
        return []
    return names if any(name.endswith(_METADATA) for name in names) else []
