"""The part of a recording that sees PyTorch: begun when the program has imported it, told when it can't be."""

from __future__ import annotations

from numscope.errors import NumscopeError
from numscope.recording.guest import harmless, tell, warn


def watch_torch() -> None:
    """Record torch's operators from now on; if that can't be, say so once: NumPy's are recorded still."""
    from numscope.probes.torch.watch import WATCH

    with harmless("watching torch"):
        try:
            choice = WATCH.start(tell)
        except NumscopeError as error:
            warn("torch-unrecorded", f"{error}; what torch does is not recorded")
            return
        if choice.reduced and choice.backend == "none":
            warn("torch-unrecorded", f"{choice.reason}; what torch does is not recorded")
        elif choice.reduced:
            warn("torch-reduced", f"torch is recorded with reduced fidelity: {choice.reason}")


def unwatch_torch() -> None:
    """Let torch's operators pass again."""
    from numscope.probes.torch.watch import WATCH

    WATCH.stop()
