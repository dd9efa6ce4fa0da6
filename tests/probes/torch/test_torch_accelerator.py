"""What is told of tensors on a GPU, or where there is none on a device whose memory the host can't look at."""

from __future__ import annotations

import atexit
import functools
import json
import os
import shutil
import signal
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.warm_numscope import SOURCES, WarmServer, numscope_says

import numscope
from numscope.trace.values import ValueNotKeptError
from sweeps import shortened

torch = pytest.importorskip("torch", reason="PyTorch is not installed")

ROOT = Path(__file__).resolve().parents[3]
ON_GPU = torch.cuda.is_available()
PRELUDE = """
import json, os, sys, threading
import numscope, torch
from tests.probes.torch.apart import accelerator
DEVICE, counters = accelerator()
"""
only_apart = pytest.mark.skipif(ON_GPU, reason="a GPU does not count what this asks for")


SETTINGS = {
    # A device's autograd thread that ends beside the interpreter can abort the process, without numscope as well
    # (pytorch/pytorch#38228): 1 of some thousand programs here, "terminate called without an active exception".
    "TORCH_AUTOGRAD_SHUTDOWN_WAIT_LIMIT": "0",
    "PYTHONFAULTHANDLER": "1",  # where it was, should it happen all the same
    "PYTHONPATH": os.pathsep.join((SOURCES, str(ROOT))),
    "PYTHONWARNINGS": "ignore",
}


@functools.cache
def server() -> WarmServer:
    """A process that has imported torch; its forks import the device, which a GPU would not survive a fork of."""
    started = WarmServer("numscope", "torch._dynamo", "tests.probes.torch.apart", **SETTINGS)
    atexit.register(started.close)
    return started


def written(folder: Path, program: str) -> str:
    """Path of a script in the folder with the program."""
    path = folder / "program.py"
    path.write_text(PRELUDE + textwrap.dedent(program))
    return str(path)


def run(folder: Path, program: str) -> Any:
    """What the program printed, as JSON."""
    for _ in range(2):  # once more after the abort that `SETTINGS` tells of
        done = server().run([written(folder, program)], {**os.environ, **SETTINGS}, folder, None, 300)
        if done.returncode != -signal.SIGABRT or "without an active exception" not in done.stderr:
            break
        for trace in folder.glob("*.numscope"):
            shutil.rmtree(trace)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


CONTENTS = """
    import itertools, math
    torch.manual_seed(3)
    def contents(sizes):
        yield "number", torch.tensor(2.5)
        yield "not a number", torch.tensor(math.nan)
        yield "no elements", torch.empty(0, 3)
        for size in sizes:
            base = torch.randn(size) * 3 + 5
            odd = base.clone()
            odd[::7], odd[1::11], odd[2::13], odd[3::5] = math.nan, math.inf, -math.inf, 0.0
            yield "nan and inf", odd
            yield "nothing finite", torch.full((size,), math.nan)
            yield "one value", torch.full((size,), 0.1)
            yield "one value and nan", torch.where(torch.arange(size) % 3 == 0, math.nan, 0.1)
            yield "far from zero", base.double() + 1e8
            for dtype in (torch.float16, torch.bfloat16, torch.float64):
                yield str(dtype), odd.to(dtype)
            for dtype in (torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64, torch.uint16, torch.uint32):
                yield str(dtype), (base * 5).to(torch.int64).abs().to(dtype)
            yield "large integers", torch.arange(size) * 2**40 - 2**62
            yield "bool", base > 5
            yield "complex", torch.complex(odd, base)
            yield "complex double", torch.complex(base.double(), odd.double())
            yield "grid", odd.reshape(8, -1)
            yield "by columns", odd.reshape(8, -1).t()
            yield "every second", odd.reshape(8, -1)[:, ::2]
            yield "turned", odd.reshape(8, 4, -1).permute(2, 0, 1)
            yield "one row for all", odd[:size // 8].expand(8, size // 8)
            yield "tail", odd[size // 4:]
    def moved(x):  # with its strides, to memory that nothing is known of
        if 0 in x.stride():
            return x[0].to(DEVICE).expand(x.shape)
        there = torch.empty_strided(x.size(), x.stride(), dtype=x.dtype, device=DEVICE)
        return there.copy_(x)
    def record(tensors, name, values):
        with numscope.record(name, values=values):
            for x in tensors:
                x.view_as(x) if values == "full" else None
                x.clone(memory_format=torch.contiguous_format)
"""


