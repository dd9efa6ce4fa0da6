"""Train a small network to tell gulls from terns by their proportions, some of which could not be measured.

Symptom: none
Culprit: none
Tempts: nan may accuse the missing measures and the first best loss inf; check-up the masked entries.
Report: none
"""

import math

import torch
from torch import nn

MEASURES = ["bill", "wing", "tail", "leg", "body"]


class Album:
    """Proportions of birds on photographs; NaN where a part is hidden."""

    def __init__(self, count, generator):
        self.kind = (torch.rand(count, generator=generator) < 0.5).long()
        centre = torch.tensor([[4.6, 41.0, 16.0, 6.1, 55.0], [3.7, 27.0, 18.5, 2.2, 36.0]])
        spread = torch.tensor([0.7, 6.0, 2.5, 1.6, 8.0])
        self.rows = centre[self.kind] + spread * torch.randn(count, 5, generator=generator)
        hidden = torch.rand(count, 5, generator=generator) < 0.15
        self.rows[hidden] = math.nan


class Scaler:
    """Mean and spread of what was measured; hidden parts become 0 with a flag of 1."""

    def __init__(self, rows):
        self.mean = torch.nanmean(rows, dim=0)
        squares = (rows - self.mean) ** 2
        self.spread = torch.sqrt(torch.nanmean(squares, dim=0))

    def __call__(self, rows):
        scaled = (rows - self.mean) / self.spread
        hidden = torch.isnan(scaled)
        scaled = torch.where(hidden, torch.zeros_like(scaled), scaled)
        return torch.cat([scaled, hidden.float()], dim=1)


def network():
    return nn.Sequential(nn.Linear(10, 16), nn.Tanh(), nn.Dropout(0.1), nn.Linear(16, 2))


@torch.no_grad()
def judged(model, inputs, kinds):
    model.eval()
    scores = model(inputs)
    loss = nn.functional.cross_entropy(scores, kinds).item()
    return loss, (scores.argmax(dim=1) == kinds).float().mean().item()


def main():
    torch.manual_seed(17)
    torch.set_num_threads(1)
    generator = torch.Generator().manual_seed(18)
    training, check = Album(400, generator), Album(150, generator)
    scaler = Scaler(training.rows)
    inputs, check_inputs = scaler(training.rows), scaler(check.rows)
    for name, mean, lost in zip(MEASURES, scaler.mean, training.rows.isnan().sum(dim=0), strict=True):
        print(f"{name}: mean {mean:.3f} cm, hidden on {int(lost)} photographs")

    model = network()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    best, best_epoch, patience = math.inf, -1, 6
    for epoch in range(40):
        model.train()
        for rows, kinds in zip(inputs.split(50), training.kind.split(50), strict=True):
            optimizer.zero_grad()
            loss = nn.functional.cross_entropy(model(rows), kinds)
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), math.inf)
            optimizer.step()
        check_loss, share = judged(model, check_inputs, check.kind)
        if check_loss < best:
            best, best_epoch = check_loss, epoch
        elif epoch - best_epoch >= patience:
            break
    print(f"best loss {best:.3f}, last share of right names {share:.2f}")


if __name__ == "__main__":
    main()
