"""The hooks on a model's layers: put on, and all taken off again.

Only public extension points: forward hooks and forward pre-hooks on modules, hooks on tensors, and on
parameters what runs after a gradient is accumulated. No full backward hook: those put an identity function
around a module's outputs, which makes in-place activations after it fail.
"""

from __future__ import annotations

import contextlib
import functools
import weakref
from collections.abc import Callable, Iterable
from typing import Any

import torch
from torch import nn
from torch.compiler import is_compiling
from torch.utils.hooks import RemovableHandle

from numscope.inspector.kinds import Kind
from numscope.inspector.layer import Layer
from numscope.inspector.recording import Keeper
from numscope.inspector.structure import tensors_in


class Session:
    """The hooks of one run. After `close` there is none left on any module, parameter or tensor."""

    def __init__(self, keeper: Keeper) -> None:
        self.keeper = keeper
        self.active = True
        # Set while a backward pass runs that we started: a forward call then is a checkpoint's recomputation.
        self.recomputing = False
        self._handles: list[RemovableHandle] = []
        self._tensor_handles: list[RemovableHandle] = []
        self._weighed: list[tuple[Layer, weakref.ref[nn.Module]]] = []

    def idle(self) -> bool:
        """Whether there is nothing to see: the run is over, or a compiler is tracing, not computing."""
        return not self.active or is_compiling()

    def attach(self, layer: Layer, module: nn.Module, kinds: Iterable[Kind]) -> None:
        """Watch `module` from now on; its weight gradients only if `attach_parameters` is called as well."""
        kinds = frozenset(kinds)
        if "inputs" in kinds:
            self._register(
                functools.partial(module.register_forward_pre_hook, with_kwargs=True), InputHook(self, layer)
            )
        if kinds & {"inputs", "activations", "gradients"}:
            self._register(module.register_forward_hook, OutputHook(self, layer, kinds))
        if "weights" in kinds:
            self._weighed.append((layer, weakref.ref(module)))

    def attach_parameters(self, layer: Layer, module: nn.Module) -> None:
        """Keep the gradients of the module's own parameters whenever a backward pass has added to them."""
        for name, parameter in module.named_parameters(recurse=False):
            if parameter.requires_grad:
                register: Any = parameter.register_post_accumulate_grad_hook
                self._register(register, ParameterHook(self, layer, name))

    def attach_start(self, model: nn.Module) -> None:
        """Begin a step whenever a forward pass of `model` begins."""
        self._register(model.register_forward_pre_hook, StartHook(self))

    def _register(self, register: Callable[[Any], RemovableHandle], hook: Hook) -> None:
        # One call in C both puts the hook on and keeps its handle: no Ctrl-C comes between the two.
        self._handles.extend(map(register, (hook,)))

    def begin_step(self) -> None:
        """Say that a forward pass begins, and keep the weights it begins with."""
        self.keeper.begin_step()
        # Tensors of earlier steps have gone, and their hooks with them.
        self._tensor_handles = [
            handle for handle in self._tensor_handles if handle.hooks_dict_ref() is not None
        ]
        for layer, reference in self._weighed:
            module = reference()
            for name, parameter in module.named_parameters(recurse=False) if module else ():
                self.keeper.keep(layer, "weights", name, self.keeper.step, parameter)

    def watch_gradient(self, layer: Layer, place: str, call: int, tensor: torch.Tensor) -> None:
        """Keep the gradient of `tensor` when a backward pass comes by."""
        register: Any = tensor.register_hook
        self._tensor_handles.append(register(GradientHook(self, layer, place, call)))

    def close(self) -> None:
        """Take every hook off. What the program still holds of a hooked graph finds its hooks inert.

        It may be called again: what is gone stays gone.
        """
        self.active = False
        for handle in (*self._handles, *self._tensor_handles):
            handle.remove()


class Hook:
    """A hook of ours. A model copied or pickled while watched takes a hook along that does nothing."""

    __slots__ = ("session",)

    def __init__(self, session: Session) -> None:
        self.session = session

    def __reduce__(self) -> tuple[Any, ...]:
        # Takes any arguments, returns None, and needs no numscope where the copy is loaded.
        return getattr, (contextlib.nullcontext(), "__exit__")


class StartHook(Hook):
    """Notes that a forward pass of the model begins."""

    __slots__ = ()

    def __call__(self, module: nn.Module, args: tuple[Any, ...]) -> None:
        """Begin a step."""
        if not (self.session.idle() or self.session.recomputing):
            self.session.begin_step()


class InputHook(Hook):
    """Keeps what a module is called with, before the module can change it in place."""

    __slots__ = ("layer",)

    def __init__(self, session: Session, layer: Layer) -> None:
        super().__init__(session)
        self.layer = layer

    def __call__(self, module: nn.Module, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        """Keep the tensors among the arguments."""
        if self.session.idle() or self.session.recomputing:
            return
        alone = len(args) == 1 and not kwargs
        for value in (args[0] if alone else args, kwargs):
            for place, tensor in tensors_in(value):
                self.session.keeper.keep(self.layer, "inputs", place, self.layer.calls, tensor)


class OutputHook(Hook):
    """Keeps what a module returns, before the next can change it in place, and asks for its gradient."""

    __slots__ = ("activations", "gradients", "layer")

    def __init__(self, session: Session, layer: Layer, kinds: frozenset[Kind]) -> None:
        super().__init__(session)
        self.layer = layer
        self.activations = "activations" in kinds
        self.gradients = "gradients" in kinds

    def __call__(self, module: nn.Module, args: object, output: object) -> None:
        """Keep the tensors in the output."""
        session, layer, call = self.session, self.layer, self.layer.calls
        if not session.active or is_compiling():  # `idle`, without a call
            return
        if session.recomputing:
            # The call was counted when it first ran; a checkpoint that keeps no graph has gradients only now.
            call -= 1
        else:
            layer.calls += 1
            layer.training = module.training
        # Most modules return one tensor, and the walk costs as much as its statistics.
        found: Iterable[tuple[str, torch.Tensor]] = (
            (("", output),) if type(output) is torch.Tensor else tensors_in(output)
        )
        for place, tensor in found:
            if self.activations and not session.recomputing:
                session.keeper.keep(layer, "activations", place, call, tensor)
            if self.gradients and tensor.requires_grad:
                session.watch_gradient(layer, place, call, tensor)


class GradientHook(Hook):
    """Keeps the gradient of one output of one call."""

    __slots__ = ("call", "layer", "place")
    __torch_unserializable__ = True  # what torch.utils.hooks.unserializable_hook sets

    def __init__(self, session: Session, layer: Layer, place: str, call: int) -> None:
        self.session = session  # not through super(): one is made for each tensor
        self.layer = layer
        self.place = place
        self.call = call

    def __call__(self, gradient: torch.Tensor) -> None:
        """Keep the gradient, and leave it as it is."""
        session = self.session
        if session.active and not is_compiling():  # not `idle`, without a call
            session.keeper.keep(self.layer, "gradients", self.place, self.call, gradient)


class ParameterHook(Hook):
    """Keeps a parameter's gradient as the backward pass leaves it."""

    __slots__ = ("layer", "name")

    def __init__(self, session: Session, layer: Layer, name: str) -> None:
        super().__init__(session)
        self.layer = layer
        self.name = name

    def __call__(self, parameter: torch.Tensor) -> None:
        """Keep what has accumulated."""
        if parameter.grad is not None and not self.session.idle():
            self.session.keeper.keep(
                self.layer, "weight_gradients", self.name, self.layer.calls, parameter.grad
            )