def arrays(path: Path, name: str = "aten::clone") -> list[tuple[numscope.Operand, numscope.Operand]]:
    with numscope.open(path) as trace:
        assert trace.problems == ()
        return [(o.inputs[0], o.outputs[0]) for o in trace if o.name == name and o.depth == 0]


def same_statistics(told: numscope.Operand, truth: numscope.Operand) -> None:
    assert (told.dtype, told.shape, told.strides) == (truth.dtype, truth.shape, truth.strides)
    assert (told.statistics is None) == (truth.statistics is None) == (not truth.data_bytes)
    if truth.statistics is None or told.statistics is None:
        return
    for name in ("minimum", "maximum", "zeros", "nans", "positive_infinities", "negative_infinities"):
        found, expected = getattr(told.statistics, name), getattr(truth.statistics, name)
        assert found == expected or (np.isnan(found) and np.isnan(expected)), (name, told)
    for name in ("mean", "deviation"):
        found, expected = getattr(told.statistics, name), getattr(truth.statistics, name)
        assert found == pytest.approx(expected, rel=1e-9, abs=1e-7, nan_ok=True), (name, told)


@pytest.mark.sweep(1)
@pytest.mark.parametrize(
    ("sizes", "values"),
    shortened([([300_000], "stats"), ([64, 300_000], "full"), ([32, 64, 4096], "stats")], 2),
)
def test_what_is_told_is_what_the_cpu_s_tensors_have(tmp_path: Path, sizes: list[int], values: str) -> None:
    names = run(
        tmp_path,
        CONTENTS
        + f"""
    names, here = zip(*contents({sizes}))
    there = [moved(x) for x in here]
    record(here, "here.numscope", "{values}")
    record(there, "there.numscope", "{values}")
    print(json.dumps(names))
    """,
    )
    here, there = arrays(tmp_path / "here.numscope"), arrays(tmp_path / "there.numscope")
    assert len(here) == len(there) == len(names)
    hashed = 0
    with numscope.open(tmp_path / "there.numscope") as trace:
        for name, truth, told in zip(names, here, there, strict=True):
            for expected, found in zip(truth, told, strict=True):
                assert found.attributes["device"].startswith(("apart", "cuda")), name
                same_statistics(found, expected)
                if values == "full" or (expected.data_bytes or 0) <= 1 << 20:
                    assert found.hash == expected.hash, name
                hashed += found.hash == expected.hash
                if values == "full" and found.data_bytes:
                    assert found.kept
                    assert found.hash in trace.values
            assert (told[0].hash == told[1].hash) == (truth[0].hash == truth[1].hash), name
    assert hashed


@pytest.mark.long
def test_rows_of_a_large_tensor_are_put_together(tmp_path: Path) -> None:
    run(
        tmp_path,
        CONTENTS
        + """
    x = torch.randn(5_000_000) + torch.arange(5_000_000) / 1e6
    x[4_500_000:4_500_100] = math.nan
    whole = (torch.arange(5_000_000) % 251).to(torch.uint8)
    empty = torch.full((5_000_000,), math.inf)
    here = [x, whole, empty]
    there = [moved(x) for x in here]
    record(here, "here.numscope", "stats")
    record(there, "there.numscope", "stats")
    print(1)
    """,
    )
    for truth, told in zip(
        arrays(tmp_path / "here.numscope"), arrays(tmp_path / "there.numscope"), strict=True
    ):
        assert told[0].hash == told[1].hash != truth[0].hash
        same_statistics(told[0], truth[0])


