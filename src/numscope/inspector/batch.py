"""Calling a model on a batch, and finding the number to start the backward pass from."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Any

import torch
from torch import nn

from numscope.inspector.exceptions import ForwardError, InspectionError
from numscope.inspector.matching import LayerNames
from numscope.inspector.statistics import name_of, shape_of
from numscope.inspector.structure import tensors_in

Loss = Callable[[Any], torch.Tensor]


def run_forward(model: nn.Module, names: LayerNames, batch: object) -> Any:
    """Call `model` on `batch`: a tuple gives the positional arguments, a mapping the keyword arguments.

    Anything else is the one argument; a tuple or mapping that is itself the one argument is written `(it,)`.
    Raises ForwardError where the model fails with one of the exceptions PyTorch has for data that doesn't
    fit; any other exception is the program's own and passes.
    """
    try:
        if isinstance(batch, Mapping):
            return model(**batch)
        if isinstance(batch, tuple) and not hasattr(batch, "_fields"):
            return model(*batch)
        return model(batch)
    except InspectionError:
        raise
    except (RuntimeError, TypeError, ValueError, IndexError) as error:
        raise ForwardError(_explain(model, names, batch, error)) from error


def _explain(model: nn.Module, names: LayerNames, batch: object, error: Exception) -> str:
    where = _innermost(names, error.__traceback__)
    first_line = (str(error).splitlines() or [""])[0]
    place = f" in layer {where!r}" if where else ""
    return (
        f"{type(model).__name__} failed{place} on the batch ({describe(batch)}): "
        f"{type(error).__name__}: {first_line}. A tuple is passed as positional arguments, "
        "a dict as keyword arguments"
    )


def _innermost(names: LayerNames, traceback: TracebackType | None) -> str | None:
    """Return the name of the layer in whose method the exception was raised."""
    found = None
    while traceback is not None:
        receiver = traceback.tb_frame.f_locals.get("self")
        if isinstance(receiver, nn.Module):
            found = names.name_of(receiver) or found
        traceback = traceback.tb_next
    return found


def describe(batch: object) -> str:
    """Say which tensors a batch is made of."""
    parts = []
    for place, tensor in tensors_in(batch):
        shape = ", ".join(map(str, shape_of(tensor)))
        parts.append(f"{place + ': ' if place else ''}{name_of(tensor.dtype)}[{shape}] on {tensor.device}")
    return "; ".join(parts) or f"a {type(batch).__name__} without tensors"


def loss_of(output: object, loss: Loss | None) -> torch.Tensor:
    """Return the number to differentiate: `loss(output)`, or without a loss the output if it is one number.

    Of an output with a field or key `loss`, as Hugging Face models return, that one is taken. Raises
    InspectionError where there is no such number or it has no gradient.
    """
    if loss is None:
        total = _own_loss(output)
    else:
        total = loss(output)
        if not isinstance(total, torch.Tensor):
            raise InspectionError(
                f"the loss function returned a {type(total).__name__}, not a tensor: "
                "return the tensor itself, without .item()"
            )
        if total.numel() != 1:
            raise InspectionError(
                f"the loss function returned {describe(total)}, and gradients need one number: "
                "reduce it with .mean() or .sum()"
            )
    if not total.requires_grad:
        raise InspectionError(
            "gradients are watched, and the loss does not depend on anything that requires one: all "
            "parameters "
            "are frozen, or the model or the loss runs under torch.no_grad() or detaches its result"
        )
    return total


def _own_loss(output: object) -> torch.Tensor:
    tensors = dict(tensors_in(output))
    single = tensors.get("loss", tensors.get(""))
    if single is not None and single.numel() == 1:
        return single
    raise InspectionError(
        f"gradients are watched, and the model's output ({describe(output)}) is not one number: "
        "say what to differentiate, for example loss=lambda output: output.mean()"
    )


def require_grad_mode() -> None:
    """Raise InspectionError where autograd is switched off."""
    if torch.is_inference_mode_enabled() or not torch.is_grad_enabled():
        mode = "inference_mode" if torch.is_inference_mode_enabled() else "no_grad"
        raise InspectionError(
            f"gradients are watched, and this runs under torch.{mode}(): move run_inspection out of it, "
            "or wrap it in torch.enable_grad()"
            if mode == "no_grad"
            else f"gradients are watched, and this runs under torch.{mode}(): move run_inspection out of it"
        )
