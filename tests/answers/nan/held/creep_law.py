"""Fit a two-regime creep law to rock salt tests (strain rate against differential stress).

Symptom: The program prints NaN or inf.
Culprit: Gradient of the unused branch of torch.where (sqrt of a negative).
Report: pytorch/pytorch#187297
"""

import torch

torch.manual_seed(3)

N_TESTS = 120
stress = torch.rand(N_TESTS) * 30.0
threshold_true = 12.0
rate_true = torch.where(
    stress > threshold_true, 0.4 * torch.sqrt((stress - threshold_true).clamp(min=0.0)), 0.0
)
rate_true = rate_true + 0.02 * stress
measured = rate_true + 0.03 * torch.randn(N_TESTS)

threshold = torch.tensor(10.0, requires_grad=True)
slope = torch.tensor(0.1, requires_grad=True)
linear = torch.tensor(0.0, requires_grad=True)
params = [threshold, slope, linear]
optimizer = torch.optim.Adam(params, lr=0.05)


def predict(sigma):
    excess = sigma - threshold
    dislocation = torch.where(excess > 0, slope * torch.sqrt(excess), 0.0)  # culprit
    pressure_solution = linear * sigma
    return dislocation + pressure_solution


history = []
for step in range(400):
    optimizer.zero_grad()
    residual = predict(stress) - measured
    loss = (residual**2).mean()
    loss.backward()
    optimizer.step()
    history.append(loss.item())
    if step % 100 == 0:
        print(f"step {step:4d}  loss {loss.item():.5f}")

print("last loss:", history[-1])
print("threshold stress (MPa):", threshold.item())
