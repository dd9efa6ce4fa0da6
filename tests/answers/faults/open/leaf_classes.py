"""Trains a small network to tell the leaves of three trees apart.

Symptom: the cross entropy stops at 0.5526 in training and 0.5531 held out although every held-out leaf is right.
Culprit: the network returns softmax values and CrossEntropyLoss takes the softmax again, so the loss cannot fall under 0.551; with raw scores it is 0.0035.
Report: https://datarekha.com/interview/deep-learning/debugging-model-not-learning/
"""

import torch
from torch import nn

torch.set_num_threads(1)

SPECIES = ["oak", "maple", "birch"]


def make_leaves(per_class=120, seed=2):
    """Length, width and lobe count (standardised) of leaves of three species."""
    torch.manual_seed(seed)
    centres = torch.tensor([[2.0, 0.0, 1.0], [-1.0, 2.0, 0.5], [-1.0, -1.5, -2.0]])
    features, labels = [], []
    for label, centre in enumerate(centres):
        features.append(centre + 0.7 * torch.randn(per_class, 3))
        labels.append(torch.full((per_class,), label))
    return torch.cat(features), torch.cat(labels)


class LeafNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = nn.Linear(3, 16)
        self.output = nn.Linear(16, len(SPECIES))

    def forward(self, leaves):
        return torch.softmax(self.output(torch.relu(self.hidden(leaves))), dim=1)  # culprit


def train(model, features, labels, epochs=300):
    criterion = nn.CrossEntropyLoss()
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    for _ in range(epochs):
        optimizer.zero_grad()
        loss = criterion(model(features), labels)
        loss.backward()
        optimizer.step()
    return loss.item()


def main():
    features, labels = make_leaves()
    order = torch.randperm(labels.numel())
    training, held_out = order[:270], order[270:]
    model = LeafNet()
    loss = train(model, features[training], labels[training])
    with torch.no_grad():
        outputs = model(features[held_out])
        test_loss = nn.functional.cross_entropy(outputs, labels[held_out]).item()
        hits = (outputs.argmax(dim=1) == labels[held_out]).float().mean().item()
    print(f"training cross entropy: {loss:.4f}")
    print(f"held-out cross entropy: {test_loss:.4f}")
    print(f"held-out accuracy:      {hits:.1%}")
    print(f"perplexity on held-out leaves: {torch.exp(torch.tensor(test_loss)):.3f}")


if __name__ == "__main__":
    main()
