"""The recording of this process: begins it, hands it on to forked children, ends it."""

from __future__ import annotations

import atexit
import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from numscope.errors import NumscopeError, UsageError
from numscope.probes import registry
from numscope.recording import shard as shards
from numscope.recording.children import unrecorded
from numscope.recording.core import hash_library, load_core
from numscope.recording.interruption import keeping_interruption
from numscope.recording.kinds import bounds, in_ranges
from numscope.recording.launchers import this_place
from numscope.recording.libraries import library_paths, source_prefixes
from numscope.recording.named_variables import named_variables
from numscope.recording.patterns import caller_selector, selector
from numscope.recording.plugins import Ending, start_plugins
from numscope.recording.policy import AUTO_RUN_BYTES, AUTO_STEP_BYTES, Policy
from numscope.recording.printed import Printed
from numscope.recording.reporting import harmless, remember_standard_error, tell, warn
from numscope.recording.surroundings import modules
from numscope.recording.uncaught import uncaught
from numscope.redaction import Redactor
from numscope.startup.hook import cancel, when_imported

if TYPE_CHECKING:
    from numscope._core import Counters
    from numscope.probes.probe import Probe
    from numscope.recording.judge import Judge
    from numscope.recording.kept_segments import KeepingSignals, KeptSegments

# The folder with results that take the places of operations: set by `numscope mock`.
MOCK = "NUMSCOPE_MOCK"
_SCALARS = {False: "SCALARS_NONE", None: "SCALARS_OWN", True: "SCALARS_ALL"}
_VALUES = {
    "none": "VALUES_NONE",
    "stats": "VALUES_STATISTICS",
    "full": "VALUES_FULL",
    "auto": "VALUES_FULL",
}


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
        self._facts: dict[str, Any] = {}
        self._found: dict[str, Any] = {}  # by probes: more than the environment says
        self._judge: Judge | None = None
        self.kept: KeptSegments | None = None  # of a recording that drops old operations
        self._signals: KeepingSignals | None = None
        self._probes: dict[str, Probe] = {}  # those at work, by library
        self._endings: list[Ending] = []  # of plugins
        self._printed = Printed()
        self._registered = False
        self._finalizes_children = False

    def start(self, session: Session, how: str = "started") -> None:
        """Watch the libraries that the program imports, and record into a shard of `session.trace` from now on.

        The one on which recording stands is imported already. Does nothing in a rank
        that is not to be recorded. Raises UsageError if this process already records, or
        that library or the machine can't be watched.
        """
        if self.session is not None:
            raise UsageError(f"this process is already being recorded into {self.session.trace}")
        if not _is_wanted(session.policy, this_place().rank):
            return
        core = load_core()
        remember_standard_error()
        self._probes = {}
        shards.join_trace(session.trace, session.policy, getattr(sys, "orig_argv", sys.argv))
        try:
            self._install(registry.GROUND, session.policy)
            self._open_shard(core, session, how)
        except BaseException:
            self.end_here()
            raise
        for known in registry.known():
            if not known.grounds:
                when_imported(known.library, partial(self.activate, known))
        self._register()
        self._endings = start_plugins()
        if session.policy.values in ("auto", "full"):
            with harmless("keeping what is printed"):
                self._printed.begin()

    def activate(self, known: registry.Known) -> None:
        """Record what a library does that the program has just imported; does nothing if nothing is being recorded.

        If that can't be, the user is told once; the others are recorded still.
        """
        if self.session is None or known.library in self._probes:
            return
        with harmless(f"watching {known.library}"):
            try:
                probe = self._install(known, self.session.policy)
            except NumscopeError as error:
                from numscope.probes.loading import ProbeError  # the process of `numscope run` loads no probe

                slug = "broken-probe" if isinstance(error, ProbeError) else f"{known.library}-unrecorded"
                warn(slug, f"{error}; what {known.library} does is not recorded")
                return
            if probe.reduced():
                warn(
                    f"{known.library}-reduced",
                    f"{known.library} is recorded with reduced fidelity: {probe.reduced()}",
                )

    def _install(self, known: registry.Known, policy: Policy) -> Probe:
        from numscope.probes.hooks import Hooks

        probe = known.load()
        load_core().know_traits(dict(probe.traits()))
        layer = 0 if known.grounds or known.library in policy.inside else len(self._probes)
        # Known before its hooks are in place: they are taken away where Ctrl-C comes in between.
        self._probes[known.library] = probe
        try:
            probe.install(Hooks(policy.scalars, tell, layer, policy.values != "none", self.place))
        except Exception:
            del self._probes[known.library]
            raise
        if layer:
            load_core().add_layer(layer, source_prefixes(probe.sources()))
        if probe.sources() != (known.library,):
            load_core().add_library_paths(source_prefixes(probe.sources()))
        return probe

    def stop(self) -> Counters | None:
        """End the recording of this process and return its counters; None if there was none."""
        session, shard = self.session, self.shard
        if session is None or shard is None:
            return None
        core = load_core()
        self.session = self.shard = None
        try:
            self._ask_at_the_end(core, session.policy)
        finally:  # the core stops wherever Ctrl-C comes in between
            counters: Counters = core.stop()
            if self._judge is not None:
                self._judge.close()
                self._judge = None
            self._settle_kept()
        # A disk may have no room for these few bytes: the streams themselves show how far they got.
        with suppress(OSError):
            shards.close_process(
                shard, self._facts, counters, self._library_facts(), Redactor(session.policy.redact)
            )
        return counters

    def _ask_at_the_end(self, core: ModuleType, policy: Policy) -> None:
        """Add to the facts of the process what probes, the core and plugins know when it ends."""
        for library, probe in self._probes.items():
            with harmless(f"ending the recording of {library}"):
                probe.stop()
        if printed := self._printed.end():
            self._facts["printed"] = printed
        if policy.values != "none":
            with harmless("noting the variables that the program names"):
                self._facts["variables"] = named_variables([*self._facts["arguments"][:1], *modules()])
        with harmless("noting what this process was among others"):
            self._facts.update(this_place().known() | self._found)
        with harmless("looking at the programs that were started"):
            if children := unrecorded(core.take_launches()):
                self._facts["unrecorded_children"] = children
        for ending in self._endings:
            with harmless("asking a plugin what it knows"):
                self._facts.update(ending())
        if in_part := core.scalar_lines():
            self._facts["scalars_in_part"] = in_part

    def place(self, found: Mapping[str, Any]) -> None:
        """Keep what was found out about this process's place among others after it began, such as its rank."""
        session, shard = self.session, self.shard
        self._found.update(found)
        if session is not None and not _is_wanted(session.policy, self._found.get("rank")):
            self.hold("HELD_BY_RANK", True)
        if session is None or shard is None or all(self._facts.get(name) == found[name] for name in found):
            return
        self._facts.update(found)
        with suppress(OSError):  # a full disk: it is written again at the end
            shards.describe_again(shard, self._facts, Redactor(session.policy.redact))

    def hold(self, whose: str, held: bool) -> None:
        """Let operations pass unrecorded, or no longer, for the reason `whose` (enum held_by)."""
        core = load_core()
        core.hold(core.ENUMS["held_by"][whose], held)

    def step(self) -> None:
        """Mark that a step of the program has ended."""
        if self.session is not None:
            load_core().step()

    def mark(self, text: object) -> None:
        """Name this moment of the program."""
        if self.session is not None:
            load_core().mark(str(text).encode(errors="replace").decode())

    def _hear(self, request: int) -> None:
        """Do what another process asks for that needs Python; called between two bytecodes of the main thread."""
        asked = load_core().ENUMS["control_request"]
        with harmless("doing what numscope ctl asks for"):
            if request == asked["CONTROL_KEEP"] and self.kept is not None:
                self.kept.keep("numscope ctl flush")
            elif request == asked["CONTROL_STOP"]:
                self.end_here()

    def end_here(self) -> None:
        """End the recording of this process, which goes on as if it had never been recorded."""
        try:
            self.stop()
        finally:
            self.take_hooks_away()

    def _settle_kept(self) -> None:
        if self._signals is not None:
            self._signals.close()
        if self.kept is not None and self.kept.facts:
            self._facts["kept"] = self.kept.facts
        self.kept = self._signals = None

    def _library_facts(self) -> dict[str, Any]:
        """Return what the probes know of libraries that were imported later than the one on which recording stands."""
        facts = {}
        for library, probe in self._probes.items():
            if library != registry.GROUND.library:
                with harmless(f"asking for facts about {library}"):
                    facts.update({f"{library} {name}": value for name, value in probe.facts().items()})
        return facts

    def take_hooks_away(self) -> None:
        """Put every hooked pointer back: the process is what it was before `start`."""
        for known in registry.known():
            if not known.grounds:
                cancel(known.library)
        cancel(_LAUNCHER)
        # The ground goes last: the core, which puts back the hooks of all, is bound to it.
        while self._probes:
            library = next(reversed(self._probes))
            with harmless(f"taking the hooks of {library} away"):
                self._probes[library].remove()
            del self._probes[library]

    def _open_shard(self, core: ModuleType, session: Session, how: str) -> None:
        shard = shards.claim_shard(session.trace)
        self._facts = shards.describe_process(shard, how, Redactor(session.policy.redact))
        policy = session.policy
        self.kept, self._signals = _kept(policy)
        self._judge = _judge(session, shard, self.kept)
        self.session, self.shard = session, shard
        core.start(
            os.fsencode(shard),
            hash_library=hash_library(),
            values=core.ENUMS["value_detail"][_VALUES[policy.values]],
            max_bytes=policy.max_bytes,
            max_array_bytes=policy.max_array_bytes,
            every=policy.every,
            depth=policy.depth,
            log=core.ENUMS["log_style"][_log_style(policy)],
            npy_directory=os.fsencode(_npy_directory(policy)),
            npy_prefix=os.fsencode(_npy_prefix(policy, shard)),
            library_paths=library_paths(),
            own_path=os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep,
            from_modules=caller_selector(policy.callers),
            select=selector(policy.ops, policy.skip),
            judge_for=self._judge.wanted if self._judge else 0,
            judge=self._judge,
            expected=self._judge.is_expected if self._judge else None,
            redact=Redactor(policy.redact).text if policy.redact else None,
            rotate=policy.segment_bytes,
            last_ns=policy.last,
            steps=policy.ring,
            control=self._hear,
            only_steps=tuple(bounds(text) for text in policy.steps),
            step_value_bytes=AUTO_STEP_BYTES if policy.values == "auto" else 0,
            run_value_bytes=AUTO_RUN_BYTES if policy.values == "auto" else 0,
            keep=policy.keep,
            scalars=core.ENUMS["scalar_scope"][_SCALARS[policy.scalars]],
        )
        when_imported(_LAUNCHER, _note_launches)
        if MOCK in os.environ and shard.name.startswith("0-"):
            from numscope.recording.mock import MockResults

            core.mock(MockResults(os.environ[MOCK]))

    def _register(self) -> None:
        if self._registered:
            return
        self._registered = True
        os.register_at_fork(
            before=self._prepare_children,
            after_in_parent=self._go_on_in_parent,
            after_in_child=self._go_on_in_child,
        )
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
        # Only now has a forked worker the name that multiprocessing gives it.
        with harmless("noting which worker this is"):
            self._found = {}
            self.place(this_place().known())
        # A worker of multiprocessing ends in os._exit, past atexit, but runs the finalizers that it made itself.
        sys.modules["multiprocessing.util"].Finalize(None, self._end, exitpriority=-100)

    def _go_on_in_parent(self) -> None:
        # The thread that hears `numscope ctl` was ended for the fork.
        if self.session is not None:
            load_core().go_on()

    def _go_on_in_child(self) -> None:
        session = self.session
        if session is None:
            return
        self.session = self.shard = None
        if self._signals is not None:
            self._signals.close()  # the child gets its own
        with harmless("recording a forked process"):
            self._printed.forget()
            core = load_core()
            if core.take_fork():
                self._open_shard(core, session, "forked")

    def _end(self) -> None:
        with harmless("ending the recording"), keeping_interruption():
            session = self.session
            if ended_by := uncaught():
                self._facts["uncaught"] = ended_by
            counters = self.stop()
            if session is not None and counters is not None and session.root_pid == os.getpid():
                from numscope.recording.summary import tell_summary

                tell_summary(session.trace)
                if session.policy.rule:
                    from numscope.recording.findings import tell_findings

                    tell_findings(session.trace)


