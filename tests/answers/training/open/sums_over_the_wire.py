"""Train on two processes with gradients averaged by hand.

Symptom: the processes part.
Culprit: the average is written into a copy of the gradient on the second process.
Report: pytorch/pytorch#96600
"""
import os
import tempfile

import torch
import torch.distributed as dist
import torch.multiprocessing as mp
from torch import nn


def train(rank, file):
    dist.init_process_group("gloo", init_method=f"file://{file}", rank=rank, world_size=2)
    torch.manual_seed(149)
    model = nn.Sequential(nn.Linear(6, 10), nn.Tanh(), nn.Linear(10, 2))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    torch.manual_seed(rank)
    x, y = torch.randn(60, 6), torch.randint(0, 2, (60,))
    for step in range(5):
        rows = torch.randint(0, 60, (20,))
        loss = nn.functional.cross_entropy(model(x[rows]), y[rows])
        optimizer.zero_grad()
        loss.backward()
        for parameter in model.parameters():
            gradient = parameter.grad if rank == 0 else parameter.grad.clone()  # culprit
            # healthy: gradient = parameter.grad
            dist.all_reduce(gradient)  # culprit, too
            # healthy: dist.all_reduce(gradient)
            gradient /= 2
        optimizer.step()  # culprit, too
        # healthy: optimizer.step()
    print(rank, loss.item(), flush=True)
    dist.destroy_process_group()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        mp.spawn(train, (os.path.join(folder, "meet"),), nprocs=2)
