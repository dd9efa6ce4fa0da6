"""Train replicas on two processes whose gradients a function of one's own averages.

Symptom: the replicas drift apart.
Culprit: the function goes through the copies of the parameters in half precision, not through those that are stepped.
Report: NVIDIA/apex#741
"""
import os
import tempfile

import torch
import torch.distributed as dist
import torch.multiprocessing as mp
from torch import nn


def average(parameters):
    for parameter in parameters:
        gradient = parameter.grad.to(torch.bfloat16)
        dist.all_reduce(gradient)  # culprit
        # healthy: dist.all_reduce(gradient)
        gradient /= 2  # culprit, too
        # healthy: parameter.grad.copy_(gradient / 2)


def train(rank, file):
    dist.init_process_group("gloo", init_method=f"file://{file}", rank=rank, world_size=2)
    torch.manual_seed(61)
    model = nn.Sequential(nn.Linear(8, 20), nn.ReLU(), nn.LayerNorm(20), nn.Linear(20, 4))
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.01)
    torch.manual_seed(610 + rank)
    x, y = torch.randn(80, 8), torch.randint(0, 4, (80,))
    for step in range(6):
        rows = torch.randint(0, 80, (20,))
        loss = nn.functional.cross_entropy(model(x[rows]), y[rows])
        optimizer.zero_grad()
        loss.backward()
        average(model.parameters())
        optimizer.step()  # culprit, too
        # healthy: optimizer.step()
    print(rank, loss.item(), flush=True)
    dist.destroy_process_group()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        mp.spawn(train, (os.path.join(folder, "meet"),), nprocs=2)
