"""The recording of this process: begins it, hands it on to forked children, ends it."""

from __future__ import annotations

import atexit
import os
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from numscope.errors import UsageError
from numscope.recording import shard as shards
from numscope.recording.companions import start_companions
from numscope.recording.guest import harmless
from numscope.recording.libraries import library_paths
from numscope.recording.patterns import caller_selector, selector
from numscope.recording.policy import Policy
from numscope.recording.torch import unwatch_torch, watch_torch
from numscope.startup.hook import cancel, when_imported

if TYPE_CHECKING:
    from numscope._core import Counters
    from numscope.recording.judge import Judge

# The folder with results that take the places of operations: set by `numscope mock`.
STAND_INS = "NUMSCOPE_STAND_INS"
_VALUES = {"none": 0, "stats": 1, "full": 2}


@dataclass(frozen=True)
class Session:
    """A recording of one program into one trace; every process of the program takes part in it."""

    trace: Path
    policy: Policy
    root_pid: int  # of the process that tells the user how it went


class Recorder:
    """What records in this process. There is one, `RECORDER`: hooks and the core belong to the whole process."""

    def __init__(self) -> None:
        self.session: Session | None = None
        self.shard: Path | None = None
        self._judge: Judge | None = None
        self._registered = False
        self._finalizes_children = False

    def start(self, session: Session, how: str = "started") -> None:
        """Watch NumPy, which the program has imported, and record into a shard of `session.trace` from now on.

        Raises UsageError if this process already records, or NumPy or the machine can't be watched.
        """
        if self.session is not None:
            raise UsageError(f"this process is already being recorded into {self.session.trace}")
        core = load_core()
        from numscope.probes.numba import watch as numba_watch
        from numscope.probes.numpy import watch

        shards.join_trace(session.trace, session.policy, getattr(sys, "orig_argv", sys.argv))
        watch.install(sys.modules["numpy"], scalars=session.policy.scalars)
        try:
            self._open_shard(core, session, how)
        except BaseException:
            self.take_hooks_away()
            raise
        numba_watch.install()
        when_imported("torch", self.watch_torch)
        self._register()
        start_companions()

    def watch_torch(self) -> None:
        """Record what torch does, which the program has just imported; does nothing if nothing is being recorded."""
        if self.session is not None:
            watch_torch()

    def stop(self) -> Counters | None:
        """End the recording of this process and return its counters; None if there was none."""
        session, shard = self.session, self.shard
        self.session = self.shard = None
        if session is None or shard is None:
            return None
        unwatch_torch()
        core = load_core()
        counters: Counters = core.stop()
        if self._judge is not None:
            self._judge.close()
            self._judge = None
        # A disk may have no room for these few bytes: the streams themselves tell how far they got.
        with suppress(OSError):
            shards.close_process(shard, counters)  # type: ignore[arg-type]
        return counters

    def take_hooks_away(self) -> None:
        """Put every hooked pointer back: the process is what it was before `start`."""
        from numscope.probes.numba import watch as numba_watch
        from numscope.probes.numpy import watch

        cancel("torch")
        unwatch_torch()
        numba_watch.remove()
        watch.remove()

    def _open_shard(self, core: ModuleType, session: Session, how: str) -> None:
        shard = shards.claim_shard(session.trace)
        shards.describe_process(shard, how)
        policy = session.policy
        self._judge = _judge(session, shard)
        core.start(
            str(shard),
            hash_library=hash_library(),
            values=_VALUES[policy.values],
            max_bytes=policy.max_bytes,
            max_array_bytes=policy.max_array_bytes,
            every=policy.every,
            depth=policy.depth,
            log=_log_level(policy),
            npy_directory=_npy_directory(policy),
            npy_prefix=_npy_prefix(policy, shard),
            library_paths=library_paths(),
            own_path=os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep,
            from_modules=caller_selector(policy.callers),
            select=selector(policy.ops, policy.skip),
            judge_for=self._judge.wanted if self._judge else 0,
            judge=self._judge,
            deliberate=self._judge.is_deliberate if self._judge else None,
        )
        self.session, self.shard = session, shard
        if STAND_INS in os.environ and shard.name.startswith("0-"):
            from numscope.recording.stand_ins import StandIns

            core.stand_ins(StandIns(os.environ[STAND_INS]))

    def _register(self) -> None:
        if self._registered:
            return
        self._registered = True
        os.register_at_fork(before=self._prepare_children, after_in_child=self._go_on_in_child)
        # Registered while the program imports NumPy, so run after what the program itself registers later.
        atexit.register(self._end)
        self._prepare_children()
        process = sys.modules.get("multiprocessing.process")
        if process is not None and process.parent_process() is not None:
            self._end_as_worker()  # NumPy was imported by the work itself, when workers had been prepared

    def _prepare_children(self) -> None:
        util = sys.modules.get("multiprocessing.util")
        if util is not None and not self._finalizes_children:
            self._finalizes_children = True
            util.register_after_fork(self, Recorder._end_as_worker)

    def _end_as_worker(self) -> None:
        # A worker of multiprocessing ends in os._exit, past atexit, but runs the finalizers that it made itself.
        sys.modules["multiprocessing.util"].Finalize(None, self._end, exitpriority=-100)

    def _go_on_in_child(self) -> None:
        session = self.session
        if session is None:
            return
        self.session = self.shard = None
        with harmless("recording a forked process"):
            core = load_core()
            if core.take_fork():
                self._open_shard(core, session, "forked")

    def _end(self) -> None:
        with harmless("ending the recording"):
            session = self.session
            counters = self.stop()
            if session is not None and counters is not None and session.root_pid == os.getpid():
                from numscope.recording.summary import tell_summary

                tell_summary(session.trace)
                if session.policy.rule:
                    from numscope.recording.findings import tell_findings

                    tell_findings(session.trace)


RECORDER = Recorder()


def load_core() -> ModuleType:
    """Return the native core. Raises UsageError if there is none for this interpreter."""
    try:
        from numscope import _core
    except ImportError as error:
        raise UsageError(
            f"numscope's native core does not fit Python {sys.version.split()[0]} ({error})"
        ) from None
    if _core.__file__ is None:  # the folder of its sources, without a build for this interpreter beside it
        raise UsageError(f"numscope's native core is not built for Python {sys.version.split()[0]}")
    return _core


def hash_library() -> str:
    """Return the path of the shared library in which the core finds XXH3."""
    import xxhash._xxhash

    return str(xxhash._xxhash.__file__)


def _judge(session: Session, shard: Path) -> Judge | None:
    """What judges operations while they run; the language of rules loads only where it is asked for."""
    if not session.policy.rule and not session.policy.stop_on:
        return None
    from numscope.recording.judge import Judge

    return Judge(session.policy, session.trace, shard)


def _log_level(policy: Policy) -> int:
    if not policy.log:
        return 0
    coloured = os.isatty(2) and not os.environ.get("NO_COLOR")
    return 2 if coloured else 1


def _npy_directory(policy: Policy) -> str | None:
    if not policy.npy:
        return None
    os.makedirs(policy.npy, exist_ok=True)
    return policy.npy


def _npy_prefix(policy: Policy, shard: Path) -> str:
    program = os.path.basename(sys.argv[0]) if getattr(sys, "argv", None) else ""
    stem = {"-c": "command", "-m": "module", "": "interactive"}.get(program) or os.path.splitext(program)[0]
    ordinal = int(shard.name.partition("-")[0])
    prefix = policy.npy_prefix or stem
    # Processes of one program run at the same time and must not take each other's file names.
    return prefix if ordinal == 0 else f"{prefix}-p{ordinal}"
