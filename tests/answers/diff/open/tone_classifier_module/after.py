"""Train a classifier of tones by their spectrum.

Symptom: The network became a class of its own and names changed; loss and weights are the same.
Culprit: none: equal
Report: none
"""

import torch
from torch import nn
from torch.nn import functional


class ToneClassifier(nn.Module):
    def __init__(self, channels, hidden, tones):
        super().__init__()
        self.encoder = nn.Linear(channels, hidden)
        self.classifier = nn.Linear(hidden, tones)

    def forward(self, spectra):
        return self.classifier(functional.relu(self.encoder(spectra)))


def make_spectra(count):
    tones = torch.randint(0, 5, (count,))
    spectra = 0.3 * torch.randn(count, 20)
    spectra[torch.arange(count), 4 * tones] += 1.0
    return spectra, tones


def train(model, spectra, tones, steps):
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    for _ in range(steps):
        optimizer.zero_grad()
        loss = functional.cross_entropy(model(spectra), tones)
        loss.backward()
        optimizer.step()
    return loss.item()


def main():
    torch.manual_seed(20)
    spectra, tones = make_spectra(200)
    model = ToneClassifier(channels=20, hidden=16, tones=5)
    loss = train(model, spectra, tones, steps=50)
    print(f"loss {loss:.9f}")
    print(f"norm of the first weights {model.encoder.weight.norm().item():.9f}")


main()
