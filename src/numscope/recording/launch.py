"""Running the program as a child that cannot tell the difference."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence

# What people and schedulers send to a program; a signal sent to us was meant for it.
_FORWARDED = frozenset(
    {signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGUSR1, signal.SIGUSR2}
)


def run_program(
    words: Sequence[str],
    environ: Mapping[str, str],
    streams: Sequence[int] = (0, 1, 2),
    launcher: Sequence[str] = (),
) -> int:
    """Run `python *words` with our interpreter and its options, and wait; returns os.waitstatus_to_exitcode's code.

    The child has our terminal, folder and open files, and the files `streams` for its standard streams. Signals
    sent to this process go on to it; what a terminal sends reaches the child by itself. `launcher`: the words of a
    program that starts the interpreter. Raises OSError if it can't be started.
    """
    interpreter = [*launcher, sys.executable, *subprocess._args_from_interpreter_flags()]  # type: ignore[attr-defined]
    waited = _FORWARDED | {signal.SIGCHLD}
    # Blocked before the child exists: a signal that arrives early waits instead of killing us.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, waited)
    try:
        child = os.posix_spawnp(
            interpreter[0],
            [*interpreter, *words],
            environ,
            file_actions=[(os.POSIX_SPAWN_DUP2, file, n) for n, file in enumerate(streams) if file != n],
            setsigmask=before,
        )
        return os.waitstatus_to_exitcode(_wait(child, waited))
    finally:
        _drop_pending(waited)
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def end_like(code: int) -> int:
    """Return the exit code `code`, or die of signal -`code` if it is negative, as the program did."""
    if code >= 0:
        return code
    # The program has left its core file; ours would overwrite it.
    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
    sys.stdout.flush()
    sys.stderr.flush()
    if -code not in (signal.SIGKILL, signal.SIGSTOP):
        signal.signal(-code, signal.SIG_DFL)
    os.kill(os.getpid(), -code)
    return 128 - code  # for a signal that does not kill us after all


def _wait(child: int, waited: frozenset[signal.Signals]) -> int:
    while True:
        pid, status = os.waitpid(child, os.WNOHANG)
        if pid:
            return status
        number, from_terminal = _next_signal(waited)
        if number != signal.SIGCHLD and not from_terminal:
            os.kill(child, number)


def _drop_pending(waited: frozenset[signal.Signals]) -> None:
    """Take what came while the child ended: it was meant for the child, and would hit us when unblocked."""
    if hasattr(signal, "sigtimedwait"):
        while signal.sigtimedwait(waited, 0) is not None:
            pass


def _next_signal(waited: frozenset[signal.Signals]) -> tuple[int, bool]:
    """Wait for a signal; also return whether it came from the terminal, which has sent it to the child too."""
    if hasattr(signal, "sigwaitinfo"):
        info = signal.sigwaitinfo(waited)
        # A positive code means the kernel made it; kill() and sigqueue() leave zero and less.
        return info.si_signo, info.si_code > 0
    number = signal.sigwait(waited)
    return number, number in (signal.SIGINT, signal.SIGQUIT) and os.isatty(0)
