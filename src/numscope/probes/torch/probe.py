"""PyTorch's probe: its operators, natively or by the fallback."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from numscope.probes.probe import NotRecordedError, NotSpelledError, Probe, Spelling, Status
from numscope.probes.torch.adapter.versions import OLDEST, TRIED
from numscope.probes.torch.settings import SETTINGS

if TYPE_CHECKING:
    from numscope.probes.calling.recorded import RecordedOperation
    from numscope.probes.calling.written import Source, Statement
    from numscope.probes.hooks import Hooks


class TorchProbe(Probe):
    """Watch what torch's dispatcher calls."""

    library = "torch"
    probe_version = 1
    tried = TRIED
    oldest = ".".join(map(str, OLDEST))
    thread_functions = ("get_num_threads", "set_num_threads")
    settings = SETTINGS
    changes_objects = False
    prefixes = ("aten::", "autograd::", "optim::", "Torch-Compiled")

    def __init__(self) -> None:
        self._reduced = ""

    def traits(self) -> Mapping[str, int]:
        """Return the library's table."""
        from numscope.operations.torch import TRAITS

        return TRAITS

    def owns(self, operation: str) -> bool:
        """Return whether torch's dispatcher has it: operators of other libraries are written `LIBRARY::NAME` too."""
        return "::" in operation or super().owns(operation)

    def spelling(self, operation: str) -> Spelling:
        """Return the operator's path; of which overload it is stands in each recorded operation."""
        path = f"ops.{operation.replace('::', '.')}"
        return Spelling("torch", path, recipe="numscope.probes.torch.calling.operators:TorchRecipe")

    def source(self, operation: RecordedOperation, programs: tuple[str, ...]) -> Source:
        """Return a line that calls the operator itself."""
        from numscope.probes.torch.calling.source import torch_source_of

        return torch_source_of(operation)

    def statement(self, operation: str, positional: list[str], named: dict[str, str]) -> Statement:
        """Raise NotSpelledError: the overload is known only with the recorded operation."""
        raise NotSpelledError(f"{operation} is an operator of PyTorch's, which no script calls")

    def install(self, hooks: Hooks) -> None:
        """Record operators from now on; raises NumscopeError if that can't be."""
        from numscope.probes.torch.watch import WATCH

        choice = WATCH.start(hooks.tell, hooks.place)
        if choice.reduced and choice.backend == "none":
            raise NotRecordedError(choice.reason)
        self._reduced = choice.reason if choice.reduced else ""

    def stop(self) -> None:
        """Let operators pass again."""
        from numscope.probes.torch.watch import WATCH

        WATCH.stop()

    def remove(self) -> None:
        """Take the callbacks away: the same as `stop`."""
        self.stop()

    def reduced(self) -> str:
        """Return why the fallback records, and what it does not see."""
        return self._reduced

    def missing(self) -> list[str]:
        """Return the private parts that this torch lacks."""
        from numscope.probes.torch import adapter

        torch = adapter.imported()
        return adapter.moved(torch) if torch is not None else []

    def random_state(self) -> Any:
        """Return the state of the processor's generator."""
        return sys.modules["torch"].get_rng_state().tolist()

    def status(self) -> Status:
        """Return which backend records here, having tried it."""
        from importlib import import_module
        from importlib.util import find_spec

        if find_spec("torch") is None:
            return Status(True, "not installed: nothing of it to record")
        torch = import_module("torch")
        from numscope.probes.torch.watch import WATCH

        choice = WATCH.start(lambda text: None)
        WATCH.stop()
        text = f"{torch.__version__}, backend {choice.backend}: {choice.reason}"
        return Status(not choice.reduced, f"reduced fidelity: {text}" if choice.reduced else text)


PROBE = TorchProbe()
