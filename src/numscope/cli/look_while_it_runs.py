"""While a program runs: the first rules of `numscope learn` that it breaks."""

from __future__ import annotations

import threading
import time
from pathlib import Path

from numscope.analysis import open_trace
from numscope.analysis.learn import Rules, against
from numscope.errors import NumscopeError
from numscope.recording.reporting import tell
from numscope.views.learn import against_view

_FIRST_LOOK = 10.0
# A look takes at most a twentieth of the time: the program may need the processor.
_REST = 19.0


class LookWhileItRuns:
    """A thread that opens the growing trace again and again, until a rule is broken or the program has ended."""

    def __init__(self, trace: Path, rules: Rules) -> None:
        self.trace, self.rules = trace, rules
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="numscope-against", daemon=True)

    def begin(self) -> None:
        """Begin to look; the trace need not be there yet."""
        self._thread.start()

    def end(self) -> None:
        """Return when no look is under way any more."""
        self._ended.set()
        self._thread.join()

    def _run(self) -> None:
        pause = _FIRST_LOOK
        while not self._ended.wait(pause):
            began = time.monotonic()
            if self.look():
                return
            pause = max(_FIRST_LOOK, _REST * (time.monotonic() - began))

    def look(self) -> bool:
        """Say which rules the steps that are done have broken; return whether there are any."""
        try:
            with open_trace.open(self.trace) as trace:
                broken = against(trace, self.rules, running=True)
        except NumscopeError:
            return False  # nothing is written yet, or it ends this moment; what is wrong for good is said at the end
        if not broken.violations:
            return False
        tell("the program still runs, and breaks rules:")
        for line in against_view(broken).plain.splitlines():
            tell(line)
        return True
