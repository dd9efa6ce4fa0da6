"""Ask a confined process about a stranger's trace."""

from __future__ import annotations

import pickle
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from numscope.analysis.confined.questions import QUESTIONS
from numscope.analysis.confined.wire import unpack
from numscope.errors import NumscopeError, TraceError, UsageError
from numscope.trace.confinement import confined_environment, is_confined, require_ended_by_itself
from numscope.trace.reader import Trace

_MOST_ANSWER_BYTES = 1 << 30
_MOST_COMPLAINT = 300


def ask(trace: Trace, question: str, given: tuple[Any, ...] = (), writable: Iterable[Path] = ()) -> Any:
    """Return the answer to `question` about `trace`: of a stranger's, from a process that can do little harm.

    given: what the question takes besides. writable: folders that it may write to. Raises UsageError if the trace is
    not to be trusted, and as the question itself does; NumscopeError if the process was ended.
    """
    trace.require_trust(question)
    if trace.own or is_confined():
        return QUESTIONS[question](trace, *given)
    with confined_environment(writable) as environ, tempfile.TemporaryFile() as out:
        words = [sys.executable, "-m", "numscope.analysis.confined.answering", str(out.fileno())]
        done = subprocess.run(
            words,
            env=environ,
            input=pickle.dumps((str(trace.path), question, given)),
            capture_output=True,
            pass_fds=[out.fileno()],
            check=False,
        )
        out.seek(0)
        packed = out.read(_MOST_ANSWER_BYTES + 1)
    require_ended_by_itself(done.returncode)
    if done.returncode or len(packed) > _MOST_ANSWER_BYTES:
        raise NumscopeError(
            f"the confined process gave no answer about {trace.path}: {_complaint(done.stderr)}"
        )
    failed, answer = unpack(packed, trace)
    if failed is not None:
        raise (TraceError if answer == TraceError.exit_code else UsageError)(str(failed))
    return answer


def _complaint(errors: bytes) -> str:
    """Return the last line of what it said, without what would act upon a terminal."""
    last = errors.decode(errors="replace").strip().rpartition("\n")[2]
    return ascii(last[-_MOST_COMPLAINT:])
