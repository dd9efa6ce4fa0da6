"""Classify bird calls from twelve spectral bands.

Symptom: The number is wrong.
Culprit: Softmax before CrossEntropyLoss, the loss stops at 0.9.
Report: ariecattan/SciCo#2
"""

import torch
from torch import nn

torch.manual_seed(33)

BIRDS, BANDS, PER_BIRD = 5, 12, 60
centres = 2.0 * torch.randn(BIRDS, BANDS)
label = torch.arange(BIRDS).repeat_interleave(PER_BIRD)
call = centres[label] + torch.randn(BIRDS * PER_BIRD, BANDS)


class CallNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = nn.Linear(BANDS, 24)
        self.out = nn.Linear(24, BIRDS)

    def forward(self, x):
        x = torch.relu(self.hidden(x))
        return torch.softmax(self.out(x), dim=1)  # culprit


net = CallNet()
opt = torch.optim.Adam(net.parameters(), lr=0.01)
criterion = nn.CrossEntropyLoss()
for epoch in range(300):
    loss = criterion(net(call), label)  # culprit, too
    opt.zero_grad()
    loss.backward()
    opt.step()
    if epoch % 75 == 0:
        print("epoch", epoch, "loss", round(loss.item(), 4))

with torch.no_grad():
    accuracy = (net(call).argmax(dim=1) == label).float().mean().item()
print("accuracy on the training set:", accuracy)
print("final loss:", loss.item())
