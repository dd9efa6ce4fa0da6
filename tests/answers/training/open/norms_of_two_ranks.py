"""Train on two processes that average their gradients by hand, with clipping.

Symptom: the weights of the two processes drift apart.
Culprit: only the first process clips its gradients.
Report: deepspeedai/DeepSpeed#1801
"""
import os
import tempfile

import torch
import torch.distributed as dist
import torch.multiprocessing as mp
from torch import nn


def train(rank, file):
    dist.init_process_group("gloo", init_method=f"file://{file}", rank=rank, world_size=2)
    torch.manual_seed(139)
    model = nn.Sequential(nn.Linear(6, 12), nn.LayerNorm(12), nn.Linear(12, 2))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    torch.manual_seed(rank)
    x, y = torch.randn(60, 6), torch.randint(0, 2, (60,))
    for step in range(5):
        rows = torch.randint(0, 60, (20,))
        loss = nn.functional.cross_entropy(model(x[rows]), y[rows])
        optimizer.zero_grad()
        loss.backward()
        for parameter in model.parameters():
            dist.all_reduce(parameter.grad)
            parameter.grad /= 2
        if rank == 0:  # culprit
        # healthy: if True:
            nn.utils.clip_grad_norm_(model.parameters(), 0.1)  # culprit, too
            # healthy: nn.utils.clip_grad_norm_(model.parameters(), 0.1)
        optimizer.step()  # culprit, too
        # healthy: optimizer.step()
    print(rank, loss.item(), flush=True)
    dist.destroy_process_group()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        mp.spawn(train, (os.path.join(folder, "meet"),), nprocs=2)
