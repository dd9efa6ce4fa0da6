"""A recording that travels in the environment: from the process that begins it to every one it starts."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import MutableMapping
from dataclasses import replace
from pathlib import Path

from numscope.errors import UsageError
from numscope.recording.naming import default_trace, numbered, program_words
from numscope.recording.policy import Policy
from numscope.recording.reporting import harmless
from numscope.recording.session import RECORDER, Session
from numscope.recording.shard import create_trace, remove_trace
from numscope.recording.sources import resolve
from numscope.recording.variables import warn_of_misspelt

SESSION_VARIABLE = "NUMSCOPE_SESSION"
SWITCH_VARIABLE = "NUMSCOPE"
PATH_VARIABLE = "PYTHONPATH"
STARTUP_FOLDER = Path(__file__).resolve().parent.parent / "startup" / "path"


def encode(session: Session) -> str:
    """Return the session as the text that NUMSCOPE_SESSION holds."""
    data = {"trace": str(session.trace), "root_pid": session.root_pid, "policy": session.policy.to_json()}
    return json.dumps(data)


def decode(text: str) -> Session:
    """Return the session that NUMSCOPE_SESSION holds."""
    data = json.loads(text)
    return Session(Path(data["trace"]), Policy.from_json(data["policy"]), data["root_pid"])


def settings(session: Session, environ: MutableMapping[str, str]) -> dict[str, str]:
    """Return the variables that make Python processes started with `environ` take part in `session`."""
    folders = environ.get(PATH_VARIABLE, "").split(os.pathsep)
    others = [folder for folder in folders if folder and folder != str(STARTUP_FOLDER)]
    return {
        SWITCH_VARIABLE: "1",
        SESSION_VARIABLE: encode(session),
        PATH_VARIABLE: os.pathsep.join([str(STARTUP_FOLDER), *others]),
    }


def announce_session(environ: MutableMapping[str, str]) -> None:
    """Settle the options of a recording that begins with this process, and leave them in `environ`.

    Nothing is written yet: most Python programs never import NumPy. Without an output asked for, the trace has
    this process's number in its name until `record_announced` finds a nicer one that is free.
    """
    with harmless("reading the options"):
        warn_of_misspelt(environ)
        folder = Path.cwd()
        policy = resolve({}, environ, folder)
        trace = Path(policy.output) if policy.output else _provisional(folder)
        if policy.force:
            remove_trace(trace)
        elif policy.output and trace.exists():
            raise UsageError(f"{trace} exists; set NUMSCOPE_FORCE=1 to replace it")
        environ[SESSION_VARIABLE] = encode(Session(trace, policy, os.getpid()))


def record_announced(environ: MutableMapping[str, str]) -> None:
    """Record this process, which has just imported NumPy, into the trace that `environ` names."""
    with harmless("starting the recording"):
        session = decode(environ[SESSION_VARIABLE])
        if session.root_pid == os.getpid() and not session.policy.output and not session.trace.exists():
            session = replace(session, trace=_take_free_name(session))
            environ[SESSION_VARIABLE] = encode(session)
        RECORDER.start(session)


def _provisional(folder: Path) -> Path:
    path = default_trace(folder, program_words(sys.orig_argv))
    return path.with_name(f"{path.stem}-{os.getpid()}{path.suffix}")


def _take_free_name(session: Session) -> Path:
    wanted = default_trace(session.trace.parent, program_words(sys.orig_argv))
    for path in numbered(wanted):
        if path.exists():
            continue
        try:
            create_trace(path, session.policy, sys.orig_argv)
        except UsageError:
            if path.exists():  # another program took the name between the look and the making
                continue
            raise
        return path
    raise AssertionError("numbers do not end")
