"""Train one model on two processes; the weights are moved away for a while before the training begins.

Symptom: the processes train two models.
Culprit: moving the weights made new parameters, on which the wrapper has no hooks: gradients are never averaged.
Report: pytorch/pytorch#104336
"""
import os
import tempfile

import torch
import torch.distributed as dist
import torch.multiprocessing as mp
from torch import nn
from torch.nn.parallel import DistributedDataParallel


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(10, 32), nn.ReLU(), nn.Linear(32, 32), nn.ReLU())
        self.head = nn.Linear(32, 3)

    def forward(self, x):
        return self.head(self.body(x))


def move(model):
    """Offload the weights and bring them back, as between devices."""
    for module in model.modules():
        for name, parameter in list(module.named_parameters(recurse=False)):
            setattr(module, name, nn.Parameter(parameter.detach().double().float()))


def train(rank, file):
    dist.init_process_group("gloo", init_method=f"file://{file}", rank=rank, world_size=2)
    torch.manual_seed(5)
    inner = Classifier()
    # healthy: move(inner)
    model = DistributedDataParallel(inner)
    move(inner)  # culprit
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.01)
    torch.manual_seed(50 + rank)
    x, y = torch.randn(90, 10), torch.randint(0, 3, (90,))
    for step in range(6):
        rows = torch.randint(0, 90, (30,))
        loss = nn.functional.cross_entropy(model(x[rows]), y[rows])  # culprit, too
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
