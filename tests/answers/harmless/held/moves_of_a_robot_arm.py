"""Teach a small policy to reach with a robot arm, where joints at their stop must not turn further.

Symptom: none
Culprit: none
Tempts: nan and check-up may accuse the scores of forbidden moves (-inf); one move is always allowed.
Report: none
"""

import math

import torch
from torch import nn

MOVES = ["left", "right", "up", "down", "stay"]
STEPS = torch.tensor([[-1, 0], [1, 0], [0, 1], [0, -1], [0, 0]])
SIZE = 7


class Arm:
    """A hand on a board; moves beyond the edge are forbidden, staying never is."""

    def __init__(self, count, generator):
        self.hand = torch.randint(0, SIZE, (count, 2), generator=generator)
        self.target = torch.randint(0, SIZE, (count, 2), generator=generator)

    def allowed(self):
        after = self.hand[:, None] + STEPS
        return ((after >= 0) & (after < SIZE)).all(dim=2)

    def view(self):
        return torch.cat([self.hand, self.target], dim=1).float() / (SIZE - 1)

    def distance(self):
        return (self.hand - self.target).abs().sum(dim=1)

    def turn(self, move):
        before = self.distance()
        self.hand = self.hand + STEPS[move]
        return (before - self.distance()).float()


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(4, 32), nn.Tanh(), nn.Linear(32, len(MOVES)))

    def forward(self, view, allowed):
        scores = self.body(view).masked_fill(~allowed, -math.inf)
        return torch.log_softmax(scores, dim=1)


def chosen(log_chances, generator):
    return torch.multinomial(log_chances.exp(), 1, generator=generator).squeeze(1)


def entropy(log_chances):
    """Entropy of the moves; a forbidden move adds nothing."""
    safe = log_chances.masked_fill(torch.isinf(log_chances), 0.0)
    return -(safe.exp() * safe * (safe < 0)).sum(dim=1)


def main():
    torch.manual_seed(70)
    torch.set_num_threads(1)
    generator = torch.Generator().manual_seed(71)
    policy = Policy()
    optimizer = torch.optim.Adam(policy.parameters(), lr=0.01)
    best = -math.inf
    for training in range(60):
        arm = Arm(128, generator)
        gained = torch.zeros(128)
        loss = torch.zeros(())
        for _ in range(4):
            log_chances = policy(arm.view(), arm.allowed())
            move = chosen(log_chances.detach(), generator)
            reward = arm.turn(move)
            gained += reward
            taken = log_chances.gather(1, move[:, None]).squeeze(1)
            loss = loss - (taken * (reward - reward.mean())).mean() - 0.01 * entropy(log_chances).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        best = max(best, gained.mean().item())
        if training % 15 == 14:
            print(f"training {training + 1}: gained {gained.mean().item():.2f} steps")
    arm = Arm(200, generator)
    with torch.no_grad():
        for _ in range(12):
            arm.turn(policy(arm.view(), arm.allowed()).argmax(dim=1))
    print(f"best {best:.2f}, hands at their target: {(arm.distance() == 0).float().mean().item():.2f}")


if __name__ == "__main__":
    main()
