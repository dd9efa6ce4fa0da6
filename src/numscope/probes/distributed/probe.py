"""The probe of `distributed`: the key of each task, beside what its thread computes."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from numscope.operations.traits import Trait
from numscope.probes.distributed.adapter import OLDEST, TRIED
from numscope.probes.probe import Probe, Refusal

if TYPE_CHECKING:
    from numscope.probes.hooks import Hooks

TASK = "distributed.task"


class DistributedProbe(Probe):
    """Record that a task begins in a thread of a worker: its operations follow there, until the next one begins.

    No operation runs around them: a segment of the recording can end inside a task of hours.
    """

    library = "distributed"
    title = "Dask's distributed"
    probe_version = 1
    oldest = OLDEST
    tried = TRIED

    def install(self, hooks: Hooks) -> None:
        """Be told of each task that begins. Raises NotRecordedError if the library is too old."""
        import numscope._core as core
        from numscope.probes.distributed.adapter import task_beginner

        self.refuse_too_old(sys.modules[self.library])
        beginner = task_beginner()
        answer = core.watch_results(beginner, _begins) if beginner else "it is not there"
        if answer:
            hooks.refusals.append(Refusal(TASK, answer))
        self._refused = tuple(hooks.refusals)

    def missing(self) -> list[str]:
        """Return the private parts that are not where they are expected."""
        from numscope.probes.distributed import adapter

        return adapter.missing()

    def traits(self) -> Mapping[str, int]:
        """Return that a task is no operation itself."""
        return {TASK: int(Trait.FRAME)}


def _begins(state: Any) -> None:
    import numscope._core as core
    from numscope.probes.distributed.adapter import key_of

    key = key_of(state)
    if key is None:
        return
    core.unmute()  # a function that sees results is called muted
    try:
        core.note(TASK, None, {"task": key})
    finally:
        core.mute()


PROBE = DistributedProbe()
