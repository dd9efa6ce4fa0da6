"""The probe of `distributed`: the key of each task beside what its thread computes, and the line that asked for it."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from numscope.operations.traits import Trait
from numscope.probes.distributed.adapter import OLDEST, TRIED
from numscope.probes.probe import Probe, Refusal

if TYPE_CHECKING:
    from numscope.probes.hooks import Hooks

TASK, REQUEST = "distributed.task", "distributed.submit"


class DistributedProbe(Probe):
    """Record that a task begins in a thread of a worker: its operations follow there, until the next one begins.

    In the program that asks, record the keys of what it asks for. What these need is said by the workers.

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
        from numscope.probes.distributed.adapter import task_asker, task_beginner

        self.refuse_too_old(sys.modules[self.library])
        for operation, function, see in ((TASK, task_beginner(), _begins), (REQUEST, task_asker(), _asks)):
            answer = core.watch_results(function, see) if function else "it is not there"
            if answer:
                hooks.refusals.append(Refusal(operation, answer))
        self._refused = tuple(hooks.refusals)

    def missing(self) -> list[str]:
        """Return the private parts that are not where they are expected."""
        from numscope.probes.distributed import adapter

        return adapter.missing()

    def traits(self) -> Mapping[str, int]:
        """Return that neither is an operation on numbers."""
        return {TASK: int(Trait.FRAME), REQUEST: int(Trait.FRAME)}


def _begins(state: Any) -> None:
    from numscope.probes.distributed.adapter import key_of, needs_of
    from numscope.probes.tasks import note_begin

    key = key_of(state)
    if key is not None:
        note_begin(TASK, key, needs=needs_of(state))


def _asks(futures: Any) -> None:
    from numscope.probes.tasks import note_request

    for key in futures:
        note_request(REQUEST, str(key))


PROBE = DistributedProbe()
