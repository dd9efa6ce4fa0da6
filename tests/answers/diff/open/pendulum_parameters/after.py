"""Find the length and damping of a pendulum from its recorded swing by gradient descent.

Symptom: The forward model became a function, two independent statements changed places; the result is the same.
Culprit: none: equal
Report: none
"""

import torch

GRAVITY = 9.81


def swing(length, damping, times, start=0.4):
    omega = torch.sqrt(GRAVITY / length)
    return start * torch.exp(-damping * times) * torch.cos(omega * times)


def record():
    times = torch.linspace(0, 3, 120)
    clean = swing(torch.tensor(0.9), torch.tensor(0.15), times)
    return times, clean + 0.005 * torch.randn(120)


def fit(times, angles, steps=150):
    damping = torch.tensor(0.05, requires_grad=True)
    length = torch.tensor(0.8, requires_grad=True)
    optimizer = torch.optim.Adam([length, damping], lr=0.01)
    for _ in range(steps):
        optimizer.zero_grad()
        loss = ((swing(length, damping, times) - angles) ** 2).mean()
        loss.backward()
        optimizer.step()
    return length.item(), damping.item(), loss.item()


def main():
    torch.manual_seed(8)
    length, damping, loss = fit(*record())
    print(f"length {length:.9f} m, damping {damping:.9f} 1/s, loss {loss:.6e}")


main()
