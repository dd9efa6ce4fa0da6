"""Whether two results are the same: outputs, inputs that were written to, and gradients."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch

from numscope.probes.torch.adapter import compiler as adapter

# Relative to the largest value of the eager tensor. A compiler may fuse and reorder: the last bits are its own.
_TOLERANCE = {torch.float64: 1e-9, torch.complex128: 1e-9, torch.float16: 2e-2, torch.bfloat16: 4e-2}
_TOLERANCE_OTHERWISE = 1e-4


@dataclass
class Difference:
    """Where two results differ (`output[0]`, `gradient of input 1`, ...) and how."""

    where: str
    how: str


def first_difference(eager: Any, compiled: Any, where: str = "output") -> Difference | None:
    """Return the first place where the two structures differ, None where they agree.

    Tensors agree within a tolerance for their dtype, NaN with NaN; everything else by type and, for plain values,
    by value.
    """
    left, left_shape = adapter.leaves_in(eager)
    right, right_shape = adapter.leaves_in(compiled)
    if len(left) != len(right) or left_shape != right_shape:
        return Difference(where, f"eager has the structure {left_shape}, compiled {right_shape}")
    for (path, one), (_, other) in zip(left, right, strict=True):
        how = _how_they_differ(one, other)
        if how:
            return Difference(where + path, how)
    return None


def _how_they_differ(one: Any, other: Any) -> str:
    if isinstance(one, torch.Tensor) and isinstance(other, torch.Tensor):
        return _how_tensors_differ(one.detach(), other.detach())
    if isinstance(one, (bool, int, float, complex, str, bytes)) or one is None:
        same = one == other or (one != one and other != other) or _close(one, other)
        return "" if same else f"eager {one!r}, compiled {other!r}"
    return (
        "" if type(one) is type(other) else f"eager a {type(one).__name__}, compiled a {type(other).__name__}"
    )


def _close(one: Any, other: Any) -> bool:
    numbers = (float, complex)
    if not (isinstance(one, numbers) and isinstance(other, numbers)):
        return False
    return abs(one - other) <= _TOLERANCE_OTHERWISE * abs(one)


def _how_tensors_differ(one: torch.Tensor, other: torch.Tensor) -> str:
    if one.dtype != other.dtype or one.shape != other.shape:
        return f"eager {one.dtype} {list(one.shape)}, compiled {other.dtype} {list(other.shape)}"
    if one.layout != torch.strided or one.numel() == 0:
        return ""
    if not (one.is_floating_point() or one.is_complex()):
        wrong = int((one != other).sum())
        return f"{wrong} of {one.numel()} values differ" if wrong else ""
    wide = torch.complex128 if one.is_complex() else torch.float64
    one, other, dtype = one.to(wide), other.to(wide), one.dtype
    finite = one[one.isfinite()]
    scale = float(finite.abs().max()) if finite.numel() else 1.0
    limit = _TOLERANCE.get(dtype, _TOLERANCE_OTHERWISE) * max(scale, 1e-30)
    if torch.allclose(one, other, rtol=0, atol=limit, equal_nan=True):
        return ""
    apart = (one - other).abs()
    apart = apart[apart.isfinite()]
    worst = f"{float(apart.max()):.3g}" if apart.numel() else "not finite"
    return f"largest difference {worst}, largest value {scale:.3g}"


def gradients(outputs: Any, inputs: list[torch.Tensor]) -> list[torch.Tensor | None]:
    """Return the gradient of the sum of the differentiable `outputs` for each of `inputs` (None: not reached)."""
    differentiable = [
        leaf for leaf in adapter.tensors_in(outputs) if leaf.requires_grad and leaf.grad_fn is not None
    ]
    wanted = [each for each in inputs if each.requires_grad]
    if not differentiable or not wanted:
        return [None] * len(inputs)
    with torch.enable_grad():
        total = sum((leaf.abs() if leaf.is_complex() else leaf).sum() for leaf in differentiable)
        assert isinstance(total, torch.Tensor)
        # The program may go backward through these outputs itself: keep what that needs.
        found = iter(torch.autograd.grad(total, wanted, retain_graph=True, allow_unused=True))
    return [next(found) if each.requires_grad else None for each in inputs]
