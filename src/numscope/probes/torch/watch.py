"""Puts the recorder of torch's operators in place, and takes it away."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType

import numscope._core as _core
from numscope.errors import NumscopeError, UsageError
from numscope.probes.probe import is_older
from numscope.probes.torch import adapter, build
from numscope.probes.torch.adapter.versions import OLDEST
from numscope.probes.torch.compiled import CompiledGraphs
from numscope.probes.torch.default_group import DefaultGroup, Place
from numscope.probes.torch.dispatch import LACKS, Dispatch
from numscope.probes.torch.learning_rates import LearningRates
from numscope.probes.torch.modules import ModuleNames

_OLDEST = ".".join(map(str, OLDEST))

BACKEND_VARIABLE = "NUMSCOPE_TORCH_BACKEND"
BACKENDS = ("auto", "native", "dispatch", "none")


@dataclass(frozen=True)
class Choice:
    """Which backend it is and why; `reduced`: something a user should know."""

    backend: str
    reason: str
    reduced: bool = False


class _Native:
    """The callback of at::RecordFunction."""

    def __init__(self, torch: adapter.Torch, tell: Callable[[str], None]) -> None:
        self._module = build.load(torch, tell)
        self._code = torch.module_call()
        self._graphs = CompiledGraphs(torch, self._module)
        self._rates = LearningRates(torch.step_code())
        # What is called from inside operators, and so from inside compiled code.
        torch.keep_dynamo_off(
            *(
                function.__code__
                for function in (
                    *(ModuleNames.describe, ModuleNames.signature, ModuleNames.forget),
                    LearningRates.now,
                )
            )
        )
        self._samples = torch.some_tensors()
        self._torch = torch
        self._test(torch.module)

    def start(self, place: Place) -> None:
        names = ModuleNames(self._module.forget, self._module.add_parameters, self._torch.no_overrides)
        group = DefaultGroup(place)
        self._module.start(
            *(_core._writer, names.describe, self._code),
            *(self._graphs.watch, group.note, self._rates.now),
        )
        call, kind = self._torch.module_entry(), self._torch.module.Tensor
        self._module.watch_calls(call, self._samples, kind, names.signature)

    def stop(self) -> None:
        self._module.stop()
        self._graphs.unwatch()

    def _test(self, torch: ModuleType) -> None:
        """Raises BuildError unless a callback sees one addition as it is."""
        self._module.begin_test()
        try:
            torch.ones(2, 3) + 1
        finally:
            seen = self._module.end_test()
        if seen != ("aten::add", 3, (2, 3), 1):
            raise build.BuildError(f"its self-test saw {seen}")


class _Watch:
    """What records torch in this process."""

    def __init__(self) -> None:
        self.choice = Choice("none", "torch has not been imported")
        self._backend: _Native | Dispatch | None = None
        self._running = False

    def start(self, tell: Callable[[str], None], place: Place = lambda found: None) -> Choice:
        """Record what the imported torch does; return with what. `tell` shows the user what takes long.

        place: keeps the process's rank, once torch.distributed knows it.

        Raises UsageError if NUMSCOPE_TORCH_BACKEND names no backend, or one that can't be had.
        """
        wanted = os.environ.get(BACKEND_VARIABLE, "auto") or "auto"
        if wanted not in BACKENDS:
            raise UsageError(f"{BACKEND_VARIABLE}={wanted} is none of {', '.join(BACKENDS)}")
        torch = adapter.imported()
        if torch is None or wanted == "none":
            self.choice = Choice("none", "asked for" if torch else "torch has not been imported")
        elif is_older(torch.module, _OLDEST):
            self.choice = Choice("none", f"torch {torch.version} is older than {_OLDEST}", reduced=True)
        elif not self._running:
            self.choice = self._start(torch, wanted, tell, place)
            self._running = True
        return self.choice

    def stop(self) -> None:
        """Take away what `start` put in place."""
        if self._running:
            self._running = False
            if self._backend is not None:
                self._backend.stop()

    def _start(self, torch: adapter.Torch, wanted: str, tell: Callable[[str], None], place: Place) -> Choice:
        reason = "asked for"
        if wanted != "dispatch":
            try:
                return self._start_native(torch, tell, place)
            except (NumscopeError, AttributeError) as error:
                if wanted == "native":
                    raise UsageError(f"torch {torch.version} can't be recorded natively: {error}") from None
                reason = str(error)
        try:
            self._backend = Dispatch(torch)
            self._backend.start()
        except AttributeError as error:
            self._backend = None
            raise UsageError(f"torch {torch.version} can't be recorded: {reason}; {error}") from None
        return Choice("dispatch", f"{reason}; not seen: {LACKS}", reduced=True)

    def _start_native(self, torch: adapter.Torch, tell: Callable[[str], None], place: Place) -> Choice:
        native = self._backend if isinstance(self._backend, _Native) else _Native(torch, tell)
        native.start(place)
        self._backend = native
        tried = "" if torch.was_tried() else ", a version on which numscope was not tested"
        packed = " and packed with numscope" if build.is_packed(torch) else ""
        return Choice("native", f"built for torch {torch.version}{tried}{packed}; self-test passed")


WATCH = _Watch()
