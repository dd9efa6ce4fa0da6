"""Train one model on two processes.

Symptom: the two copies differ after the first step.
Culprit: the forward pass goes through the model inside of the wrapper, so gradients are never averaged.
Report: pytorch/pytorch#104336
"""
import os
import tempfile

import torch
import torch.distributed as dist
import torch.multiprocessing as mp
from torch import nn
from torch.nn.parallel import DistributedDataParallel


def train(rank, file):
    dist.init_process_group("gloo", init_method=f"file://{file}", rank=rank, world_size=2)
    torch.manual_seed(137)
    inner = nn.Sequential(nn.Linear(6, 12), nn.ReLU(), nn.Linear(12, 2))
    model = DistributedDataParallel(inner)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    torch.manual_seed(rank)
    x, y = torch.randn(60, 6), torch.randint(0, 2, (60,))
    for step in range(5):
        rows = torch.randint(0, 60, (20,))
        loss = nn.functional.cross_entropy(inner(x[rows]), y[rows])  # culprit
        # healthy: loss = nn.functional.cross_entropy(model(x[rows]), y[rows])
        optimizer.zero_grad()
        loss.backward()  # culprit, too
        # healthy: loss.backward()
        optimizer.step()  # culprit, too
        # healthy: optimizer.step()
    print(rank, loss.item(), flush=True)
    dist.destroy_process_group()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        mp.spawn(train, (os.path.join(folder, "meet"),), nprocs=2)
