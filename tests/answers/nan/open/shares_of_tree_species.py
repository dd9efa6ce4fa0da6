"""Fit the shares of tree species of a forest by a mixture of three known types of wood.

Symptom: the loss is nan in every step, and so are the shares of the types.
Culprit: two types of wood have no yew and neither has the forest; 0 times log 0 is nan in kl_div.
Report: Lightning-AI/torchmetrics#1029
"""

import torch
import torch.nn.functional as F  # noqa: N812

SPECIES = ("beech", "oak", "spruce", "pine", "yew")
TYPES = torch.tensor(
    [
        [0.70, 0.25, 0.05, 0.00, 0.00],
        [0.10, 0.05, 0.60, 0.25, 0.00],
        [0.30, 0.45, 0.05, 0.20, 0.00],
    ]
)


def survey(trees, seed):
    """Count the trees along a walk through the forest and return the share of each species."""
    generator = torch.Generator().manual_seed(seed)
    true = torch.tensor([0.5, 0.2, 0.3]) @ TYPES
    seen = torch.multinomial(true, trees, replacement=True, generator=generator)
    return torch.bincount(seen, minlength=len(SPECIES)) / trees


class Mixture(torch.nn.Module):
    def __init__(self, types):
        super().__init__()
        self.register_buffer("types", types)
        self.logits = torch.nn.Parameter(torch.zeros(len(types)))

    def weights(self):
        return self.logits.softmax(0)

    def forward(self):
        return self.weights() @ self.types


def fit(model, shares, steps=200):
    optimizer = torch.optim.Adam(model.parameters(), lr=0.05)
    for step in range(steps):
        expected = model()
        loss = F.kl_div(expected.log(), shares, reduction="sum")  # culprit
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 50 == 0:
            print(f"step {step:3d}: loss {loss.item():.5f}")


shares = survey(trees=800, seed=15)
print(", ".join(f"{name} {share:.3f}" for name, share in zip(SPECIES, shares.tolist(), strict=True)))
model = Mixture(TYPES)
fit(model, shares)
print("weights:", " ".join(f"{weight:.3f}" for weight in model.weights().tolist()))
