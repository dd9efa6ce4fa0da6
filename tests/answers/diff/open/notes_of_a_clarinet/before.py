"""Tell the notes of a clarinet from their spectra, by a small network.

Culprit: none: equal
"""

import torch
import torch.nn.functional as F

torch.manual_seed(6)
spectra = torch.rand(90, 1, 32)
notes = torch.randint(0, 5, (90,))
kernel = (0.3 * torch.randn(4, 1, 5)).requires_grad_()
bias = torch.zeros(4, requires_grad=True)
weight = (0.1 * torch.randn(5, 4 * 14)).requires_grad_()

losses = []
for step in range(30):
    hidden = F.relu(F.conv1d(spectra, kernel, bias))
    pooled = F.max_pool1d(hidden, 2)
    scores = pooled.flatten(1) @ weight.T
    loss = F.cross_entropy(scores, notes)
    losses.append(loss.item())
    gradients = torch.autograd.grad(loss, [kernel, bias, weight])
    with torch.no_grad():
        for parameter, gradient in zip([kernel, bias, weight], gradients):
            parameter -= 0.2 * gradient

right = (scores.argmax(1) == notes).float().mean()
print(f"first loss {losses[0]:.5f}, last {losses[-1]:.5f}")
print(f"right {right.item():.4f}")
