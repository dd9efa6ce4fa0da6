"""Is there a PyTorch the Inspector can work with?"""

from __future__ import annotations

import importlib.util
from importlib import metadata

from numscope.inspector.exceptions import InspectionError

# 2.4 is the first release on whose public hooks everything here was written to rely.
OLDEST_TORCH = (2, 4)
INSTALL_HINT = "install it with: pip install 'numscope[torch]'"


def release(version: str) -> tuple[int, int]:
    """Return the major and minor number of a version such as `2.13.0+cpu`."""
    major, minor = version.split(".")[:2]
    digits = "".join(character for character in minor if character.isdigit())
    return int(major), int(digits or 0)


def _is_there() -> bool:
    try:
        return importlib.util.find_spec("torch") is not None
    except (ImportError, ValueError):  # somebody has blocked it
        return False


def require_torch() -> None:
    """Raise InspectionError where PyTorch is missing or too old."""
    oldest = ".".join(map(str, OLDEST_TORCH))
    if not _is_there():
        raise InspectionError(
            f"the Inspector needs PyTorch {oldest} or newer, which isn't installed; {INSTALL_HINT}"
        )
    found = metadata.version("torch")
    if release(found) < OLDEST_TORCH:
        raise InspectionError(
            f"the Inspector needs PyTorch {oldest} or newer, and this is {found}; {INSTALL_HINT}"
        )