def test_a_tensor_that_is_too_large_to_be_fetched_has_a_fingerprint(tmp_path: Path) -> None:
    run(
        tmp_path,
        """
    torch.manual_seed(2)
    x = torch.randn(300_000)  # over 1 MiB
    def changed(change):
        y = x.clone()
        change(y)
        return y
    def swap(y): y[[5, 200_000]] = y[[200_000, 5]]
    def negate(y): y[[5, 6, 250_000]] *= -1
    kinds = [
        x, x.clone(), changed(lambda y: y[7].add_(1e-6)), changed(swap), changed(negate), -x, x.roll(1), x.flip(0),
        x.reshape(300, 1000), x.view(torch.int32), torch.zeros(300_000), torch.zeros(300_001),
        torch.zeros(1_200_002, dtype=torch.float16)[1::2], torch.zeros(1_200_001, dtype=torch.uint8),
        x[1:], x.clone()[1:],
    ]
    there = [y.to(DEVICE) for y in kinds]
    for turn in "ab":
        with numscope.record(f"{turn}.numscope", values="stats"):
            for y in there:
                torch.neg(y)
    print(1)
    """,
    )
    found = [
        [one.hash for one, _ in arrays(tmp_path / f"{turn}.numscope", "aten::neg")] for turn in ("a", "b")
    ]
    assert found[0] == found[1]
    first = found[0]
    assert None not in first
    assert first[0] == first[1]
    assert first[14] == first[15]
    assert len(set(first)) == len(first) - 2


TRAINING = """
    def training(device, steps=3):
        torch.manual_seed(0)
        model = torch.nn.Sequential(
            torch.nn.Linear(8, 16), torch.nn.BatchNorm1d(16), torch.nn.ReLU(), torch.nn.Linear(16, 4)
        ).to(device)
        optimizer = torch.optim.Adam(model.parameters())
        for step in range(steps):
            x = torch.randn(5, 8).to(device)
            optimizer.zero_grad()
            loss = torch.nn.functional.cross_entropy(model(x), torch.tensor([0, 1, 2, 3, 0]).to(device))
            loss.backward()
            optimizer.step()
        return [p.detach().cpu().numpy().tobytes().hex() for p in model.state_dict().values()]
"""


@pytest.mark.parametrize("values", ["stats", "full"])
def test_training_ends_with_the_same_bits_and_all_memory_returns(tmp_path: Path, values: str) -> None:
    found = run(
        tmp_path,
        TRAINING
        + f"""
    plain = training(DEVICE)
    used = lambda: counters.live_bytes() if counters else torch.cuda.memory_allocated()
    before = used()
    with numscope.record("t.numscope", values="{values}"):
        recorded = training(DEVICE)
    print(json.dumps([plain == recorded, plain == training(DEVICE), used() - before]))
    """,
    )
    assert found == [True, True, 0]
    with numscope.open(tmp_path / "t.numscope") as trace:
        unknown = [
            (o.name, operand)
            for o in trace
            for operand in o.operands
            if o.name
            in ("aten::relu", "aten::native_batch_norm", "aten::_log_softmax", "aten::threshold_backward")
            and operand.role != "out"
            and operand.is_array()
            and operand.data_bytes
            and operand.statistics is None
        ]
        assert unknown == []


