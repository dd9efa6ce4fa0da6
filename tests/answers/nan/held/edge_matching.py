"""Fits the weights of a small image filter so that its gradient magnitude matches a target's.

Symptom: the first loss is a number, and from the second step on loss and filter print nan
Culprit: in flat parts both gradients are exactly 0, and the derivative of sqrt at 0 is infinite, times 0 in the chain: nan; a small 1e-8 under the root is meant
Report: https://openillumi.com/en/en-fix-pytorch-cpu-nan-powbackward0
"""

import torch
import torch.nn.functional as F

torch.set_num_threads(1)


def make_image(size):
    """A dark picture with a bright disc and a bright bar."""
    axis = torch.arange(size, dtype=torch.float32)
    rows, columns = torch.meshgrid(axis, axis, indexing="ij")
    disc = ((rows - 14) ** 2 + (columns - 14) ** 2 < 49).float()
    bar = ((rows > 26) & (rows < 31)).float() * 0.5
    return (disc + bar).reshape(1, 1, size, size)


def magnitude(image):
    """Length of the gradient at each pixel."""
    across = image[..., 1:, 1:] - image[..., 1:, :-1]
    down = image[..., 1:, 1:] - image[..., :-1, 1:]
    return torch.sqrt(across**2 + down**2)  # culprit


def blur(image, weights):
    """The picture filtered by three by three weights."""
    return F.conv2d(image, weights.reshape(1, 1, 3, 3), padding=1)


def fit(image, target, steps):
    """Adam on the nine weights; returns them and the losses."""
    weights = torch.zeros(9)
    weights[4] = 0.8
    weights.requires_grad_(True)
    optimizer = torch.optim.Adam([weights], lr=0.01)
    losses = []
    for _ in range(steps):
        optimizer.zero_grad()
        loss = F.mse_loss(magnitude(blur(image, weights)), target)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return weights.detach(), losses


def main():
    image = make_image(36)
    true_weights = torch.tensor([1.0, 2, 1, 2, 4, 2, 1, 2, 1]) / 16
    target = magnitude(blur(image, true_weights))
    weights, losses = fit(image, target, steps=60)
    for step in (0, 1, 20, 59):
        print(f"step {step:2d}: loss {losses[step]:.6f}")
    print("weights:", [round(value, 3) for value in weights.tolist()])
    print(f"their sum: {weights.sum().item():.3f}")


if __name__ == "__main__":
    main()
