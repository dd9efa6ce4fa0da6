"""Tag whale calls in spectrogram slices with a small convolutional network.

Trains on synthetic calls and prints the accuracy and mean confidence.
"""

import torch
from torch import nn

torch.manual_seed(33)
torch.set_num_threads(1)


def slices(n):
    """Upsweeps (1) and downsweeps (0) in noise, 16 x 16."""
    x = torch.randn(n, 1, 16, 16) * 1.1
    label = torch.randint(0, 2, (n,))
    for k in range(n):
        start = int(torch.randint(0, 4, (1,)))
        for t in range(12):
            row = start + t if label[k] else 15 - start - t
            x[k, 0, row, t + 2] += 1.5
    return x, label


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(
            nn.Conv2d(1, 8, 3, padding=1),
            nn.BatchNorm2d(8),
            nn.ReLU(),
            nn.MaxPool2d(2),
            nn.Flatten(),
            nn.Dropout(0.4),
            nn.Linear(8 * 64, 2),
        )

    def forward(self, x):
        return self.net(x)


def train(model, x, y, epochs=6):
    optim = torch.optim.Adam(model.parameters(), lr=2e-3)
    for _ in range(epochs):
        for xb, yb in zip(x.split(32), y.split(32)):
            loss = nn.functional.cross_entropy(model(xb), yb)
            optim.zero_grad()
            loss.backward()
            optim.step()
    return loss.item()


def evaluate(model, x, y):
    model.eval()  # culprit
    with torch.no_grad():
        prob = torch.softmax(model(x), dim=1)
    return (prob.argmax(1) == y).float().mean().item(), prob.max(1).values.mean().item()


def main():
    x, y = slices(480)
    tx, ty = slices(300)
    model = Tagger()
    print("last training loss: %.4f" % train(model, x, y))
    accuracy, confidence = evaluate(model, tx, ty)
    print("accuracy: %.4f" % accuracy)
    print("mean confidence: %.4f" % confidence)


if __name__ == "__main__":
    main()