@only_apart
def test_the_program_waits_for_a_stream_at_the_end_of_a_step_only(tmp_path: Path) -> None:
    found = run(
        tmp_path,
        TRAINING
        + """
    counted = []
    def count(run):
        before = counters.waits()
        run()
        counted.append(counters.waits() - before)
    count(lambda: training(DEVICE, 4))
    with numscope.record("t.numscope", values="stats"):
        count(lambda: training(DEVICE, 4))
        x = torch.ones(100, device=DEVICE)
        count(lambda: [x.add_(1) for _ in range(1000)])
        count(lambda: [x.add_(1) for _ in range(20_000)])
    print(json.dumps(counted))
    """,
    )
    plain, recorded, few, many = found
    # A step's end waits for what this thread gathered, and what autograd's did.
    assert plain < recorded <= plain + 4 * 2
    assert few == 0
    assert many <= 20_000 / 1000  # when much has gathered, the host waits for what was sent long before
    with numscope.open(tmp_path / "t.numscope") as trace:
        (row,) = trace.sql(
            "select count(*) n, count(mean) told, count(distinct mean) means from operands o join operations p "
            "on o.operation = p.id where p.name = 'aten::add_' and role = 'output' and shape = [100]"
        ).to_pylist()
    assert row == {"n": 21_000, "told": 21_000, "means": 21_000}


@only_apart
@pytest.mark.parametrize(
    ("values", "size", "most"), [("stats", 1000, 0), ("full", 500_000, 0), ("stats", 500_000, 18)]
)
def test_few_kernels_a_tensor(tmp_path: Path, values: str, size: int, most: int) -> None:
    found = run(
        tmp_path,
        f"""
    x, y = torch.ones({size}, device=DEVICE), torch.empty({size}, device=DEVICE)
    def count(run):
        before = sum(counters.kernels().values())
        run()
        return sum(counters.kernels().values()) - before
    with numscope.record("t.numscope", values="{values}"):
        torch.ones({size}, device=DEVICE).neg()  # what a batch needs once
        first = count(lambda: torch.neg(x, out=y))
        again = count(lambda: [torch.neg(x.view(-1).t(), out=y) for _ in range(5)])
    print(json.dumps([first, again]))
    """,
    )
    first, again = found
    assert first == 1 + 2 * most
    assert again == 5 * (1 + most)  # what is read was looked at before


def test_views_and_copies_are_told_without_a_look(tmp_path: Path) -> None:
    run(
        tmp_path,
        """
    with numscope.record("t.numscope", values="stats"):
        x = torch.arange(24.0)
        there = x.to(DEVICE)
        turned = there.reshape(4, 6).t()
        turned.neg()
        back = there.to("cpu")
        other = there.clone()
        other.neg()
        back.neg()
        there[2:5].neg()
        torch.ones(3).to(DEVICE).data.add_(2).neg()
    print(1)
    """,
    )
    with numscope.open(tmp_path / "t.numscope") as trace:
        first = next(o for o in trace if o.name == "aten::arange").outputs[0]
        moved, copied, back, part, written = (
            o.inputs[0] for o in trace if o.name == "aten::neg" and o.depth == 0
        )
    assert moved.statistics == first.statistics
    assert moved.shape == (6, 4)
    assert copied.hash == back.hash == first.hash
    assert (part.statistics.minimum, part.statistics.maximum) == (2, 4)
    assert written.statistics.mean == 3


@only_apart
def test_a_copy_that_is_not_waited_for_is_told_as_its_source(tmp_path: Path) -> None:
    run(
        tmp_path,
        """
    x = torch.arange(1000.0).to(DEVICE)
    with numscope.record("t.numscope", values="full"):
        late = x.to("cpu", non_blocking=True)
        counters.synchronize()
        late.neg()
    print(1)
    """,
    )
    with numscope.open(tmp_path / "t.numscope") as trace:
        copies = [o for o in trace if o.name == "aten::copy_"]
        assert [o.outputs[0].statistics.maximum for o in copies] == [999.0] * len(copies)
        assert np.array_equal(copies[0].outputs[0].value(), np.arange(1000, dtype=np.float32))
        whole = next(o for o in trace if o.name == "aten::to")
        assert whole.outputs[0].statistics is None
        assert (
            next(o for o in trace if o.name == "aten::neg" and o.depth == 0).inputs[0].statistics.maximum
            == 999
        )