RECORDER = Recorder()
# An audit hook costs each audited event, such as id(), 0.1 microseconds: there is none before a program starts others.
_LAUNCHER = "subprocess"


def _is_wanted(policy: Policy, rank: int | None) -> bool:
    return not policy.ranks or rank is None or in_ranges(rank, policy.ranks)


def _note_launches() -> None:
    with harmless("noting the programs that are started"):
        core = load_core()
        core.note_launches()
        core.take_launches()  # a forked child has its parent's


def _kept(policy: Policy) -> tuple[KeptSegments | None, KeepingSignals | None]:
    """Return what keeps segments for good, and what has signals do so; None where there is nothing to do."""
    if not policy.rotates:
        return None, None
    from numscope.recording.kept_segments import KeepingSignals, KeptSegments
    from numscope.recording.policy import KEEP_SIGNALS

    kept = KeptSegments(policy.rotates)
    names = [name for name in policy.keep_on if name in KEEP_SIGNALS]
    return kept, KeepingSignals(names, kept) if names else None


def _judge(session: Session, shard: Path, kept: KeptSegments | None) -> Judge | None:
    """What judges operations while they run; the language of rules loads only where it is asked for."""
    from numscope.recording.policy import KEEP_SIGNALS

    policy = session.policy
    if not policy.rule and not policy.stop_on and not set(policy.keep_on) - set(KEEP_SIGNALS):
        return None
    from numscope.recording.judge import Judge

    return Judge(policy, session.trace, shard, kept)


def _log_style(policy: Policy) -> str:
    if not policy.log:
        return "LOG_OFF"
    coloured = os.isatty(2) and not os.environ.get("NO_COLOR")
    return "LOG_COLOURED" if coloured else "LOG_PLAIN"


def _npy_directory(policy: Policy) -> str:
    if policy.npy:
        os.makedirs(policy.npy, exist_ok=True)
    return policy.npy


def _npy_prefix(policy: Policy, shard: Path) -> str:
    program = os.path.basename(sys.argv[0]) if getattr(sys, "argv", None) else ""
    stem = {"-c": "command", "-m": "module", "": "interactive"}.get(program) or os.path.splitext(program)[0]
    ordinal = int(shard.name.partition("-")[0])
    prefix = policy.npy_prefix or stem
    # Processes of one program run at the same time and must not take each other's file names.
    return prefix if ordinal == 0 else f"{prefix}-p{ordinal}"
