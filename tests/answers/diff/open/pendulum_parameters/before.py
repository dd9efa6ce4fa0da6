"""Find the length and damping of a pendulum from its recorded swing by gradient descent."""

import torch

torch.manual_seed(8)
t = torch.linspace(0, 3, 120)
w = torch.sqrt(9.81 / torch.tensor(0.9))
a = 0.4 * torch.exp(-torch.tensor(0.15) * t) * torch.cos(w * t)
a = a + 0.005 * torch.randn(120)

L = torch.tensor(0.8, requires_grad=True)
c = torch.tensor(0.05, requires_grad=True)
opt = torch.optim.Adam([L, c], lr=0.01)
for _ in range(150):
    opt.zero_grad()
    w = torch.sqrt(9.81 / L)
    p = 0.4 * torch.exp(-c * t) * torch.cos(w * t)
    loss = ((p - a) ** 2).mean()
    loss.backward()
    opt.step()
print(f"length {L.item():.9f} m, damping {c.item():.9f} 1/s, loss {loss.item():.6e}")
