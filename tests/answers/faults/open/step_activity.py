"""Recognise activities from accelerometer windows; report the log loss on held-out people.

Symptom: The number is wrong.
Culprit: Softmax in forward followed by CrossEntropyLoss (log loss 1.241 instead of 0.235).
Report: jindongwang/Deep-learning-activity-recognition#10
"""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.set_num_threads(1)

NAMES = ["walk", "stairs", "sit", "cycle", "run"]


def windows(n, seed):
    rng = np.random.default_rng(seed)
    label = rng.integers(0, len(NAMES), n)
    t = np.arange(32) / 32
    freq = np.array([2.0, 1.6, 0.1, 1.2, 3.0])[label]
    amp = np.array([1.0, 1.2, 0.1, 0.6, 2.2])[label]
    wave = amp[:, None] * np.sin(2 * np.pi * freq[:, None] * t + rng.uniform(0, 6.28, (n, 1)))
    wave = wave + 0.7 * rng.normal(size=wave.shape)
    feats = np.column_stack(
        [wave.std(1), np.abs(np.diff(wave, axis=1)).mean(1), np.abs(np.fft.rfft(wave, axis=1))[:, 1:6] / 16]
    )
    return torch.tensor(feats, dtype=torch.float32), torch.tensor(label)


class ActivityNet(nn.Module):
    def __init__(self, n_in, n_out):
        super().__init__()
        self.hidden = nn.Linear(n_in, 32)
        self.out = nn.Linear(32, n_out)

    def forward(self, x):
        x = torch.relu(self.hidden(x))
        return F.softmax(self.out(x), dim=1)  # culprit


def fit(model, x, y, steps=300, rate=0.2):
    loss_fn = nn.CrossEntropyLoss()
    for _ in range(steps):
        model.zero_grad()
        loss = loss_fn(model(x), y)
        loss.backward()
        with torch.no_grad():
            for p in model.parameters():
                p -= rate * p.grad
    return loss.item()


def main():
    torch.manual_seed(7)
    x, y = windows(600, 1)
    x_new, y_new = windows(300, 2)
    model = ActivityNet(x.shape[1], len(NAMES))
    print(f"training loss {fit(model, x, y):.3f}")
    with torch.no_grad():
        out = model(x_new)
        print(f"accuracy {(out.argmax(1) == y_new).float().mean():.3f}")
        print(f"held-out log loss {nn.CrossEntropyLoss()(out, y_new):.3f}")


main()
