"""Train with tensor parallelism by hand: linear layers are split over two ranks, normalisation is on both.

Symptom: the normalisation's weights of the two ranks drift apart.
Culprit: on rank 1 gradients of parameters that are not split are left out where gradients are clipped.
Report: deepspeedai/DeepSpeed#1801
"""
import os
import tempfile

import torch
import torch.distributed as dist
import torch.multiprocessing as mp
from torch import nn


class Both(torch.autograd.Function):
    """The sum over ranks; its gradient goes to each."""

    @staticmethod
    def forward(context, x):
        x = x.clone()
        dist.all_reduce(x)
        return x

    @staticmethod
    def backward(context, gradient):
        return gradient


class Split(nn.Module):
    def __init__(self, rank):
        super().__init__()
        self.norm = nn.LayerNorm(8)
        whole_in, whole_out = torch.randn(16, 8) * 0.3, torch.randn(3, 16) * 0.3
        half = slice(8 * rank, 8 * rank + 8)
        self.inside, self.outside = nn.Parameter(whole_in[half]), nn.Parameter(whole_out[:, half])

    def forward(self, x):
        return Both.apply(torch.relu(self.norm(x) @ self.inside.T) @ self.outside.T)


def clip(model, rank, most):
    square = torch.zeros(())
    for name, parameter in model.named_parameters():
        if rank == 0 or "norm" not in name:
            square += parameter.grad.pow(2).sum()
    dist.all_reduce(square)
    factor = (most / square.sqrt()).clamp(max=1)
    for name, parameter in model.named_parameters():
        if rank == 0 or "norm" not in name:  # culprit
        # healthy: if True:
            parameter.grad.mul_(factor)  # culprit, too
            # healthy: parameter.grad.mul_(factor)


def train(rank, file):
    dist.init_process_group("gloo", init_method=f"file://{file}", rank=rank, world_size=2)
    torch.manual_seed(31)
    model = Split(rank)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    x, y = torch.randn(60, 8), torch.randint(0, 3, (60,))
    for step in range(6):
        rows = torch.randint(0, 60, (20,))
        loss = nn.functional.cross_entropy(model(x[rows]), y[rows])
        optimizer.zero_grad()
        loss.backward()
        for name, parameter in model.named_parameters():
            if "norm" in name:
                dist.all_reduce(parameter.grad)
        clip(model, rank, 0.1)
        optimizer.step()  # culprit, too
        # healthy: optimizer.step()
    print(rank, loss.item(), flush=True)
    dist.destroy_process_group()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        mp.spawn(train, (os.path.join(folder, "meet"),), nprocs=2)
