"""Which of the backend's tensors are recorded as arrays: those of libraries whose own probe does not say so."""

from __future__ import annotations

import sys

import numscope._core as _core
from numscope.probes.keras.adapter import backend


def describe_tensors() -> None:
    """Record PyTorch's tensors, among the operands of Keras' functions, as arrays without a copy."""
    keras = sys.modules["keras"]
    _core.watch_arrays(keras.KerasTensor, "keras.KerasTensor", _show_symbolic)
    if backend() == "torch":
        from numscope.probes.torch.tensors import show_tensor

        _core.watch_arrays(sys.modules["torch"].Tensor, "torch.Tensor", show_tensor)


def _show_symbolic(tensor: object) -> str:
    """Return type and shape of what stands for a tensor while a model is put together."""
    shape = ",".join(map(str, getattr(tensor, "shape", ())))
    return f"symbolic {getattr(tensor, 'dtype', '?')}[{shape}]"
