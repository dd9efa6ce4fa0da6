"""Calibrate the gain curve of an ice radar by gradient descent on echo strengths (PyTorch).

Strong echoes follow a square-root law, weak echoes a straight line; two parameters are fitted.
Symptom: threshold and slope are nan after the first step, while the loss stays at one finite value.
Culprit: torch.where hides the square root of negative numbers in the forward pass, but its nan gradient still reaches the parameters.
Report: pytorch/pytorch#187297
"""

import math

import torch


def echoes(n=200, threshold=0.4, slope=1.7):
    torch.manual_seed(5)
    power = torch.rand(n) * 3
    clean = torch.where(power > threshold, slope * (power - threshold).clamp(min=0).sqrt(), 0.1 * power)
    return power, clean + 0.01 * torch.randn(n)


class GainCurve(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.threshold = torch.nn.Parameter(torch.tensor(0.7))
        self.slope = torch.nn.Parameter(torch.tensor(1.0))

    def forward(self, power):
        excess = power - self.threshold
        strong = self.slope * torch.sqrt(excess)  # culprit
        weak = 0.1 * power
        return torch.where(excess > 1e-3, strong, weak)


def fit(power, echo, steps=200, lr=0.02):
    model = GainCurve()
    optimiser = torch.optim.Adam(model.parameters(), lr=lr)
    history = []
    for step in range(steps):
        optimiser.zero_grad()
        residual = model(power) - echo
        loss = residual.pow(2).mean()
        loss.backward()
        optimiser.step()
        history.append(loss.item())
        if step % 50 == 0:
            print(f"step {step:>3}: loss {history[-1]:.5f}")
    return model, history


def main():
    power, echo = echoes()
    print(f"{len(power)} echoes, power up to {power.max():.2f}")
    model, history = fit(power, echo)
    print(f"threshold {model.threshold.item():.3f}, slope {model.slope.item():.3f}")
    print(f"final rms misfit {math.sqrt(history[-1]):.4f}")


if __name__ == "__main__":
    main()
