"""Leaving a model, its gradients and the random numbers as they were found."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterable, Iterator

import torch
from torch import nn
from torch.nn.parameter import is_lazy

from numscope.inspector.exceptions import InspectionError
from numscope.inspector.structure import tensors_in


@contextlib.contextmanager
def untouched(model: nn.Module, batch: object) -> Iterator[Gradients]:
    """Run the block, then put back the model's buffers, all gradients and the random generators.

    BatchNorm's running statistics, the counters of dropout's random numbers and `.grad` of every parameter
    are afterwards what they were, bit for bit. The gradients are out of the way while the block runs.
    """
    with _same_random_numbers(model), _same_buffers(model):
        gradients = Gradients((*model.parameters(), *(tensor for _, tensor in tensors_in(batch))))
        try:
            yield gradients
        finally:
            gradients.put_back()


class Gradients:
    """The `.grad` of leaf tensors, put aside."""

    def __init__(self, tensors: Iterable[torch.Tensor]) -> None:
        self._aside: dict[torch.Tensor, torch.Tensor | None] = {}
        self.put_aside(tensors)

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


@contextlib.contextmanager
def _same_random_numbers(model: nn.Module) -> Iterator[None]:
    devices = {tensor.device for tensor in model.parameters() if tensor.is_cuda}
    with torch.random.fork_rng(devices=sorted(devices, key=str), device_type="cuda"):
        yield


@contextlib.contextmanager
def _same_buffers(model: nn.Module) -> Iterator[None]:
    before = [
        (module, name, buffer, buffer.detach().clone())
        for module in model.modules()
        for name, buffer in module.named_buffers(recurse=False)
        if not is_lazy(buffer)
    ]
    try:
        yield
    finally:
        with torch.no_grad():
            for module, name, buffer, copy in before:
                if getattr(module, name, None) is not buffer:
                    setattr(module, name, buffer)
                # Written only where it changed: a write would spoil graphs the program still wants to use.
                if not torch.equal(buffer, copy):
                    buffer.copy_(copy)


@contextlib.contextmanager
def nothing_compiled() -> Iterator[None]:
    """Run the block with everything that torch.compile made replaced by the Python it was made from.

    Hooks are not seen by code that is already compiled. Nothing is thrown away: afterwards the compiled code
    is used again. Raises InspectionError where this torch has no such switch and something may be compiled.
    """
    if "torch._dynamo" not in sys.modules:  # nothing can have been compiled, and importing it takes a second
        yield
        return
    if not hasattr(torch.compiler, "set_stance"):
        raise InspectionError(
            "seeing into compiled models needs PyTorch 2.6: give Inspector the uncompiled one"
        )
    with torch.compiler.set_stance("force_eager"):
        yield
