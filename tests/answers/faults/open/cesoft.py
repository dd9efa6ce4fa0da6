"""A classifier is trained.

Symptom: The loss hardly falls.
Culprit: The loss takes logits and gets probabilities.
Report: none
"""

import torch

torch.manual_seed(0)
net = torch.nn.Sequential(torch.nn.Linear(4, 3), torch.nn.Softmax(dim=1))
opt = torch.optim.SGD(net.parameters(), lr=0.1)
x = torch.randn(64, 4)
y = x[:, :3].argmax(1)
for _ in range(30):
    opt.zero_grad()
    loss = torch.nn.functional.cross_entropy(net(x), y)  # culprit
    loss.backward()
    opt.step()
print(loss.item())
