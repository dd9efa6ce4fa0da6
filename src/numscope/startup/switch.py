"""The environment-wide switch: a `.pth` file that the interpreter reads at every start.

off     there is no such file: NUMSCOPE is not looked at, and a start costs nothing
asked   the wheel's file is there: it looks at NUMSCOPE, and imports numscope only if that is set
always  the same, but what is not said counts as NUMSCOPE=1; NUMSCOPE=0 exempts a program
"""

from __future__ import annotations

import sysconfig
from enum import Enum
from pathlib import Path

from numscope.errors import UsageError

FILE_NAME = "numscope.pth"
_ASKED = (Path(__file__).parent / FILE_NAME).read_text(encoding="ascii")
_ALWAYS = _ASKED.replace('get("NUMSCOPE")', 'get("NUMSCOPE", "1")').replace("begin()", "begin('1')")


class Switch(Enum):
    """The three positions."""

    OFF = "off"
    ASKED = "asked"
    ALWAYS = "always"


def switch_file() -> Path:
    """Return where this environment's file is, or would be."""
    installed = Path(__file__).resolve().parents[2]
    beside_package = installed / FILE_NAME
    # Usually the same; they differ for an installation into the user's own site-packages.
    return beside_package if beside_package.is_file() else Path(sysconfig.get_path("platlib")) / FILE_NAME


def position() -> Switch:
    """Return the position that the switch of this environment is in."""
    try:
        text = switch_file().read_text(encoding="utf-8")
    except FileNotFoundError:
        return Switch.OFF
    except OSError as error:
        raise UsageError(f"{switch_file()} can't be read: {error.strerror}") from None
    return Switch.ALWAYS if text == _ALWAYS else Switch.ASKED


def set_position(wanted: Switch) -> Path:
    """Put the switch in the position `wanted` and return its file. Raises UsageError if that can't be written."""
    path = switch_file()
    try:
        if wanted is Switch.OFF:
            path.unlink(missing_ok=True)
        else:
            draft = path.with_name(f".{FILE_NAME}.new")
            draft.write_text(_ALWAYS if wanted is Switch.ALWAYS else _ASKED, encoding="ascii")
            draft.replace(path)
    except OSError as error:
        raise UsageError(
            f"{path} can't be changed: {error.strerror}; is this environment yours to change?"
        ) from None
    return path
