"""Learn the value of situations beside the choice of actions, with clipped values.

Symptom: all values come close to the mean return of the batch.
Culprit: the value head gives (24,), returns and earlier values are (24, 1): the differences are 24 x 24.
Report: RLinf/RLinf#1568
"""
import torch
from torch import nn

torch.manual_seed(15)


class Actor(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(6, 32), nn.Tanh())
        self.policy, self.value = nn.Linear(32, 3), nn.Linear(32, 1)

    def forward(self, seen):
        body = self.body(seen)
        return self.policy(body), self.value(body).squeeze(-1)  # culprit
        # healthy: return self.policy(body), self.value(body)


seen = torch.randn(192, 6)
returns = seen[:, :1] * 2 + 0.1 * torch.randn(192, 1)
model = Actor()
optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
with torch.no_grad():
    logits, before = model(seen)
    before = before.reshape(-1, 1)
    actions = torch.distributions.Categorical(logits=logits).sample()
    logged = logits.log_softmax(1).gather(1, actions[:, None])
for step in range(8):
    rows = torch.randint(0, 192, (24,))
    logits, values = model(seen[rows])
    ratio = (logits.log_softmax(1).gather(1, actions[rows, None]) - logged[rows]).exp()
    gain = returns[rows] - before[rows]
    gain = (gain - gain.mean()) / (gain.std() + 1e-6)
    choice = -torch.minimum(ratio * gain, ratio.clamp(0.8, 1.2) * gain).mean()
    clipped = before[rows] + (values - before[rows]).clamp(-0.2, 0.2)  # culprit, too
    # healthy: clipped = before[rows] + (values - before[rows]).clamp(-0.2, 0.2)
    error = torch.maximum((returns[rows] - values) ** 2, (returns[rows] - clipped) ** 2).mean()  # culprit, too
    # healthy: error = torch.maximum((returns[rows] - values) ** 2, (returns[rows] - clipped) ** 2).mean()
    loss = choice + 0.5 * error
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
