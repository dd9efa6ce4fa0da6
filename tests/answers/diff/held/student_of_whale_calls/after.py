"""Teach a small network the calls of whales from a large one, so that it fits into a buoy.

Symptom: all losses are lower from the first step on, and the student learns less.
Culprit: the default reduction of KLDivLoss divides by the 9 kinds, too; "batchmean" is gone.
Report: pytorch/pytorch#6622 (KLDivLoss averages over the dimensions as well)
"""

import torch
import torch.nn.functional as F  # noqa: N812
from torch import nn

KINDS, BANDS, HEAT = 9, 24, 3.0


def calls(generator, number=240):
    """Return the strengths of bands of sound and the kind of each call."""
    shape = torch.randn(KINDS, BANDS, generator=generator)
    kind = torch.randint(KINDS, (number,), generator=generator)
    return shape[kind] + 0.9 * torch.randn(number, BANDS, generator=generator), kind


def network(width):
    return nn.Sequential(nn.Linear(BANDS, width), nn.Tanh(), nn.Linear(width, KINDS))


def fit(model, sound, kind, steps):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.2)
    for _ in range(steps):
        optimizer.zero_grad()
        F.cross_entropy(model(sound), kind).backward()
        optimizer.step()


def distance(student, teacher):
    """Return how far the soft answers of the student are from those of the teacher."""
    divergence = nn.KLDivLoss()  # culprit
    soft = F.softmax(teacher / HEAT, dim=1)
    return HEAT**2 * divergence(F.log_softmax(student / HEAT, dim=1), soft)


def distil(student, teacher, sound, kind, steps=60, share=0.7):
    """Teach the student, by the teacher's answers and by the kinds; return the last loss."""
    with torch.no_grad():
        answers = teacher(sound)
    optimizer = torch.optim.SGD(student.parameters(), lr=0.1)
    for step in range(steps):
        guess = student(sound)
        loss = share * distance(guess, answers) + (1 - share) * F.cross_entropy(guess, kind)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 20 == 0:
            print(f"step {step:2d}: loss {loss.item():.5f}")
    return loss.item()


def right(model, sound, kind):
    with torch.no_grad():
        return (model(sound).argmax(dim=1) == kind).float().mean().item()


def main():
    torch.manual_seed(52)
    sound, kind = calls(torch.Generator().manual_seed(20))
    teacher, student = network(64), network(6)
    fit(teacher, sound, kind, steps=120)
    last = distil(student, teacher, sound, kind)
    print(f"last loss {last:.5f}")
    print(f"teacher {right(teacher, sound, kind):.4f}, student {right(student, sound, kind):.4f}")


if __name__ == "__main__":
    main()
