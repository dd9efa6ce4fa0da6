"""Data-parallel training on four gloo ranks, once with each fault: `training.py FOLDER FAULT ...`.

Each run is recorded into a trace of its own, FOLDER/FAULT.numscope, by a process that has forked from one that imported
torch, and forks the ranks: torch is imported once. Each line that a test names has a mark.
"""

import datetime
import os
import sys
import time

import torch
import torch._dynamo  # an optimiser imports it: once here, not in each rank
import torch.distributed as dist

import numscope

RANKS, STEPS = 4, 16


def train(rank, fault):
    torch.manual_seed(0)
    torch.set_num_threads(1)
    model = torch.nn.Sequential(torch.nn.Linear(8, 4), torch.nn.Tanh(), torch.nn.Linear(4, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    data = torch.Generator().manual_seed(rank)
    for step in range(STEPS):
        batch = torch.randn(16, 8, generator=data)
        if fault == "nan" and rank == 3 and step == 4:
            batch = torch.log(batch - batch)  # mark: nan
            batch = batch - batch
        if fault == "slow" and rank == 1:
            time.sleep(0.05)
        loss = model(batch).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        average(model, rank, step, fault)
        optimizer.step()
        if fault == "weight" and rank == 2 and step == 5:
            model[0].weight.data[1, 2] += 1e-4  # mark: weight
        if not (fault == "barrier" and rank == 3 and step == 5):
            dist.barrier()  # mark: barrier
        if fault == "killed" and rank == 2 and step == 5:
            os.kill(os.getpid(), 9)


def average(model, rank, step, fault):
    for parameter in model.parameters():
        if fault == "shape" and rank == 1 and step == 5 and parameter.dim() == 2:
            dist.all_reduce(torch.ones(7))  # mark: shape
        dist.all_reduce(parameter.grad)  # mark: gradients
        parameter.grad /= RANKS


def run(rank, fault, store):
    timeout = datetime.timedelta(seconds=2)
    dist.init_process_group(
        "gloo", init_method=f"file://{store}", rank=rank, world_size=RANKS, timeout=timeout
    )
    dist.barrier()
    train(rank, fault)
    dist.destroy_process_group()


def run_all(fault, store):
    children = []
    for rank in range(RANKS):
        child = os.fork()
        if not child:
            code = 1
            try:
                run(rank, fault, store)
                code = 0
            except RuntimeError as error:
                print(rank, str(error).splitlines()[0][:120], file=sys.stderr)
            finally:
                os._exit(code)
        children.append(child)
    for child in children:
        os.waitpid(child, 0)


def main(folder, faults):
    for fault in faults:
        child = os.fork()
        if not child:
            with numscope.record(f"{folder}/{fault}.numscope"):
                run_all(fault, f"{folder}/{fault}.store")
            os._exit(0)
        os.waitpid(child, 0)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
