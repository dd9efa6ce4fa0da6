"""Classify sets of vectors of different sizes with masked attention.

Symptom: small sets are told apart worse than large ones.
Culprit: the mask is applied after the softmax, so padding still takes a share of the attention and -inf would be NaN.
Report: huggingface/pytorch-image-models#2236
"""
import torch
from torch import nn

torch.manual_seed(22)


class Pool(nn.Module):
    def __init__(self, size=12):
        super().__init__()
        self.query, self.key, self.value = (nn.Linear(size, size) for _ in range(3))
        self.head = nn.Linear(size, 2)

    def forward(self, x, mask):
        scores = self.query(x) @ self.key(x).transpose(1, 2) / x.shape[-1] ** 0.5
        weights = scores.softmax(-1)  # culprit
        # healthy: scores = scores.masked_fill(~mask[:, None], float("-inf"))
        weights = weights * mask[:, None]  # culprit, too
        # healthy: weights = scores.softmax(-1)
        mixed = weights @ self.value(x)
        return self.head((mixed * mask[..., None]).sum(1) / mask.sum(1, keepdim=True))


sets, sizes = torch.randn(120, 9, 12), torch.randint(2, 9, (120,))
mask = torch.arange(9) < sizes[:, None]
labels = ((sets[..., 0] * mask).sum(1) > 0).long()
model = Pool()
optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
for step in range(8):
    rows = torch.randint(0, 120, (24,))
    loss = nn.functional.cross_entropy(model(sets[rows], mask[rows]), labels[rows])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
