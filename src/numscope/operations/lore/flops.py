"""Which operations have a formula for their floating-point operations."""

from __future__ import annotations

from numscope.operations.lore import numpy_flops, torch_flops
from numscope.operations.lore.shapes import Formula

FORMULAS: dict[str, Formula] = {**numpy_flops.FLOPS, **torch_flops.FLOPS}
