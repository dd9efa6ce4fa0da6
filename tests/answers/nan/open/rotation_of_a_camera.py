"""Estimate the mean rotation of a shaking camera from a few frames.

Symptom: the rotation vector is nan after the first step, although the loss of that step is right.
Culprit: frame 0 equals the starting guess, its cosine is exactly 1, and the gradient of acos there is -inf (* 0).
Report: pytorch/pytorch#8069
"""

import math

import torch


def matrix(vector):
    """Rotation matrix for a rotation vector."""
    x, y, z = vector
    zero = torch.zeros((), dtype=vector.dtype)
    generator = torch.stack([zero, -z, y, z, zero, -x, -y, x, zero]).reshape(3, 3)
    return torch.linalg.matrix_exp(generator)


def angle(first, second):
    """Angle between two rotations in radians."""
    cosine = (torch.trace(first.T @ second) - 1) / 2
    return torch.acos(cosine.clamp(-1.0, 1.0))  # culprit


def mean_rotation(frames, steps=20):
    guess = torch.zeros(3, requires_grad=True)
    optimizer = torch.optim.SGD([guess], lr=0.05)
    for step in range(steps):
        loss = torch.stack([angle(matrix(guess), frame) for frame in frames]).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step < 3:
            print(f"step {step:2d}: mean angle {math.degrees(loss.item()):.4f} degrees")
    return guess.detach()


shakes = [[0.0, 0.0, 0.0], [0.1, 0.5, 0.0], [0.0, 0.4, -0.1], [-0.1, 0.6, 0.1]]
frames = [matrix(torch.tensor(shake)) for shake in shakes]
print("rotation vector:", mean_rotation(frames).tolist())
