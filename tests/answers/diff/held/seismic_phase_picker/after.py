"""Picks the onset of seismic waves in short traces with a one-dimensional convolutional
network and compares the picks with those of the analyst.
Symptom: none, 43 of 60 picks within 2 samples before and after.
Culprit: none: equal
Report: none
"""

import torch
from torch import nn
from torch.nn import functional as F

N_TRACES, N_TRAIN, LENGTH, BATCH = 220, 160, 96, 40
DTYPE = torch.float64


def event(k):
    """A noisy trace in which a decaying wave sets in at sample k."""
    noise = 0.6 * torch.randn(LENGTH, dtype=DTYPE)
    tau = torch.arange(LENGTH, dtype=DTYPE) - k
    wave = torch.exp(-tau / 18) * torch.sin(0.9 * tau + 0.4)
    return noise + torch.where(tau >= 0, wave, 0.0)


def catalogue():
    traces, onsets = [], []
    while len(traces) < N_TRACES:
        onsets.append(torch.randint(20, 76, ()))
        traces.append(event(onsets[-1]))
    return torch.stack(traces), torch.stack(onsets)


def standardise(traces):
    return (traces - traces.mean(-1, keepdim=True)) / traces.std(-1, keepdim=True)


class Picker(nn.Module):
    def __init__(self, channels=8, width=9):
        super().__init__()
        half = width // 2
        self.first = nn.Conv1d(1, channels, width, padding=half)
        self.second = nn.Conv1d(channels, channels, width, padding=half)
        self.last = nn.Conv1d(channels, 1, width, padding=half)

    def forward(self, traces):
        h = F.relu(self.first(traces[:, None, :]))
        h = F.relu(self.second(h))
        return self.last(h)[:, 0, :]


def train(picker, traces, onsets, epochs=12):
    optimizer = torch.optim.Adam(picker.parameters(), lr=0.01)
    for epoch in range(1, epochs + 1):
        losses = []
        for batch, target in zip(traces.split(BATCH), onsets.split(BATCH)):
            loss = F.cross_entropy(picker(batch), target)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
        if epoch % 4 == 0:
            print(f"epoch {epoch:2d}  loss {sum(losses) / len(losses):.4f}")


@torch.no_grad()
def compare(picker, traces, onsets):
    probability, picks = picker(traces).softmax(-1).max(-1)
    offset = (picks - onsets).to(DTYPE)
    print(f"picks within 2 samples: {torch.count_nonzero(offset.abs() <= 2)} of {offset.numel()}")
    print(f"mean offset {offset.mean():.3f}, rms {offset.square().mean().sqrt():.3f} samples")
    print(f"mean confidence {probability.mean():.4f}")


def main():
    torch.manual_seed(1906)
    torch.set_num_threads(1)
    traces, onsets = catalogue()
    traces = standardise(traces)
    picker = Picker().to(DTYPE)
    train(picker, traces[:N_TRAIN], onsets[:N_TRAIN])
    compare(picker, traces[N_TRAIN:], onsets[N_TRAIN:])


if __name__ == "__main__":
    main()
