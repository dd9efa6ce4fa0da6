"""Train on the share of one process, shuffled by a distributed sampler.

Symptom: training overfits the order of the batches.
Culprit: the sampler is never told the epoch, so each epoch has the same batches in the same order (from step 6 on, counted from 0).
Report: pytorch/pytorch#31771
"""
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset
from torch.utils.data.distributed import DistributedSampler

torch.manual_seed(31)
x = torch.randn(96, 12)
data = TensorDataset(x, (x[:, :3].sum(1) > 0).long())
sampler = DistributedSampler(data, num_replicas=2, rank=0, shuffle=True, seed=torch.initial_seed())
loader = DataLoader(data, batch_size=8, sampler=sampler)
model = nn.Sequential(nn.Linear(12, 32), nn.ReLU(), nn.Linear(32, 2))
optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
for epoch in range(3):
    # healthy: sampler.set_epoch(epoch)
    for features, labels in loader:  # culprit
    # healthy: for features, labels in loader:
        loss = nn.functional.cross_entropy(model(features), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(epoch, loss.item())
