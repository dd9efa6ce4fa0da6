"""Speakers by the spectrum of their voice, with batches brought to mean 0 and deviation 1.

Prints the mean loss of each epoch.

Symptom: the loss of each epoch is NaN.
Culprit: 65 recordings are cut into batches of 16, and the last batch holds one: the deviation of a single recording is
NaN (`drop_last=True` leaves it out).
Report: JJBOY/BMN-Boundary-Matching-Network#22
"""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


def recordings(count):
    generator = torch.Generator().manual_seed(9)
    speaker = torch.randint(0, 3, (count,), generator=generator)
    spectrum = torch.rand(count, 10, generator=generator) + speaker[:, None] * 0.4
    return TensorDataset(spectrum, speaker)


class Voices(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(10, 12)
        self.last = nn.Linear(12, 3)

    def forward(self, x):
        x = (x - x.mean(dim=0)) / (x.std(dim=0) + 1e-6)  # culprit, too
        return self.last(torch.relu(self.first(x)))


torch.manual_seed(0)
batches = DataLoader(recordings(65), batch_size=16)  # culprit
model = Voices()
optimiser = torch.optim.Adam(model.parameters(), lr=0.01)
for epoch in range(3):
    total = 0.0
    for spectrum, speaker in batches:
        loss = nn.functional.cross_entropy(model(spectrum), speaker)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        total += loss.item()
    print(f"epoch {epoch}: loss {total / len(batches):.4f}")
