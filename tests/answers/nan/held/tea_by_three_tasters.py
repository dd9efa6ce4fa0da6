"""Learn to predict how three tasters divide their points between four teas.

The tasters' points are soft targets: shares that sum to one, often zero. A network gives scores, sharpened by a
learned factor, and the loss is the cross-entropy between shares and prediction. Cups that spilt have no shares.

Symptom: the loss is nan from the first epoch on, and so are sharpness and predicted shares
Culprit: log(softmax()) underflows to log(0) = -inf at sharp scores, and a share of 0 times -inf is NaN; log_softmax not
Report: none
"""

import torch
from torch import nn

TEAS = ("assam", "darjeeling", "keemun", "yunnan")


class Taster(nn.Module):
    """A network from leaf measurements to scores of teas."""

    def __init__(self, measurements):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(measurements, 16), nn.SiLU(), nn.Linear(16, len(TEAS)))
        self.log_sharpness = nn.Parameter(torch.tensor(0.0))

    def forward(self, leaves):
        """Return sharpened scores (cups, teas)."""
        return self.log_sharpness.exp() * self.layers(leaves)


def soft_loss(scores, shares):
    """Return the cross-entropy of predicted against given shares."""
    logs = torch.log(torch.softmax(scores, dim=1))  # culprit
    return -(shares * logs).sum(dim=1).mean()


def cups(count, generator):
    """Return measurements (cups, 5) as a laboratory gives them, and shares (cups, teas), NaN for spilt cups."""
    tannin = 80 + 25 * torch.randn(count, generator=generator)
    caffeine = 30 + 6 * torch.randn(count, generator=generator)
    aroma = torch.randn(count, 3, generator=generator).abs() * 4
    leaves = torch.stack([tannin, caffeine, *aroma.T], dim=1)
    pull = torch.stack([tannin - 95, 70 - tannin, 9 * (aroma[:, 0] - 4), caffeine - 32], dim=1) / 12
    votes = torch.distributions.Multinomial(6, logits=pull)
    torch.manual_seed(int(torch.randint(1000, (1,), generator=generator)))
    shares = votes.sample() / 6
    shares[torch.rand(count, generator=generator) < 0.06] = torch.nan
    return leaves, shares


def train(taster, leaves, shares, epochs):
    """Train on cups with shares and print the loss."""
    optimiser = torch.optim.Adam(taster.parameters(), lr=0.01)
    for epoch in range(epochs):
        order = torch.randperm(len(leaves))
        total = 0.0
        for chosen in order.split(40):
            loss = soft_loss(taster(leaves[chosen]), shares[chosen])
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(taster.parameters(), 5.0)
            optimiser.step()
            total += loss.item() * len(chosen)
        print(f"epoch {epoch}: loss {total / len(leaves):.4f}")


def main():
    """Train and print what the network thinks of two cups."""
    generator = torch.Generator().manual_seed(33)
    leaves, shares = cups(400, generator)
    poured = ~shares.isnan().any(dim=1)
    print(f"{int(poured.sum())} cups, {int((shares == 0).sum())} shares of zero")
    torch.manual_seed(2)
    taster = Taster(leaves.shape[1])
    with torch.no_grad():
        taster.log_sharpness.fill_(3.5)  # as the last harvest's network ended
    train(taster, leaves[poured], shares[poured], epochs=5)
    with torch.no_grad():
        for cup in torch.tensor([[110.0, 31.0, 2.0, 3.0, 1.0], [60.0, 33.0, 6.0, 1.0, 4.0]]):
            predicted = torch.softmax(taster(cup[None])[0], dim=0)
            print(
                ", ".join(f"{tea} {share:.2f}" for tea, share in zip(TEAS, predicted.tolist(), strict=True))
            )
    print(f"sharpness {taster.log_sharpness.exp().item():.2f}")


if __name__ == "__main__":
    main()
