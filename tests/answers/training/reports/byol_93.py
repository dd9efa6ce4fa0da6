"""Train two views of a sample to agree.

Symptom: the loss stays where it was, nothing is learned.
Culprit: gradients are cleared between the backward pass and the step.
Report: lucidrains/byol-pytorch#93
"""

import torch
from torch import nn

torch.manual_seed(93)
pictures = torch.randn(120, 12)
net = nn.Sequential(nn.Linear(12, 24), nn.ReLU(), nn.Linear(24, 8))
predictor = nn.Linear(8, 8)
optimizer = torch.optim.Adam([*net.parameters(), *predictor.parameters()], lr=0.003)
for step in range(8):
    views = pictures[torch.randint(0, 120, (24,))]
    one, two = (views + 0.1 * torch.randn_like(views) for _ in range(2))
    with torch.no_grad():
        target = net(two)
    loss = 1 - nn.functional.cosine_similarity(predictor(net(one)), target).mean()
    loss.backward()
    optimizer.zero_grad(set_to_none=False)  # culprit
    optimizer.step()  # culprit, too
    # healthy: optimizer.step()
    optimizer.zero_grad()
print(loss.item())
