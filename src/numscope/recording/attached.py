"""Beginning and ending the recording of a process that was attached to, from inside it (see numscope/attaching)."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from numscope.errors import NumscopeError, UsageError
from numscope.probes.registry import GROUND
from numscope.recording.core import hash_library, load_core
from numscope.recording.policy import Policy
from numscope.recording.reporting import harmless
from numscope.recording.session import RECORDER, Session
from numscope.recording.shard import create_trace, remove_trace
from numscope.startup.hook import cancel, when_imported

# The recording that begins when NumPy is imported; one that is asked for later takes its place.
_waiting: list[Session] = []


def begin(trace: str, policy: dict[str, Any], answer: str) -> None:
    """Record this process into a new trace from now on, or from its import of NumPy on. Raises nothing.

    answer: the file that says what came of it.
    """
    _answer(answer, lambda: _begin(Path(trace), Policy.from_json(policy)))


def end(answer: str) -> None:
    """End the recording of this process. Raises nothing."""
    _answer(answer, _end)


def _begin(trace: Path, policy: Policy) -> str:
    if RECORDER.session is not None:
        raise UsageError(f"it is recorded already, into {RECORDER.session.trace}")
    load_core()
    hash_library()  # while it can be found: what sys.path holds for it does not stay
    session = Session(trace, policy, root_pid=0)
    if GROUND.library in sys.modules:
        _start(session)
        return "records"
    cancel(GROUND.library)
    _waiting[:] = [session]
    when_imported(GROUND.library, _start_waiting)
    return "waits for its import of NumPy"


def _start(session: Session) -> None:
    create_trace(session.trace, session.policy, getattr(sys, "orig_argv", sys.argv))
    try:
        RECORDER.start(session, "attached")
    except BaseException:
        remove_trace(session.trace)
        raise


def _start_waiting() -> None:
    with harmless("starting the recording"):
        if _waiting and RECORDER.session is None:
            _start(_waiting[0])
    _waiting.clear()


def _end() -> str:
    if _waiting:
        _waiting.clear()
        cancel(GROUND.library)
        return "no longer waits for its import of NumPy"
    if RECORDER.session is None:
        raise UsageError("it is not recorded")
    trace = RECORDER.session.trace
    RECORDER.end_here()
    return f"has ended its recording: {trace}"


def _answer(path: str, act: Callable[[], str]) -> None:
    try:
        said = {"done": act()}
    except NumscopeError as error:
        said = {"refused": str(error)}
    # Whatever goes wrong goes to who attached, and never into the program.
    except Exception as error:  # noqa: BLE001
        said = {"refused": f"{type(error).__name__}: {error}"}
    try:
        draft = f"{path}.new"
        with open(draft, "w", encoding="utf-8") as file:
            json.dump(said, file)
        os.replace(draft, path)
    except OSError:
        return  # who attached waits no longer