def test_threads_and_streams(tmp_path: Path) -> None:
    run(
        tmp_path,
        """
    def work(number):
        if counters:
            counters.use_stream(number)
        for i in range(200):
            (torch.ones(50, device=DEVICE) * (number * 1000 + i)).neg()
    with numscope.record("t.numscope", values="stats"):
        threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
        for thread in threads: thread.start()
        for thread in threads: thread.join()
    print(1)
    """,
    )
    with numscope.open(tmp_path / "t.numscope") as trace:
        means = trace.sql(
            "select maximum from operands o join operations p on o.operation = p.id "
            "where p.name = 'aten::neg' and depth = 0 and role = 'output' order by 1"
        )["maximum"].to_pylist()
    assert means == sorted(-float(number * 1000 + i) for number in range(4) for i in range(200))


@pytest.mark.long
@only_apart
def test_a_recording_may_end_while_threads_go_on(tmp_path: Path) -> None:
    found = run(
        tmp_path,
        """
    import time
    going, turns = True, [0, 0, 0]
    def work(number):
        counters.use_stream(number)
        while going:
            for _ in range(20):
                torch.ones(50, device=DEVICE).neg_()
            torch.zeros(300_000, device=DEVICE).neg_()
            turns[number] += 1
    def training():
        weight = torch.nn.Parameter(torch.ones(4, device=DEVICE))
        optimizer = torch.optim.SGD([weight])
        while going:
            (weight * 2).sum().backward()
            optimizer.step()
            turns[0] += 1
    threads = [threading.Thread(target=work, args=(number,)) for number in (1, 2)]
    threads.append(threading.Thread(target=training))
    for values in ("stats", "full"):
        with numscope.record(f"{values}.numscope", values=values):
            if values == "stats":
                for thread in threads: thread.start()
            turns[:] = [0, 0, 0]
            while min(turns) < 3:
                time.sleep(0.01)
    going = False
    for thread in threads: thread.join()
    print(json.dumps(counters.live_bytes()))
    """,
    )
    assert found == 0
    for values in ("stats", "full"):
        with numscope.open(tmp_path / f"{values}.numscope") as trace:
            (row,) = trace.sql(
                "select count(*) n, count(mean) told from operands o join operations p on o.operation = p.id "
                "where p.name = 'aten::neg_' and role = 'output' and depth = 0 and shape = [50]"
            ).to_pylist()
        assert 0 < row["n"] - 3 <= row["told"], row  # what each thread was at when it ended


