"""What runs when an interpreter starts and NUMSCOPE asks for it: wait for what can be recorded, then record.

As little as possible is imported before the program's own code runs: a module of the program's that is called like
one of the standard library stays the program's.
"""

from __future__ import annotations

import os
import sys

from numscope.startup.hook import cancel, when_imported

TYPE_CHECKING = False  # typing is not imported in processes that have only just started
if TYPE_CHECKING:
    from collections.abc import Callable

    from numscope.probes.registry import Known

_begun: list[int] = []


def begin(default: str = "") -> None:
    """Record this process if NUMSCOPE (or `default`, if it is not set) says so; only the first call counts."""
    if _begun:
        return
    _begun.append(os.getpid())
    if "NUMSCOPE_END_STATE" in os.environ:
        from numscope.startup.end_state import write_at_end

        write_at_end()
    if not switched_on(os.environ.get("NUMSCOPE", default)):
        return
    if "NUMSCOPE_SESSION" not in os.environ:
        from numscope.recording.environment import announce_session

        announce_session(os.environ)
    if "NUMSCOPE_SESSION" in os.environ:
        from numscope.probes.registry import known

        # Before the program imports them: most import NumPy, with which recording begins, and then it is too late.
        for probe in (one for one in known() if one.begins):
            when_imported(probe.library, _recording_of(probe))


def stay_unrecorded() -> None:
    """Take back what `begin` did, if recording has not begun: numscope's own commands are not what is recorded."""
    cancel()
    os.environ.pop("NUMSCOPE_SESSION", None)


def switched_on(text: str) -> bool:
    """Return whether NUMSCOPE's value `text` asks for a recording; a wrong value does not, and is reported."""
    word = text.strip().lower()
    if word in ("1", "true", "yes", "on"):
        return True
    if word not in ("", "0", "false", "no", "off") and sys.__stderr__ is not None:
        sys.__stderr__.write(
            f"numscope: warning: NUMSCOPE={text} is neither on (1, true, yes, on) nor off (0, false, no, off); "
            "the program goes on unrecorded [wrong-switch]\n"
        )
    return False


def _recording_of(probe: Known) -> Callable[[], None]:
    """Return what records the library of `probe` as soon as it is there."""
    return _record if probe.grounds else lambda: _record_another(probe)


def _record() -> None:
    from numscope.recording.environment import record_announced

    record_announced(os.environ)


def _record_another(probe: Known) -> None:
    from numscope.probes.registry import GROUND

    if GROUND.library not in sys.modules:
        __import__(GROUND.library)  # recording begins when it is there
    from numscope.recording.session import RECORDER

    RECORDER.activate(probe)
