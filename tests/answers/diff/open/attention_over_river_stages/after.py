"""Forecasts the river stage at a town from the stages of the last twelve half-days with a
small attention layer; prints the test error and which past values it looks at.
Symptom: the test rmse is 0.02822 m (was 0.02544), the forecast flood peak 1.469 m (was 1.496) and the attention of the last value no longer adds up to 1.
Culprit: the softmax runs over the queries (dim 1) instead of the keys (dim 2).
Report: none
"""

import torch
from torch import nn
from torch.nn.functional import mse_loss

WINDOW = 12
N_TRAIN = 500


def gauges(length=700):
    rain = 2 * (torch.randn(length) - 0.9).relu()
    stage = torch.zeros(length)
    for i in range(6, length):
        inflow = 0.22 * rain[i - 4] + 0.12 * rain[i - 6]
        stage[i] = 0.82 * stage[i - 1] + inflow + 0.01 * torch.randn(1).item()
    return stage, rain


def windows(stage, rain):
    """All stretches of WINDOW values and the stage two steps after each."""
    both = torch.stack([stage, rain], dim=1)
    x = both.unfold(0, WINDOW, 1).transpose(1, 2)
    y = stage[WINDOW + 1 :, None]
    return x[: len(y)].contiguous(), y


class StageAttention(nn.Module):
    def __init__(self, width=16):
        super().__init__()
        self.embed = nn.Linear(2, width)
        self.position = nn.Parameter(0.1 * torch.randn(WINDOW, width))
        self.query = nn.Linear(width, width)
        self.key = nn.Linear(width, width)
        self.value = nn.Linear(width, width)
        self.readout = nn.Linear(width, 1)

    def attention(self, h):
        scores = self.query(h) @ self.key(h).mT / h.shape[-1] ** 0.5
        return scores.softmax(dim=1)  # culprit

    def forward(self, x):
        h = self.embed(x) + self.position
        weights = self.attention(h)
        context = weights @ self.value(h) + h
        return self.readout(context[:, -1].tanh()), weights


def fit(net, x, y, steps=200):
    optimiser = torch.optim.Adam(net.parameters(), lr=0.01)
    for step in range(1, steps + 1):
        optimiser.zero_grad()
        loss = mse_loss(net(x)[0], y)
        loss.backward()
        optimiser.step()
        if step % 50 == 0:
            print(f"step {step}  loss {loss.item():.6f}")


@torch.no_grad()
def report(net, x, y):
    forecast, weights = net(x)
    rmse = mse_loss(forecast, y).sqrt().item()
    persistence = mse_loss(x[:, -1, :1], y).sqrt().item()
    print(f"test rmse {rmse:.5f} m, persistence {persistence:.5f} m")
    print("attention of the last value:", *(f"{a:.3f}" for a in weights[:, -1].mean(dim=0).tolist()))
    print(f"flood peak: forecast {forecast.max().item():.3f} m, observed {y.max().item():.3f} m")


def main():
    torch.manual_seed(2013)
    torch.set_num_threads(1)
    x, y = windows(*gauges())
    net = StageAttention()
    fit(net, x[:N_TRAIN], y[:N_TRAIN])
    report(net, x[N_TRAIN:], y[N_TRAIN:])


if __name__ == "__main__":
    main()
