"""Train replicas on two processes with two parts of a batch to a step.

Symptom: the replicas drift apart.
Culprit: gradients are averaged with the first part and not with the one that steps, so each process adds its own second part.
Report: modelscope/FunASR#3472
"""
import contextlib
import os
import tempfile

import torch
import torch.distributed as dist
import torch.multiprocessing as mp
from torch import nn


def train(rank, file):
    dist.init_process_group("gloo", init_method=f"file://{file}", rank=rank, world_size=2)
    torch.manual_seed(34)
    model = nn.Sequential(nn.Linear(8, 20), nn.ReLU(), nn.Linear(20, 4))
    model = nn.parallel.DistributedDataParallel(model)
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.01)
    torch.manual_seed(340 + rank)
    x, y = torch.randn(80, 8), torch.randint(0, 4, (80,))
    for part in range(12):
        last = part % 2 == 0  # culprit
        # healthy: last = part % 2 == 1
        with contextlib.nullcontext() if last else model.no_sync():
            rows = torch.randint(0, 80, (20,))
            loss = nn.functional.cross_entropy(model(x[rows]), y[rows]) / 2
            loss.backward()  # culprit, too
            # healthy: loss.backward()
        if part % 2 == 1:
            optimizer.step()  # culprit, too
            # healthy: optimizer.step()
            optimizer.zero_grad()
    print(rank, loss.item(), flush=True)
    dist.destroy_process_group()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        mp.spawn(train, (os.path.join(folder, "meet"),), nprocs=2)
