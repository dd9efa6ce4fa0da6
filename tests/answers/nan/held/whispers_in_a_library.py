"""Train a small detector of whispers on the energy of sound frames, with normalised frames.

Symptom: The loss and the scores of the training are nan from the first epoch on.
Culprit: Frames are divided by their own standard deviation, which is 0 in clips that the recorder filled with zeros.
Report: none
"""

import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset

FRAMES = 32


class Clips(Dataset):
    """Energies of clips from the reading room; the recorder writes zeros while it changes its card."""

    def __init__(self, count, seed):
        generator = torch.Generator().manual_seed(seed)
        self.label = (torch.rand(count, generator=generator) < 0.5).float()
        hum = 1.0 + 0.1 * torch.randn(count, FRAMES, generator=generator)
        place = torch.randint(4, FRAMES - 8, (count,), generator=generator)
        steps = torch.arange(FRAMES)[None]
        whisper = torch.exp(-(((steps - place[:, None]) / 2.5) ** 2))
        self.energy = hum + 0.8 * whisper * self.label[:, None]
        changing = torch.rand(count, generator=generator) < 0.015
        self.energy[changing] = 0.0
        self.label[changing] = 0.0
        # the room's own level, unknown for clips taken before the calibration
        self.level = torch.where(torch.arange(count) < 20, torch.nan, self.energy.mean(dim=1))

    def __len__(self):
        return len(self.label)

    def __getitem__(self, k):
        return self.energy[k], self.label[k]


def normalised(frames):
    """Each clip with mean 0 and spread 1, whatever the microphone's gain."""
    centred = frames - frames.mean(dim=1, keepdim=True)
    return centred / centred.std(dim=1, keepdim=True)  # culprit


class Detector(nn.Module):
    def __init__(self):
        super().__init__()
        self.listen = nn.Conv1d(1, 6, kernel_size=7, padding=3)
        self.decide = nn.Linear(6, 1)

    def forward(self, frames):
        heard = torch.relu(self.listen(normalised(frames).unsqueeze(1)))
        return self.decide(heard.amax(dim=2)).squeeze(1)


def epoch_of(model, loader, optimizer):
    losses = []
    for frames, label in loader:
        loss = nn.functional.binary_cross_entropy_with_logits(model(frames), label)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return sum(losses) / len(losses)


def main():
    torch.manual_seed(2)
    torch.set_num_threads(1)
    clips = Clips(360, seed=8)
    print(f"mean level {torch.nanmean(clips.level):.4f}, {int(clips.level.isnan().sum())} clips uncalibrated")
    loader = DataLoader(clips, batch_size=30, shuffle=True, generator=torch.Generator().manual_seed(3))
    model = Detector()
    optimizer = torch.optim.Adam(model.parameters(), lr=0.02)
    for epoch in range(4):
        print(f"epoch {epoch}: loss {epoch_of(model, loader, optimizer):.5f}")
    with torch.no_grad():
        scores = model(clips.energy)
        loss = nn.functional.binary_cross_entropy_with_logits(scores, clips.label)
    print(f"after training: loss {loss.item():.5f}, mean score {scores.mean().item():.4f}")


if __name__ == "__main__":
    main()
