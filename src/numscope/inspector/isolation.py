"""Leaving a model, its gradients and the random numbers as they were found."""

from __future__ import annotations

import sys
from collections.abc import Iterable

import torch
from torch import nn
from torch.nn.parameter import is_lazy

from numscope.inspector.exceptions import InspectionError
from numscope.inspector.restore import Restore
from numscope.inspector.structure import tensors_in


def isolate(model: nn.Module, batch: object, restore: Restore) -> Gradients:
    """Have `restore` put back the model's buffers, all gradients and the random generators.

    BatchNorm's running statistics, the counters of dropout's random numbers and `.grad` of every parameter
    are afterwards what they are now, bit for bit. The gradients are out of the way until then: returns them.
    """
    _keep_random_numbers(model, restore)
    _keep_buffers(model, restore)
    gradients = Gradients()
    restore.add(gradients.put_back)
    gradients.put_aside((*model.parameters(), *(tensor for _, tensor in tensors_in(batch))))
    return gradients


class Gradients:
    """The `.grad` of leaf tensors, put aside."""

    def __init__(self) -> None:
        self._aside: dict[torch.Tensor, torch.Tensor | None] = {}

    def put_aside(self, tensors: Iterable[torch.Tensor]) -> None:
        """Put aside the gradients of the leaves among `tensors`."""
        for tensor in tensors:
            if tensor.is_leaf and tensor.requires_grad and tensor not in self._aside:
                self._aside[tensor] = tensor.grad
                tensor.grad = None

    def put_aside_reached(self, loss: torch.Tensor) -> None:
        """Put aside the gradients of every leaf the backward pass of `loss` reaches, whosever it is."""
        seen = set()
        waiting = [loss.grad_fn]
        while waiting:
            node = waiting.pop()
            if node is None or node in seen:
                continue
            seen.add(node)
            # What accumulates into a leaf has it as `variable`.
            leaf = getattr(node, "variable", None)
            if isinstance(leaf, torch.Tensor):
                self.put_aside([leaf])
            waiting.extend(following for following, _ in node.next_functions)

    def put_back(self) -> None:
        """Give every leaf the gradient it had."""
        for tensor, gradient in self._aside.items():
            tensor.grad = gradient


def _keep_random_numbers(model: nn.Module, restore: Restore) -> None:
    on_cpu = torch.get_rng_state()
    devices = sorted({tensor.device for tensor in model.parameters() if tensor.is_cuda}, key=str)
    on_devices = [torch.cuda.get_rng_state(device) for device in devices]

    def put_back() -> None:
        torch.set_rng_state(on_cpu)
        for device, state in zip(devices, on_devices, strict=True):
            torch.cuda.set_rng_state(state, device)

    restore.add(put_back)


def _keep_buffers(model: nn.Module, restore: Restore) -> None:
    before = [
        (module, name, buffer, buffer.detach().clone())
        for module in model.modules()
        for name, buffer in module.named_buffers(recurse=False)
        if not is_lazy(buffer)
    ]

    def put_back() -> None:
        with torch.no_grad():
            for module, name, buffer, copy in before:
                if getattr(module, name, None) is not buffer:
                    setattr(module, name, buffer)
                # Written only where it changed: a write would spoil graphs the program still wants to use.
                if not torch.equal(buffer, copy):
                    buffer.copy_(copy)

    restore.add(put_back)


def run_uncompiled(restore: Restore) -> None:
    """Replace everything that torch.compile made by the Python it was made from, until `restore` is called.

    Hooks are not seen by code that is already compiled. Nothing is thrown away: afterwards the compiled code
    is used again. Raises InspectionError where this torch has no such switch and something may be compiled.
    """
    if "torch._dynamo" not in sys.modules:  # nothing can have been compiled, and importing it takes a second
        return
    if not hasattr(torch.compiler, "set_stance"):
        raise InspectionError(
            "seeing into compiled models needs PyTorch 2.6: give Inspector the uncompiled one"
        )
    stances: list[torch.compiler.set_stance] = []

    def put_back() -> None:
        for stance in stances:
            stance.__exit__(None, None, None)

    restore.add(put_back)
    # One call in C both sets the stance and keeps it: no interrupt comes between the two.
    stances.extend(map(torch.compiler.set_stance, ("force_eager",)))
