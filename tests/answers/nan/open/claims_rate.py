"""Claim frequency of a motor portfolio by driver age and power of the car.

Fits a Poisson regression in which the time on risk of each policy enters as an
offset, and prints the effect of each factor on the rate.

Culprit: the offset is the time on risk itself, 30 to 1460 days, and not its
logarithm; exp(1460) overflows float32 to inf, so the first loss is inf and the
first gradient step makes all weights NaN.
"""

import torch


def portfolio(n=600, seed=5):
    gen = torch.Generator().manual_seed(seed)
    age = torch.rand(n, generator=gen) * 55 + 20
    power = torch.rand(n, generator=gen) * 120 + 40
    days = torch.randint(30, 1461, (n,), generator=gen).float()
    rate = torch.exp(-7.6 - 0.25 * (age - 45) / 15 + 0.3 * (power - 100) / 35)
    claims = torch.poisson(rate * days, generator=gen)
    features = torch.stack([(age - 45) / 15, (power - 100) / 35], dim=1)
    return features, days, claims


class FrequencyModel(torch.nn.Module):
    def __init__(self, width):
        super().__init__()
        self.linear = torch.nn.Linear(width, 1)
        torch.nn.init.zeros_(self.linear.weight)
        torch.nn.init.constant_(self.linear.bias, -6.0)

    def forward(self, features, offset):
        return self.linear(features).squeeze(1) + offset


def fit(features, days, claims, steps=300):
    model = FrequencyModel(features.shape[1])
    loss_fn = torch.nn.PoissonNLLLoss(log_input=True)
    optimiser = torch.optim.Adam(model.parameters(), lr=0.05)
    offset = days.clone()  # culprit
    for _ in range(steps):
        optimiser.zero_grad()
        loss = loss_fn(model(features, offset), claims)
        loss.backward()
        optimiser.step()
    return model, loss.item()


features, days, claims = portfolio()
model, loss = fit(features, days, claims)
age_effect, power_effect = torch.exp(model.linear.weight.detach()[0]).tolist()
print(f"policies {len(days)}, claims {int(claims.sum())}, final loss {loss:.4f}")
print(f"15 years older: rate x {age_effect:.3f}")
print(f"35 kW more: rate x {power_effect:.3f}")
