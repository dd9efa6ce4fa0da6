from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest


@pytest.fixture(autouse=True)
def repeatable() -> Iterator[None]:
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    torch.manual_seed(0)
    yield
    torch.set_grad_enabled(True)


@pytest.fixture
def device() -> Any:
    """The accelerator where there is one."""
    import torch

    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


@pytest.fixture
def mlp() -> Any:
    from torch import nn

    return nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Linear(8, 4), nn.Tanh(), nn.Linear(4, 2))


@pytest.fixture
def hooks_on() -> Callable[[Any], int]:
    """Counts the hooks on all modules and parameters of a model.

    By the private attributes torch keeps them in: no public way tells.
    """

    def count(model: Any) -> int:
        on_modules = sum(
            len(getattr(module, name) or ())
            for module in model.modules()
            for name in ("_forward_hooks", "_forward_pre_hooks", "_backward_hooks", "_backward_pre_hooks")
        )
        on_parameters = sum(
            len(getattr(parameter, name, None) or ())
            for parameter in model.parameters()
            for name in ("_backward_hooks", "_post_accumulate_grad_hooks")
        )
        return on_modules + on_parameters

    return count
