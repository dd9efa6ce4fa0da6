"""The probe of Ray: the id of each task beside what a worker computes, and the line that asked for it."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from numscope.operations.traits import Trait
from numscope.probes.probe import Probe, Refusal
from numscope.probes.ray.adapter import OLDEST, TRIED

if TYPE_CHECKING:
    from numscope.probes.hooks import Hooks

TASK, REQUEST = "ray.task", "ray.remote"


class RayProbe(Probe):
    """Record that a task begins in a worker, and that a line asks for one."""

    library = "ray"
    title = "Ray"
    probe_version = 1
    oldest = OLDEST
    tried = TRIED

    def install(self, hooks: Hooks) -> None:
        """Be told of each task. Raises NotRecordedError if the library is too old."""
        import numscope._core as core
        from numscope.probes.ray.adapter import ASKS, BEGINS, function_at

        self.refuse_too_old(sys.modules[self.library])
        for path, see in ((BEGINS, _begins), *((path, _asks) for path in ASKS)):
            function = function_at(path)
            answer = core.watch_results(function, see) if function else "it is not there"
            if answer:
                hooks.refusals.append(Refusal(path, answer))
        self._refused = tuple(hooks.refusals)

    def missing(self) -> list[str]:
        """Return the private parts that are not where they are expected."""
        from numscope.probes.ray import adapter

        return adapter.missing()

    def traits(self) -> Mapping[str, int]:
        """Return that neither is an operation on numbers."""
        return {TASK: int(Trait.FRAME), REQUEST: int(Trait.FRAME)}


def _begins(_context: Any) -> None:
    from numscope.probes.ray.adapter import running
    from numscope.probes.tasks import note_begin

    task = running()
    if task:
        name, identity = task
        note_begin(TASK, f"{name}-{identity}", identity)


def _asks(given: Any) -> None:
    from numscope.probes.ray.adapter import asked_for
    from numscope.probes.tasks import note_request

    for identity in asked_for(given):
        note_request(REQUEST, identity)


PROBE = RayProbe()
