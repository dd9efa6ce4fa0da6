"""Regression of a tram's traction energy per trip on load, gradient, stops and weather,
used by the timetable planners to compare routes.
"""

import torch
from torch import nn

torch.manual_seed(0)
torch.set_num_threads(1)
ROUTES = {
    "ring": [0.4, 0.1, 0.9, 0.3],
    "hill": [0.6, 0.9, 0.4, 0.3],
    "airport": [0.8, 0.2, 0.2, 0.5],
}


def trips(n, generator):
    x = torch.rand(n, 4, generator=generator)
    load, grade, stops, cold = x.T
    kwh = 3 + 1.4 * load + 2.2 * grade**2 + 1.1 * stops * (0.6 + load) + 0.8 * cold
    return x, (kwh + 0.15 * torch.randn(n, generator=generator)).unsqueeze(1)


def train(net, x, y, epochs=150):
    optimizer = torch.optim.AdamW(net.parameters(), lr=5e-3, weight_decay=0.05)
    history = []
    for _ in range(epochs):
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(net(x), y)
        loss.backward()
        optimizer.step()
        history.append(loss.item())
    return history


generator = torch.Generator().manual_seed(44)
x, y = trips(256, generator)
x_test, y_test = trips(128, generator)

net = nn.Sequential(nn.Linear(4, 32), nn.ReLU(), nn.Linear(32, 16), nn.ReLU(), nn.Linear(16, 1))
history = train(net, x, y)
print("loss:", ", ".join(f"{history[i]:.4f}" for i in (0, 49, 99, 149)))

with torch.no_grad():
    rms = nn.functional.mse_loss(net(x_test), y_test).sqrt().item()
    norm = sum(p.square().sum() for p in net.parameters()).sqrt().item()
    print(f"test rms {rms:.4f} kWh, norm of the weights {norm:.4f}")
    for name, features in ROUTES.items():
        print(f"{name:8s} {net(torch.tensor(features)).item():.3f} kWh per trip")
