"""Maximum likelihood for weld thickness: a straight line with unknown measurement noise.

Symptom: The program prints NaN or inf.
Culprit: Sigma optimised without a constraint turns negative, log NaN.
Report: tensorflow/probability#721
"""

import torch

torch.manual_seed(6)

n = 200
current = torch.rand(n) * 2 - 1
thickness = 2.0 + 0.5 * current + 0.03 * torch.randn(n)

# start from the least squares line
design = torch.stack([torch.ones(n), current], dim=1)
start = torch.linalg.lstsq(design, thickness[:, None]).solution.squeeze(1)
intercept = start[0].clone().requires_grad_()
slope = start[1].clone().requires_grad_()
sigma = torch.tensor(0.8, requires_grad=True)  # culprit
opt = torch.optim.SGD([intercept, slope, sigma], lr=0.01)


def negative_log_likelihood(y, mean, sigma):
    z = (y - mean) / sigma
    return (0.5 * z**2 + torch.log(sigma)).mean()  # culprit, too


losses = []
for step in range(60):
    opt.zero_grad()
    mean = intercept + slope * current
    loss = negative_log_likelihood(thickness, mean, sigma)
    loss.backward()
    opt.step()
    losses.append(loss.item())
    if step % 10 == 0:
        print(f"{step:4d}  loss {losses[-1]: .4f}  sigma {sigma.item(): .4f}")

print("intercept:", intercept.item(), " slope:", slope.item())
print("negative log likelihood:", losses[-1])
