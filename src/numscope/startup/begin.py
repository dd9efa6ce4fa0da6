"""What runs when an interpreter starts and NUMSCOPE asks for it: wait for NumPy, then record.

As little as possible is imported before the program's own code runs: a module of the program's that is called like
one of the standard library stays the program's.
"""

from __future__ import annotations

import os
import sys

from numscope.startup.hook import cancel, when_imported

_begun: list[int] = []


def begin(default: str = "") -> None:
    """Record this process if NUMSCOPE (or `default`, if it is not set) says so; only the first call counts."""
    if _begun:
        return
    _begun.append(os.getpid())
    if "NUMSCOPE_WITNESS" in os.environ:
        from numscope.startup.witness import testify_at_end

        testify_at_end()
    if not switched_on(os.environ.get("NUMSCOPE", default)):
        return
    if "NUMSCOPE_SESSION" not in os.environ:
        from numscope.recording.environment import announce_session

        announce_session(os.environ)
    if "NUMSCOPE_SESSION" in os.environ:
        when_imported("numpy", _record)
        # Before the program imports it: torch imports NumPy, and by then its own import has begun.
        when_imported("torch", _record_torch)


def stay_unrecorded() -> None:
    """Take back what `begin` did, if NumPy is not there yet: numscope's own commands are not what is recorded."""
    cancel()
    os.environ.pop("NUMSCOPE_SESSION", None)


def switched_on(text: str) -> bool:
    """Return whether NUMSCOPE's value `text` asks for a recording; a wrong value is told, and does not."""
    word = text.strip().lower()
    if word in ("1", "true", "yes", "on"):
        return True
    if word not in ("", "0", "false", "no", "off") and sys.__stderr__ is not None:
        sys.__stderr__.write(
            f"numscope: warning: NUMSCOPE={text} is neither on (1, true, yes, on) nor off (0, false, no, off); "
            "the program goes on unrecorded [wrong-switch]\n"
        )
    return False


def _record_torch() -> None:
    if "numpy" not in sys.modules:
        import numpy  # noqa: F401 - what records waits for it
    from numscope.recording.session import RECORDER

    RECORDER.watch_torch()


def _record() -> None:
    from numscope.recording.environment import record_announced

    record_announced(os.environ)
