"""Recognise three wine cultivars from six chemical measurements.

Symptom: The last number is another one.
Culprit: Refactoring to a module: softmax in forward, then cross_entropy applies it again.
Report: ariecattan/SciCo#2
"""

import torch
import torch.nn.functional as F
from torch import nn

torch.set_num_threads(1)


class CultivarNet(nn.Module):
    def __init__(self, inputs=6, width=16, classes=3):
        super().__init__()
        self.hidden = nn.Linear(inputs, width)
        self.out = nn.Linear(width, classes)

    def forward(self, x):
        x = torch.relu(self.hidden(x))
        return F.softmax(self.out(x), dim=1)  # culprit


def make_wines(n=360):
    torch.manual_seed(3)
    centres = 1.1 * torch.randn(3, 6)
    label = torch.randint(0, 3, (n,))
    return centres[label] + torch.randn(n, 6), label


def train(model, x, y, epochs=60, lr=0.2):
    parameters = list(model.parameters())
    for _ in range(epochs):
        loss = F.cross_entropy(model(x), y)
        gradients = torch.autograd.grad(loss, parameters)
        with torch.no_grad():
            for p, g in zip(parameters, gradients):
                p -= lr * g


@torch.no_grad()
def evaluate(model, x, y):
    output = model(x)
    test_loss = F.cross_entropy(output, y).item()
    confidence = F.softmax(output, dim=1).max(dim=1).values.mean().item()
    accuracy = (output.argmax(dim=1) == y).float().mean().item()
    return accuracy, test_loss, confidence


def main():
    x, label = make_wines()
    torch.manual_seed(5)
    model = CultivarNet()
    train(model, x[:240], label[:240])
    accuracy, test_loss, confidence = evaluate(model, x[240:], label[240:])
    print(f"test accuracy  : {accuracy:.3f}")
    print(f"test loss      : {test_loss:.4f}")
    print(f"mean confidence: {confidence:.4f}")


if __name__ == "__main__":
    main()
