"""Small real trainings, one for each way in which people train: `framework_trainings.py FOLDER NAME...`.

Each is run three times, by processes that fork from this one, which has imported torch: plain, recorded, and recorded
with a fault in its third step (of several ranks in the last one only). FOLDER/NAME.json has the digests of what the
first two trained, a list of ranks; FOLDER/NAME-healthy.numscope and FOLDER/NAME-planted.numscope are the traces.
"""

import functools
import hashlib
import importlib
import json
import os
import sys
import traceback
import warnings
from pathlib import Path

import torch
import torch._dynamo  # an optimiser imports it: once here, not in each process
import torch.distributed as dist

import numscope

STEPS, FAULTY_STEP, RANKS = 4, 2, 2


class Head(torch.nn.Module):
    """A layer that divides by zero while it is told to."""

    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(8, 3)
        self.faulty = False

    def forward(self, x):
        if self.faulty:
            x = x / (x - x)  # planted
        return self.linear(x)


class Net(torch.nn.Module):
    """What all trainings train."""

    def __init__(self):
        super().__init__()
        self.body, self.head = torch.nn.Linear(4, 8), Head()

    def forward(self, x, labels):
        logits = self.head(torch.relu(self.body(x)))
        return {"loss": torch.nn.functional.cross_entropy(logits, labels), "logits": logits}


class Fault:
    """The fault of a run. planted: whether it has any, in this process."""

    def __init__(self, planted):
        self.planted = planted

    def begin(self, model, step):
        """Note that a step begins."""
        model.head.faulty = self.planted and step == FAULTY_STEP


def batches():
    """Return the same batches for each run: of several ranks each has its own."""
    generator = torch.Generator().manual_seed(dist.get_rank() if dist.is_initialized() else 0)
    return [
        (torch.randn(8, 4, generator=generator), torch.randint(0, 3, (8,), generator=generator))
        for _ in range(STEPS)
    ]


def loop(model, net, fault, step):
    """Train `model` with a loop of one's own: `net` is what is called, `step(loss)` the backward pass and the step."""
    for number, (x, y) in enumerate(batches()):
        fault.begin(model, number)
        step(net(x, y)["loss"])


def plain_step(optimizer):
    """Return what a loop of one's own does with a loss."""

    def step(loss):
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()

    return step


def lbfgs(model, fault):
    """A step calls the model several times."""
    optimizer = torch.optim.LBFGS(model.parameters(), max_iter=3)
    for number, (x, y) in enumerate(batches()):
        fault.begin(model, number)

        def closure(x=x, y=y):
            optimizer.zero_grad()
            loss = model(x, y)["loss"]
            loss.backward()
            return loss

        optimizer.step(closure)


def torch_func(model, fault):
    """No optimiser, so no step that could be counted."""
    values = {name: one.detach() for name, one in model.named_parameters()}
    for number, (x, y) in enumerate(batches()):
        fault.begin(model, number)

        def loss(values, x=x, y=y):
            return torch.func.functional_call(model, values, (x, y))["loss"]

        slopes = torch.func.grad(loss)(values)
        values = {name: one - 0.1 * slopes[name] for name, one in values.items()}
    model.load_state_dict(values)


def checkpointing(model, fault):
    """The model runs again in the backward pass."""
    from torch.utils.checkpoint import checkpoint

    step = plain_step(torch.optim.SGD(model.parameters(), lr=0.1))
    loop(model, lambda x, y: checkpoint(model, x, y, use_reentrant=False), fault, step)


def mixed_precision(model, fault):
    """The scaler leaves out the step with the fault: the weights stay finite."""
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scaler = torch.amp.GradScaler("cpu", init_scale=16.0)

    def call(x, y):
        with torch.autocast("cpu", dtype=torch.float16):
            return model(x, y)

    def step(loss):
        optimizer.zero_grad()
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()

    loop(model, call, fault, step)


def data_parallel(model, fault):
    """Two replicas, whose gradients are averaged."""
    net = torch.nn.parallel.DistributedDataParallel(model)
    loop(model, net, fault, plain_step(torch.optim.SGD(net.parameters(), lr=0.1)))


def fully_sharded(model, fault):
    """Each rank holds a part of each parameter."""
    from torch.distributed.fsdp import fully_shard

    fully_shard(model.head)
    fully_shard(model)
    loop(model, model, fault, plain_step(torch.optim.SGD(model.parameters(), lr=0.1)))


def tensor_parallel(model, fault):
    """Each rank computes a part of each layer."""
    from torch.distributed.device_mesh import init_device_mesh
    from torch.distributed.tensor.parallel import ColwiseParallel, RowwiseParallel, parallelize_module

    mesh = init_device_mesh("cpu", (dist.get_world_size(),))
    parallelize_module(model, mesh, {"body": ColwiseParallel(), "head.linear": RowwiseParallel()})
    loop(model, model, fault, plain_step(torch.optim.SGD(model.parameters(), lr=0.1)))


