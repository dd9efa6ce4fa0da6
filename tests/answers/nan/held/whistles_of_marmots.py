"""Train a small network to tell the alarm whistles of marmots from each other.

Field workers labelled short sound clips with one of five calls. Rare calls get a larger weight in the loss, so that
the network does not ignore them. Clips with a broken microphone are silent: their features are zero.

Symptom: the loss is nan from the first batch on, and the accuracy is that of a network that always says the first call
Culprit: call 4 has no clip in this valley: its weight is total / 0 = inf, normalised to inf / inf
Report: fcakyon/balanced-loss#12 (labels without samples)
"""

import argparse

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

CALLS = ["single", "double", "trill", "long", "growl"]
SHARES = {"upper": [0.45, 0.25, 0.15, 0.1, 0.05], "lower": [0.5, 0.3, 0.15, 0.05, 0.0]}


def clips(valley, count, seed):
    """Return features (count, 12) and labels (count,) of the clips recorded in a valley."""
    rng = np.random.default_rng(seed)
    labels = rng.choice(len(CALLS), size=count, p=SHARES[valley])
    centres = np.random.default_rng(99).normal(0, 1.5, (len(CALLS), 12))
    features = centres[labels] + rng.normal(0, 1.0, (count, 12))
    features[rng.random(count) < 0.02] = 0.0  # broken microphone
    return torch.tensor(features, dtype=torch.float32), torch.tensor(labels)


def call_weights(labels):
    """Return one weight a call, larger for rarer calls, with mean 1."""
    counts = torch.bincount(labels, minlength=len(CALLS)).float()
    weights = counts.sum() / counts  # culprit
    return weights / weights.mean()


class Listener(nn.Module):
    """Two layers over standardised features."""

    def __init__(self, mean, scale):
        super().__init__()
        self.register_buffer("mean", mean)
        self.register_buffer("scale", scale)
        self.layers = nn.Sequential(nn.Linear(12, 24), nn.ReLU(), nn.Dropout(0.1), nn.Linear(24, len(CALLS)))

    def forward(self, features):
        """Return scores (batch, calls)."""
        return self.layers((features - self.mean) / self.scale)


def train(features, labels, epochs):
    """Return the trained network, printing the loss of each epoch."""
    network = Listener(features.mean(0), features.std(0).clamp_min(1e-6))
    loss_of = nn.CrossEntropyLoss(weight=call_weights(labels))
    optimiser = torch.optim.Adam(network.parameters(), lr=5e-3)
    batches = DataLoader(TensorDataset(features, labels), batch_size=32, shuffle=True)
    for epoch in range(epochs):
        total = 0.0
        for batch, targets in batches:
            loss = loss_of(network(batch), targets)
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimiser.step()
            total += loss.item() * len(targets)
        print(f"epoch {epoch}: loss {total / len(labels):.4f}")
    return network.eval()


def main():
    """Train on one valley and print the accuracy on other clips of it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--valley", choices=SHARES, default="lower")
    parser.add_argument("--epochs", type=int, default=4)
    options = parser.parse_args()
    torch.manual_seed(3)
    network = train(*clips(options.valley, 320, 1), options.epochs)
    features, labels = clips(options.valley, 160, 2)
    with torch.no_grad():
        hits = (network(features).argmax(1) == labels).float().mean().item()
    print(f"accuracy {hits:.3f}")


if __name__ == "__main__":
    main()
