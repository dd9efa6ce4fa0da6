"""Learn the stiffness and the damping of a string from a recording, by differentiating through a simulation."""

import torch

torch.manual_seed(12)
n, steps = 24, 40
x = torch.linspace(0, 1, n, dtype=torch.float64)
start = torch.sin(torch.pi * x) + 0.3 * torch.sin(3 * torch.pi * x)

u, v = start.clone(), torch.zeros(n, dtype=torch.float64)
heard = []
for _ in range(steps):
    force = torch.zeros(n, dtype=torch.float64)
    force[1:-1] = 0.25 * (u[2:] - 2 * u[1:-1] + u[:-2]) - 0.02 * v[1:-1]
    v = v + force
    u = u + v
    heard.append(u[n // 3])
heard = torch.stack(heard) + 0.001 * torch.randn(steps, dtype=torch.float64)

p = torch.tensor([0.15, 0.05], dtype=torch.float64, requires_grad=True)
optimizer = torch.optim.Adam([p], lr=0.01)
for epoch in range(31):
    u, v = start.clone(), torch.zeros(n, dtype=torch.float64)
    out = []
    for _ in range(steps):
        inner = p[0] * (u[2:] - 2 * u[1:-1] + u[:-2]) - p[1] * v[1:-1]
        force = torch.nn.functional.pad(inner, (1, 1))
        v = v + force
        u = u + v
        out.append(u[n // 3])
    loss = ((torch.stack(out) - heard) ** 2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if epoch % 10 == 0:
        print(f"epoch {epoch:2d}: loss {loss.item():.10f}, {p[0].item():.8f} {p[1].item():.8f}")