def accelerate(model, fault):
    """Accelerate's loop."""
    from accelerate import Accelerator

    accelerator = Accelerator(cpu=True)
    net, optimizer = accelerator.prepare(model, torch.optim.SGD(model.parameters(), lr=0.1))

    def step(loss):
        optimizer.zero_grad()
        accelerator.backward(loss)
        optimizer.step()

    loop(model, net, fault, step)


def trainer(model, fault):
    """The Trainer of transformers, which shows 0 for a loss that is NaN."""
    from transformers import Trainer, TrainerCallback, TrainingArguments

    class Begins(TrainerCallback):
        def on_step_begin(self, arguments, state, control, **more):
            fault.begin(model, state.global_step)

    rows = [{"x": x, "labels": y} for xs, ys in batches() for x, y in zip(xs, ys, strict=True)]
    settings = TrainingArguments(
        "unused",
        max_steps=STEPS,
        per_device_train_batch_size=8,
        use_cpu=True,
        report_to=[],
        disable_tqdm=True,
        save_strategy="no",
        dataloader_pin_memory=False,
    )
    Trainer(model, settings, train_dataset=rows, callbacks=[Begins()]).train()


def lightning(model, fault):
    """Lightning's Trainer."""
    import lightning.pytorch as pl

    class Module(pl.LightningModule):
        def __init__(self):
            super().__init__()
            self.net = model

        def training_step(self, batch, number):
            fault.begin(model, number)
            return self.net(*batch)["loss"]

        def configure_optimizers(self):
            return torch.optim.SGD(self.parameters(), lr=0.1)

    quiet = dict.fromkeys(
        ("logger", "enable_checkpointing", "enable_progress_bar", "enable_model_summary"), False
    )
    loader = torch.utils.data.DataLoader(batches(), batch_size=None)
    pl.Trainer(max_epochs=1, accelerator="cpu", **quiet).fit(Module(), loader)


WAYS = {
    "LBFGS": lbfgs,
    "torch.func": torch_func,
    "checkpointing": checkpointing,
    "mixed precision": mixed_precision,
    "DDP": data_parallel,
    "FSDP2": fully_sharded,
    "tensor parallel": tensor_parallel,
    "accelerate": accelerate,
    "Trainer": trainer,
    "lightning": lightning,
}
PACKAGES = {"accelerate": "accelerate", "Trainer": "transformers.trainer", "lightning": "lightning.pytorch"}
WITH_RANKS = ("DDP", "FSDP2", "tensor parallel")


def train(name, planted):
    """Train, and return the digest of the parameters that there are in this process."""
    torch.manual_seed(0)
    torch.set_num_threads(1)
    model = Net()
    WAYS[name](model, Fault(planted))
    parts = (one.to_local() if hasattr(one, "to_local") else one for one in model.parameters())
    return hashlib.sha256(b"".join(one.detach().numpy().tobytes() for one in parts)).hexdigest()


def train_rank(name, planted, rank, store):
    """Train as one of several ranks."""
    dist.init_process_group("gloo", init_method=f"file://{store}", rank=rank, world_size=RANKS)
    digest = train(name, planted and rank == RANKS - 1)
    dist.destroy_process_group()
    return digest


def in_a_fork(work, result):
    """Start a process that forks from this one, and writes what `work()` returns to the file `result`."""
    child = os.fork()
    if child:
        return child
    code = 1
    try:
        result.write_text(json.dumps(work()))
        code = 0
    except BaseException:
        traceback.print_exc()
        raise
    finally:
        os._exit(code)


def join(children):
    """Wait for these processes; raise if one failed."""
    failed = [child for child in children if os.waitpid(child, 0)[1]]
    if failed:
        raise RuntimeError("a training failed")


def run(folder, name, kind):
    """Train once, on all ranks, and return the digests."""
    planted, base = kind == "planted", folder / f"{name}-{kind}"
    if name not in WITH_RANKS:
        return [train(name, planted)]
    results = [Path(f"{base}-{rank}") for rank in range(RANKS)]
    join(
        [
            in_a_fork(functools.partial(train_rank, name, planted, rank, f"{base}.store"), result)
            for rank, result in enumerate(results)
        ]
    )
    return [json.loads(result.read_text()) for result in results]


def recorded(folder, name, kind):
    """Do the same under a recording."""
    with numscope.record(folder / f"{name}-{kind}.numscope"):
        return run(folder, name, kind)


def main(folder, names):
    """Train each way three times, one after the other."""
    for package in (PACKAGES[name] for name in names if name in PACKAGES):
        importlib.import_module(package)
    for name in names:
        for kind, how in (("plain", run), ("healthy", recorded), ("planted", recorded)):
            work = functools.partial(how, folder, name, kind)
            join([in_a_fork(work, folder / f"{name}-{kind}.json")])


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    main(Path(sys.argv[1]), sys.argv[2:])
