"""Train experts on two ranks, each with one expert; tokens are counted over both before they are dispatched.

Symptom: the experts' capacity jumps about.
Culprit: a rank whose tokens all go to one expert leaves out one exchange: its next one meets another of the other rank.
Report: deepspeedai/DeepSpeed#5794
"""
import os
import tempfile

import torch
import torch.distributed as dist
import torch.multiprocessing as mp
from torch import nn


class Router(nn.Module):
    def __init__(self, rank):
        super().__init__()
        self.gate = nn.Linear(6, 2)
        torch.manual_seed(371 + rank)
        self.expert = nn.Sequential(nn.Linear(6, 12), nn.ReLU(), nn.Linear(12, 2))
        self.rank = rank

    def forward(self, x):
        share = torch.softmax(self.gate(x), 1)
        chosen = share.argmax(1)
        counts = torch.bincount(chosen, minlength=2).float()
        largest = counts.max().clone()
        if self.rank == 0:  # culprit
        # healthy: if True:
            dist.all_reduce(largest, op=dist.ReduceOp.MAX)  # culprit, too
            # healthy: dist.all_reduce(largest, op=dist.ReduceOp.MAX)
        total = counts.sum().clone()
        dist.all_reduce(total)  # culprit, too
        # healthy: dist.all_reduce(total)
        if self.rank == 1:  # culprit, too
        # healthy: if False:
            dist.all_reduce(total.clone())
        weight = share.gather(1, chosen.unsqueeze(1)) * largest / total
        return self.expert(x) * weight


def train(rank, file):
    dist.init_process_group("gloo", init_method=f"file://{file}", rank=rank, world_size=2)
    torch.manual_seed(37)
    model = Router(rank)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    torch.manual_seed(370 + rank)
    x, y = torch.randn(80, 6), torch.randint(0, 2, (80,))
    for step in range(6):
        rows = torch.randint(0, 80, (20,))
        loss = nn.functional.cross_entropy(model(x[rows]), y[rows])
        optimizer.zero_grad()
        loss.backward()
        for parameter in model.gate.parameters():
            dist.all_reduce(parameter.grad)
            parameter.grad /= 2
        optimizer.step()
    print(rank, loss.item(), flush=True)
    dist.destroy_process_group()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        mp.spawn(train, (os.path.join(folder, "meet"),), nprocs=2)
