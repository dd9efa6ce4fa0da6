"""What an Inspector sees, as operations of the trace that is being recorded."""

from __future__ import annotations

import sys
from typing import Any

import torch

from numscope.inspector.kinds import Kind
from numscope.inspector.layer import Layer
from numscope.inspector.measure import UnreadableTensorError

# What NumPy has no dtype for becomes the next larger one, which holds each value exactly.
_WIDER = {
    getattr(torch, name): torch.float32
    for name in (
        "bfloat16",
        "float8_e4m3fn",
        "float8_e5m2",
        "float8_e4m3fnuz",
        "float8_e5m2fnuz",
        "float8_e8m0fnu",
    )
    if hasattr(torch, name)
} | {torch.complex32: torch.complex64}
# One name for each kind, as operations have: an activation is what a layer gave.
NAMES: dict[Kind, str] = {
    "activations": "inspector.activation",
    "gradients": "inspector.gradient",
    "inputs": "inspector.input",
    "weights": "inspector.weight",
    "weight_gradients": "inspector.weight_gradient",
}


def is_recorded() -> bool:
    """Whether this process is being recorded."""
    core: Any = sys.modules.get("numscope._core")
    return core is not None and core.recording()


def note(step: int, layer: Layer, kind: Kind, place: str, call: int, tensor: torch.Tensor) -> None:
    """Record `tensor` as the result of an operation of the trace that is being recorded."""
    core: Any = sys.modules["numscope._core"]
    attributes: dict[str, str | int] = {
        "module": layer.name,
        "type": layer.module_type.__name__,
        "step": step,
        "call": call,
    }
    if place:
        attributes["place"] = place
    if tensor.dtype in _WIDER:
        attributes["dtype"] = str(tensor.dtype).removeprefix("torch.")
    try:
        core.note(NAMES[kind], _as_array(tensor), attributes)
    except UnreadableTensorError:
        return  # it is counted as unreadable where it is measured


def _as_array(tensor: torch.Tensor) -> Any:
    """The tensor's numbers as an array, without a copy where it can be. Raises UnreadableTensorError."""
    try:
        plain = tensor.detach()
        if plain.layout is not torch.strided:
            plain = plain.to_dense()
        if plain.dtype in _WIDER:
            plain = plain.to(_WIDER[plain.dtype])
        if plain.is_quantized:
            plain = plain.dequantize()
        return plain.resolve_conj().resolve_neg().cpu().numpy()
    except (RuntimeError, TypeError, NotImplementedError) as error:
        raise UnreadableTensorError(str(error)) from None
