"""Train in mixed precision with linear layers of one's own.

Symptom: the products run in float32, and nothing is saved.
Culprit: autocast is applied to functions of torch only, and the layer's product comes from a function outside of its reach.
Report: Lightning-AI/lightning-thunder#725
"""
import torch
from torch import nn

torch.manual_seed(43)


def product(x, weight, bias):
    with torch.autocast("cpu", enabled=False):  # culprit
    # healthy: if True:
        return nn.functional.linear(x.float(), weight, bias)  # culprit, too
        # healthy: return nn.functional.linear(x, weight, bias)


class Linear(nn.Linear):
    def forward(self, x):
        return product(x, self.weight, self.bias)  # culprit, too
        # healthy: return product(x, self.weight, self.bias)


model = nn.Sequential(Linear(12, 32), nn.ReLU(), Linear(32, 32), nn.ReLU(), Linear(32, 4))
x, y = torch.randn(120, 12), torch.randint(0, 4, (120,))
optimizer = torch.optim.AdamW(model.parameters(), lr=0.01)
for step in range(8):
    rows = torch.randint(0, 120, (30,))
    with torch.autocast("cpu", dtype=torch.bfloat16):
        logits = model(x[rows])  # culprit, too
        # healthy: logits = model(x[rows])
    loss = nn.functional.cross_entropy(logits.float(), y[rows])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
