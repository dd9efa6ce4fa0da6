"""The confined process: `python -m numscope.analysis.confined.answering FD` with the question on its standard input."""

from __future__ import annotations

import os
import pickle
import sys

from numscope.analysis.confined.questions import QUESTIONS
from numscope.analysis.confined.wire import pack
from numscope.errors import NumscopeError
from numscope.startup.begin import stay_unrecorded
from numscope.trace.arrow_alone import keep_pandas_out
from numscope.trace.confinement import confine_if_asked
from numscope.trace.reader import open_trace


def main() -> int:
    """Confine this process, answer the question, and write the answer to the descriptor that is named."""
    stay_unrecorded()
    keep_pandas_out()
    confine_if_asked()
    # From the process that asks: it is the user's own.
    path, question, given = pickle.load(sys.stdin.buffer)
    try:
        with open_trace(path, trust=True) as trace:
            answer = QUESTIONS[question](trace, *given)
            packed = pack((None, answer))
    except NumscopeError as error:
        packed = pack((str(error), error.exit_code))
    with os.fdopen(int(sys.argv[1]), "wb") as out:
        out.write(packed)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
