"""Learn the fares of taxis from distance, hour and rain with a small network."""

import torch
from torch import nn

torch.manual_seed(2009)
distance = torch.rand(400) * 15
hour = torch.randint(24, (400,)).float()
rain = (torch.rand(400) < 0.2).float()
night = ((hour < 6) | (hour > 21)).float()
fare = 4 + 1.9 * distance + 2.5 * night + 1.5 * rain + torch.randn(400)

x = torch.stack([distance / 15, hour / 23, rain], dim=1)
y = fare / 30

model = nn.Sequential(nn.Linear(3, 16), nn.Tanh(), nn.Linear(16, 1))
optimizer = torch.optim.Adam(model.parameters(), lr=0.01, weight_decay=0.01)

for epoch in range(60):
    total = 0.0
    for start in range(0, 400, 50):
        a, b = x[start : start + 50], y[start : start + 50]
        loss = ((model(a)[:, 0] - b) ** 2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item()
    if epoch % 20 == 19:
        print(f"epoch {epoch + 1}: {total / 8:.6f}")

with torch.no_grad():
    guess = model(x)[:, 0]
print(f"error {30 * (guess - y).abs().mean().item():.4f} euros")
print(f"largest weight {max(p.abs().max().item() for p in model.parameters()):.4f}")
