"""Learns the energy use of a cargo drone per kilometre from flight logs and prints the
range at several payloads and winds."""

import torch
from torch import nn

torch.manual_seed(10)
torch.set_num_threads(1)
n = 400
payload = torch.rand(n) * 5
wind = torch.randn(n) * 4
speed = 12 + 8 * torch.rand(n)
use = 11 + 1.8 * payload + 0.05 * payload**2 + 0.55 * wind + 0.02 * (speed - 15) ** 2 + 0.3 * torch.randn(n)
X = torch.stack([payload / 5, wind / 8, (speed - 16) / 4], 1)
Y = use.unsqueeze(1)
mu, sd = Y.mean(), Y.std()

net = nn.Sequential(nn.Linear(3, 24), nn.Tanh(), nn.Linear(24, 1))
opt = torch.optim.SGD(net.parameters(), lr=0.02)
loss_fn = nn.MSELoss()
for epoch in range(60):
    perm = torch.randperm(320)
    total = 0.0
    for i in range(0, 320, 32):
        idx = perm[i : i + 32]
        opt.zero_grad()  # culprit
        out = net(X[idx])
        loss = loss_fn(out, (Y[idx] - mu) / sd)
        loss.backward()
        opt.step()
        total += loss.item() * len(idx)
    if (epoch + 1) % 20 == 0:
        print("epoch %d: loss %.5f" % (epoch + 1, total / 320))

net.eval()
with torch.no_grad():
    pred = net(X[320:]) * sd + mu
    err = (pred - Y[320:]).abs().mean().item()
    print("test error %.4f Wh/km" % err)
    for p in (0.0, 2.5, 5.0):
        for w in (-6.0, 0.0, 6.0):
            q = torch.tensor([[p / 5, w / 8, 0.0]])
            e = (net(q) * sd + mu).item()
            print("payload %.1f kg, headwind %+.0f m/s: %.2f Wh/km, range %.1f km" % (p, w, e, 520 / e))
