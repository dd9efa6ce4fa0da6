"""Watching every nn.Module that a program calls, without a change to the program."""

from __future__ import annotations

import atexit
import json
import os
import sys
import warnings
import weakref
from dataclasses import asdict
from pathlib import Path
from typing import Any

import torch
from torch import nn
from torch.nn.modules.module import register_module_forward_pre_hook

from numscope.inspector.diagnosis import diagnose
from numscope.inspector.hooks import Session
from numscope.inspector.kinds import Kind, parse_kinds
from numscope.inspector.layer import Layer
from numscope.inspector.matching import near_names
from numscope.inspector.order import Order
from numscope.inspector.recording import Recording
from numscope.inspector.roots import Roots, matches
from numscope.inspector.streamed_series import StreamedSeries
from numscope.recording.files import replace_text
from numscope.recording.reporting import harmless


def watch_program(order: Order) -> None:
    """Watch from now on, and leave a report in the order's folder when the process ends."""
    # torch warns of the hook that sees a compiled model called; nothing is compiled while we watch.
    warnings.filterwarnings("ignore", message=r"Using `torch\.compile\(module\)` when there are global hooks")
    watch = ProgramWatch(order)
    atexit.register(watch.finish)


class GuestRecording(Recording):
    """A recording whose own faults are reported once and never reach the program."""

    def keep(self, layer: Layer, kind: Kind, place: str, call: int, tensor: torch.Tensor) -> None:
        """Add `tensor` to its series."""
        with harmless("keeping a tensor"):
            super().keep(layer, kind, place, call, tensor)


class ProgramWatch:
    """Streams statistics of the layers that match, of whatever models the program turns out to have.

    A hook for all modules, a public extension point of torch, notices each model when it is first called; its
    layers then get hooks of their own.
    """

    def __init__(self, order: Order) -> None:
        self._order = order
        self._kinds = parse_kinds(order.kinds)
        self._recording = GuestRecording(StreamedSeries)
        self._session = Session(self._recording)
        self._roots = Roots()
        self._names: list[str] = []
        self._layers: weakref.WeakKeyDictionary[nn.Module, Layer] = weakref.WeakKeyDictionary()
        self._met: set[str] = set()
        self._model: str | None = None
        self._process = os.getpid()
        self._handle = register_module_forward_pre_hook(self._notice)

    def _notice(self, module: nn.Module, args: tuple[Any, ...]) -> None:
        if not self._roots.is_known(module) and not self._session.idle():
            with harmless("watching a model"):
                self._take_in(module)

    def _take_in(self, root: nn.Module) -> None:
        layers = self._roots.add(root)
        model = next(iter(layers))
        self._names.extend(layers)
        trained = next(root.parameters(), None) is not None
        begins = self._model is None and trained
        if begins:
            self._model = model
            self._session.attach_start(root)
        # Loss functions are modules too, and no layers: what has no parameters is not alone worth a line.
        alone = len(layers) == 1 and trained
        for name, module in layers.items():
            if module in self._layers:
                self._layers[module].name, self._layers[module].model = name, model
            wanted = {pattern for pattern in self._order.patterns if matches(name, pattern, alone)}
            self._met |= wanted
            if wanted and module not in self._layers:
                self._watch(name, module, model)
        if begins:
            # The hooks of this very call had been collected before ours was put on.
            self._session.begin_step()

    def _watch(self, name: str, module: nn.Module, model: str) -> None:
        layer = self._layers[module] = Layer.of(name, module)
        layer.model = model
        self._recording.layers.append(layer)
        self._session.attach(layer, module, self._kinds)
        if "weight_gradients" in self._kinds:
            self._session.attach_parameters(layer, module)

    def finish(self) -> None:
        """Take the hooks off and write the report."""
        self._handle.remove()
        self._session.close()
        if os.getpid() == self._process:
            with harmless("writing the report"):
                path = Path(self._order.folder) / f"{self._process}.json"
                replace_text(path, path.with_suffix(".draft"), json.dumps(self._report()))

    def _report(self) -> dict[str, Any]:
        diagnosis = diagnose(self._recording)
        return {
            "process": self._process,
            "program": sys.argv,
            "model": self._model,
            "steps": self._recording.step,
            "records": self._recording.records(),
            "silent": self._recording.silent(),
            "findings": [asdict(finding) for finding in diagnosis],
            "unchecked": diagnosis.unchecked,
            "layers": len(self._names),
            "unmatched": {
                pattern: near_names(pattern, self._names)
                for pattern in self._order.patterns
                if pattern not in self._met
            },
        }
