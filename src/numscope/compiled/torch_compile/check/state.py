"""What a call can change: copied before eager runs, put back before compiled runs."""

from __future__ import annotations

import copy
import random
import types
from collections.abc import Callable
from typing import Any

import torch

from numscope.probes.torch.adapter import compiler as adapter

Restore = Callable[[], None]


class UncopyableError(Exception):
    """An input can't be copied, so that the call can't be made twice."""


def copy_inputs(
    arguments: tuple[Any, ...], keywords: dict[str, Any]
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Return copies of the arguments, aliases among them kept; tensors need gradients if theirs do.

    Modules stay themselves: `snapshot` takes care of what is in them. Raises UncopyableError.
    """
    memo: dict[int, Any] = {}
    for _, leaf in adapter.leaves_in((arguments, keywords))[0]:
        if isinstance(leaf, torch.Tensor):
            twin = leaf.detach().clone().requires_grad_(leaf.requires_grad)
            memo[id(leaf)] = twin if leaf.is_leaf else twin.clone()  # a leaf would refuse in-place operations
        elif isinstance(leaf, (torch.nn.Module, types.FunctionType)):
            memo[id(leaf)] = leaf
    try:
        copied: tuple[tuple[Any, ...], dict[str, Any]] = copy.deepcopy((arguments, keywords), memo)
    except (TypeError, RuntimeError, NotImplementedError) as error:
        raise UncopyableError(str(error)) from error
    return copied


def parameters_of(function: Any, arguments: tuple[Any, ...]) -> list[torch.Tensor]:
    """Return the parameters of the modules that `function` can reach, in a fixed order."""
    modules = [each for each in _reachable(function, arguments) if isinstance(each, torch.nn.Module)]
    return list(
        {id(parameter): parameter for module in modules for parameter in module.parameters()}.values()
    )


def snapshot(function: Any, arguments: tuple[Any, ...]) -> Restore:
    """Remember random states, and modules, optimisers and tensors that `function` can reach; return what restores."""
    restores: list[Restore] = [_random_states()]
    for each in _reachable(function, arguments):
        if isinstance(each, torch.nn.Module):
            restores.append(_module(each))
        elif isinstance(each, torch.optim.Optimizer):
            restores.append(_optimizer(each))
        elif isinstance(each, torch.Tensor):
            restores.append(_tensor(each))

    def restore() -> None:
        for one in restores:
            one()

    return restore


def _reachable(function: Any, arguments: tuple[Any, ...]) -> list[Any]:
    """Return the objects the call can get at through itself, its closure, its globals and its arguments."""
    found: list[Any] = [function, getattr(function, "__self__", None)]
    if isinstance(function, torch.nn.Module):
        return found[:1]
    plain = getattr(function, "__func__", function)
    if isinstance(plain, types.FunctionType):
        for cell in plain.__closure__ or ():
            try:
                found.append(cell.cell_contents)
            except ValueError:  # not assigned yet
                continue
        found += [plain.__globals__[name] for name in plain.__code__.co_names if name in plain.__globals__]
    found += [each for each in arguments if isinstance(each, (torch.nn.Module, torch.optim.Optimizer))]
    return list({id(each): each for each in found}.values())


def _random_states() -> Restore:
    torch_state, python_state = torch.get_rng_state(), random.getstate()

    def restore() -> None:
        torch.set_rng_state(torch_state)
        random.setstate(python_state)

    return restore


def _tensor(tensor: torch.Tensor) -> Restore:
    value, gradient = tensor.detach().clone(), tensor.grad
    kept = None if gradient is None else gradient.detach().clone()

    def restore() -> None:
        # Only what changed is written: a write would make autograd refuse graphs that saved the tensor.
        if not torch.equal(tensor.detach(), value):
            with torch.no_grad():
                tensor.copy_(value)
        tensor.grad = kept

    return restore


def _module(module: torch.nn.Module) -> Restore:
    restores = [_tensor(each) for each in (*module.parameters(), *module.buffers())]
    training = {each: each.training for each in module.modules()}

    def restore() -> None:
        for one in restores:
            one()
        for each, mode in training.items():
            each.training = mode

    return restore


def _optimizer(optimizer: torch.optim.Optimizer) -> Restore:
    state = copy.deepcopy(optimizer.state_dict())
    return lambda: optimizer.load_state_dict(copy.deepcopy(state))
