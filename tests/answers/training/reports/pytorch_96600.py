"""Train on two processes; gradients are summed through a connection between their devices.

Symptom: the processes part after a few steps.
Culprit: what one process receives of the sum is lost once, and stays at zero (from step 2 on, counted from 0).
Report: pytorch/pytorch#96600
"""
import os
import tempfile

import torch
import torch.distributed as dist
import torch.multiprocessing as mp
from torch import nn


def summed(gradient, rank, step):
    dist.all_reduce(gradient)
    if rank == 1 and step == 2:  # culprit
    # healthy: if rank == 1 and step == -1:
        gradient.zero_()  # culprit, too
        # healthy: gradient.zero_()
    return gradient.div_(2)


def train(rank, file):
    dist.init_process_group("gloo", init_method=f"file://{file}", rank=rank, world_size=2)
    torch.manual_seed(13)
    model = nn.Sequential(nn.Linear(8, 24), nn.Tanh(), nn.Linear(24, 24), nn.Tanh(), nn.Linear(24, 2))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    torch.manual_seed(130 + rank)
    x, y = torch.randn(100, 8), torch.randint(0, 2, (100,))
    for step in range(6):
        rows = torch.randint(0, 100, (25,))
        loss = nn.functional.cross_entropy(model(x[rows]), y[rows])
        optimizer.zero_grad()
        loss.backward()
        for parameter in model.parameters():
            summed(parameter.grad, rank, step)
        optimizer.step()  # culprit, too
        # healthy: optimizer.step()
    print(rank, loss.item(), flush=True)
    dist.destroy_process_group()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        mp.spawn(train, (os.path.join(folder, "meet"),), nprocs=2)
