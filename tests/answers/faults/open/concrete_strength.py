"""A small network that predicts concrete strength from the mix.

Symptom: The number is wrong.
Culprit: (N,1) prediction minus (N,) target broadcasts to (N,N) in the loss.
Report: pytorch/pytorch#16045
"""

import torch
from torch import nn

torch.set_num_threads(1)
torch.manual_seed(7)


def mixes(n=240):
    x = torch.rand(n, 4)
    strength = 18 + 30 * x[:, 0] - 22 * x[:, 1] + 9 * x[:, 2] * x[:, 3]
    return x, strength + 0.8 * torch.randn(n)


class StrengthNet(nn.Module):
    def __init__(self, inputs=4, hidden=24):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(inputs, hidden), nn.Tanh(), nn.Linear(hidden, 1))

    def forward(self, x):
        return self.body(x)


def standardise(y):
    return (y - y.mean()) / y.std(), y.mean(), y.std()


def train(model, x, y, epochs=600, rate=0.15):
    parameters = list(model.parameters())
    for _ in range(epochs):
        loss = ((model(x) - y) ** 2).mean()  # culprit
        gradients = torch.autograd.grad(loss, parameters)
        with torch.no_grad():
            for weight, gradient in zip(parameters, gradients):
                weight -= rate * gradient
    return loss.item()


def rmse(model, x, target, mean, std):
    with torch.no_grad():
        predicted = model(x).squeeze(1) * std + mean
    return torch.sqrt(((predicted - target) ** 2).mean()).item()


def main():
    x, strength = mixes()
    scaled, mean, std = standardise(strength[:180])
    model = StrengthNet()
    final = train(model, x[:180], scaled)
    print(f"training loss: {final:.4f}")
    print(f"spread of the strengths: {strength.std().item():.2f} MPa")
    print(f"error on new mixes: {rmse(model, x[180:], strength[180:], mean, std):.2f} MPa")


if __name__ == "__main__":
    main()
