"""Losses of PyTorch: which compare with a response, and which have an argument by which they take logarithms."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Argument:
    """An argument and its value, the functions and classes that have it, and what people do instead."""

    name: str
    value: bool
    functions: frozenset[str]
    advice: str

    @property
    def text(self) -> str:
        """Return it as it is written in a call."""
        return f"{self.name}={self.value}"


TAKES_LOGARITHMS = {
    "aten::poisson_nll_loss": Argument(
        "log_input",
        False,
        frozenset(("PoissonNLLLoss", "poisson_nll_loss")),
        "Leave log_input=True and let the model give logarithms, or end it with softplus.",
    ),
}
# Losses of what a model gives and a response of numbers, in this order; layers by which a model ends.
RESPONSE_LOSSES = frozenset(("aten::mse_loss", "aten::l1_loss", "aten::smooth_l1_loss", "aten::huber_loss"))
LAYERS = frozenset(("aten::linear", "aten::addmm"))
# Losses of scores and the numbers of classes, in this order, that ignore one number and take the mean of the others.
LABELLED_LOSSES = frozenset(
    ("cross_entropy_loss", "nll_loss", "nll_loss_nd", "nll_loss2d", "nll_loss_forward", "nll_loss2d_forward")
)
# The argument that names the number which such a loss ignores.
IGNORED = "ignore_index"
