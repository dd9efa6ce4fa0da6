"""Learn to tell two dialects of a bunting's song apart with a mixture of experts.

Symptom: The loss becomes nan when the gate has cooled down, and stays so.
Culprit: The entropy of the gate is the sum of p log p; once a chance underflows to 0, that is 0 times minus infinity.
Report: pytorch/pytorch#40553 (the entropy is NaN where a chance is 0)
"""

import torch
from torch import nn

EXPERTS = 3
NOTES = 12


def songs(count, seed):
    """Frequencies of the notes of each song in kilohertz and the dialect."""
    generator = torch.Generator().manual_seed(seed)
    dialect = torch.randint(0, 2, (count,), generator=generator)
    base = 4.5 + 0.8 * torch.sin(torch.arange(NOTES) / 2.0)
    shift = torch.where(torch.arange(NOTES) > 8, 1.2, 0.1) * dialect[:, None]
    notes = base + shift + 0.3 * torch.randn(count, NOTES, generator=generator)
    # songs of which the microphone caught only the beginning: the rest is silence
    cut = torch.rand(count, generator=generator) < 0.1
    notes[cut, 6:] = 0.0
    return notes, dialect.float()


class Gate(nn.Module):
    def __init__(self):
        super().__init__()
        self.scores = nn.Linear(NOTES, EXPERTS)

    def forward(self, notes, warmth):
        return torch.softmax(self.scores(notes) / warmth, dim=1)


class Mixture(nn.Module):
    def __init__(self):
        super().__init__()
        self.gate = Gate()
        self.experts = nn.ModuleList(nn.Linear(NOTES, 1) for _ in range(EXPERTS))

    def forward(self, notes, warmth):
        chances = self.gate(notes, warmth)
        answers = torch.cat([expert(notes) for expert in self.experts], dim=1)
        return (chances * answers).sum(dim=1), chances


def evenness(chances):
    """Mean entropy of the gate: it should use all experts."""
    return -(chances * torch.log(chances)).sum(dim=1).mean()  # culprit


def epoch_of(model, optimizer, notes, dialect, warmth, weight=0.1):
    total = 0.0
    for batch, truth in zip(notes.split(40), dialect.split(40), strict=True):
        optimizer.zero_grad()
        answer, chances = model(batch, warmth)
        loss = nn.functional.binary_cross_entropy_with_logits(answer, truth)
        loss = loss - weight * evenness(chances)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        total += loss.item() * len(batch)
    return total / len(notes)


def main():
    torch.manual_seed(4)
    torch.set_num_threads(1)
    notes, dialect = songs(320, seed=21)
    silent = (notes == 0).any(dim=1)
    print(f"{len(notes)} songs, {int(silent.sum())} cut short, mean note {notes[notes > 0].mean():.3f} kHz")
    model = Mixture()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.3)
    warmth = 1.0
    for epoch in range(10):
        loss = epoch_of(model, optimizer, notes, dialect, warmth)
        print(f"epoch {epoch}: warmth {warmth:.4f}, loss {loss:.5f}")
        warmth *= 0.5
    with torch.no_grad():
        answer, chances = model(notes, warmth)
    print(f"right: {((answer > 0) == (dialect > 0.5)).float().mean():.4f}")
    print("use of the experts:", [round(float(share), 4) for share in chances.mean(dim=0)])


if __name__ == "__main__":
    main()