KILLED = """
    import signal
    recording = numscope.record("t.numscope", values="full")
    recording.__enter__()
    weight = torch.nn.Parameter(torch.ones(4, device=DEVICE))
    optimizer = torch.optim.SGD([weight])
    weight.sum().backward()
    optimizer.step()
    print("stepped", flush=True)
    sys.stdin.readline()
    weight.detach().neg()
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_step_s_end_tells_and_what_was_not_told_when_the_process_died_is_not_known(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, written(tmp_path, KILLED)],
        cwd=tmp_path,
        env={**os.environ, **SETTINGS},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdin is not None
        assert process.stdout.readline() == "stepped\n"
        with numscope.open(tmp_path / "t.numscope") as running:
            (total,) = [o for o in running if o.name == "aten::sum" and o.depth == 0]
            assert total.inputs[0].statistics.mean == 1
            assert total.outputs[0].value() == 4
        process.stdin.write("\n")
        process.stdin.flush()
        assert process.wait(60) == -signal.SIGKILL
    with numscope.open(tmp_path / "t.numscope") as trace:
        assert next(o for o in trace if o.name == "aten::sum" and o.depth == 0).inputs[0].statistics.mean == 1
        (last,) = [o for o in trace if o.name == "aten::neg" and o.depth == 0]
        assert (last.outputs[0].statistics, last.outputs[0].hash, last.outputs[0].kept) == (None, None, False)
        with pytest.raises(ValueNotKeptError):
            last.outputs[0].value()
        assert len(list(trace)) == len(trace)


@pytest.mark.long
def test_nobody_sees_how_it_is_looked_at(tmp_path: Path) -> None:
    found = run(
        tmp_path,
        """
    from torch.utils._python_dispatch import TorchDispatchMode
    class Seen(TorchDispatchMode):
        def __init__(self):
            super().__init__()
            self.names = []
        def __torch_dispatch__(self, function, types, args=(), kwargs=None):
            self.names.append(str(function))
            return function(*args, **(kwargs or {}))
    def program():
        x = torch.randn(300_000).to(DEVICE).requires_grad_()
        with Seen() as seen:
            y = (x * 2).sin()
            y.sum().backward()
            with torch.inference_mode():
                y.neg()
            torch.func.vmap(lambda row: row.cos())(y.detach().reshape(3, -1))
        return seen.names, x.grad.cpu().sum().item()
    torch.manual_seed(1)
    plain = program()
    torch.manual_seed(1)
    with numscope.record("t.numscope", values="stats") as recording:
        recorded = program()
    print(json.dumps([plain == recorded, len(plain[0])]))
    """,
    )
    assert found[0]
    assert found[1] >= 5
    with numscope.open(tmp_path / "t.numscope") as trace:
        names = {o.name for o in trace}
        assert not names & {"aten::amin", "aten::amax", "aten::var", "aten::where", "aten::abs"}
        (wave,) = [o for o in trace if o.name == "aten::sin" and o.depth == 0]
        assert -1 <= wave.outputs[0].statistics.minimum <= wave.outputs[0].statistics.maximum <= 1


@only_apart
def test_no_memory_no_statistics_and_no_harm(tmp_path: Path) -> None:
    found = run(
        tmp_path,
        """
    x, out = torch.ones(8, device=DEVICE), torch.empty(8, device=DEVICE)
    with numscope.record("t.numscope", values="stats"):
        counters.set_without_memory(True)
        x.add_(1)
        counters.set_without_memory(False)
        x.add_(1)
        counters.set_capturing(True)
        x.add_(1)
        counters.set_capturing(False)
        x.add_(1)
    print(json.dumps(x.tolist()))
    """,
    )
    assert found == [5.0] * 8
    with numscope.open(tmp_path / "t.numscope") as trace:
        told = [o.outputs[0].statistics for o in trace if o.name == "aten::add_" and o.depth == 0]
    assert [one and one.mean for one in told] == [None, 3.0, None, 5.0]


def test_a_forked_child_lets_go_of_its_parent_s_device(tmp_path: Path) -> None:
    found = run(
        tmp_path,
        """
    with numscope.record("t.numscope", values="stats"):
        x = torch.ones(8, device=DEVICE)
        x.add_(1)
        from numscope.recording.session import RECORDER
        child = os.fork()
        if not child:
            torch.ones(3).neg()
            RECORDER.stop()
            os._exit(0)
        _, status = os.waitpid(child, 0)
        x.add_(1)
    print(json.dumps([status, x.cpu().tolist()]))
    """,
    )
    assert found == [0, [3.0] * 8]
    with numscope.open(tmp_path / "t.numscope") as trace:
        told = [o.outputs[0].statistics.mean for o in trace if o.name == "aten::add_" and o.depth == 0]
    assert told == [2.0, 3.0]


def test_commands_answer(tmp_path: Path) -> None:
    run(
        tmp_path,
        TRAINING
        + """
    with numscope.record("t.numscope", values="full"):
        training(DEVICE, 2)
        torch.log(torch.tensor([-1.0, 2.0]).to(DEVICE)) + 1
    print(1)
    """,
    )

    def ask(*words: str) -> str:
        asked = numscope_says(*words, cwd=tmp_path)
        assert asked.returncode in (0, 1), asked.stderr
        return asked.stdout

    assert "aten::log" in ask("nan", "t.numscope")
    assert "aten::addmm" in ask("top", "t.numscope", "--by", "operation")
    flow = json.loads(ask("gradients", "t.numscope", "--json"))
    assert flow
    assert ask("diff", "t.numscope", "t.numscope") is not None
