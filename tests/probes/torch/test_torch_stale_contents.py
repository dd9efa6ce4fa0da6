"""The trace records what an operand holds at that moment, also after writes that no operator announces."""

from __future__ import annotations

import ctypes
import multiprocessing
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import numscope
from numscope.probes.torch import build
from sweeps import shortened

torch = pytest.importorskip("torch", reason="PyTorch is not installed")

ROOT = Path(__file__).resolve().parents[3]
Look = Callable[[Any], None]


def noise() -> None:
    """Leave freed memory behind that holds noise in one element of sixteen, where no sample of three words looks.

    Torch's memory begins at multiples of 64 bytes: an array that gets this one has the noise at the same places.
    """
    line = torch.zeros(16)
    line[7] = 7e21
    blocks = [line.expand(lines, 16).clone() for lines in (16, 32, 64, 128, 1024) for _ in range(8)]
    del blocks


def compare(folder: Path, program: Callable[[Look], None], **options: Any) -> None:
    """Record `program`, which hands tensors to look at; what the trace says of them is what they held."""
    truths = []

    def look(x: Any) -> None:
        truths.append(np.array(x.detach().tolist(), np.float32))
        x.neg()

    program(lambda _: None)
    with numscope.record(folder / "t.numscope", **{"values": "full", **options}) as recording:
        program(look)
    asked = [o for o in recording if o.name == "aten::neg" and o.user_visible]
    assert len(asked) == len(truths) > 1
    for operation, truth in zip(asked, truths, strict=True):
        given = operation.inputs[0]
        assert given.statistics.minimum == truth.min()
        assert given.statistics.maximum == truth.max()
        assert given.statistics.mean == pytest.approx(truth.mean(dtype="f8"), rel=1e-9, abs=1e-9)
        assert given.statistics.deviation == pytest.approx(truth.std(dtype="f8"), rel=1e-9, abs=1e-9)
        if options.get("values") != "stats":
            assert np.array_equal(given.value(), truth)


@pytest.fixture(autouse=True)
def one_thread():
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


RESULTS: dict[str, Callable[[Any], Any]] = {
    "mm": lambda zeros: torch.mm(zeros, zeros),
    "mm of a transposed one": lambda zeros: torch.mm(zeros.t(), zeros),
    "mm by a transposed one": lambda zeros: torch.mm(zeros, zeros.t()),
    "cat": lambda zeros: torch.cat([zeros[:, :16], zeros[:, 16:]], 1),
    "cat of two types": lambda zeros: torch.cat([zeros[:16], zeros[16:].double()]).float(),
    "stack": lambda zeros: torch.stack([zeros[:, :16].t(), zeros[:, 16:].t()], 1),
}


@pytest.mark.sweep(2)
@pytest.mark.parametrize("work", RESULTS.values(), ids=RESULTS)
def test_a_result_is_not_the_memory_that_it_was_computed_into(
    tmp_path: Path, work: Callable[[Any], Any]
) -> None:
    zeros = torch.zeros(32, 32)
    with numscope.record(tmp_path / "t.numscope", values="full") as recording:
        for _ in range(12):
            noise()
            work(zeros)
    results = [o for o in recording if o.name in ("aten::mm", "aten::cat", "aten::stack", "aten::narrow")]
    told = [operand for o in results for operand in o.operands if operand.is_array() and operand.hash]
    assert len(told) >= 24
    for operand in told:
        assert operand.statistics.maximum == 0
        assert not operand.value().any()


def test_the_backward_pass_of_a_network_of_zeros_holds_zeros(tmp_path: Path) -> None:
    model = torch.nn.Sequential(torch.nn.Linear(16, 32), torch.nn.Tanh(), torch.nn.Linear(32, 4))
    for parameter in model.parameters():
        torch.nn.init.zeros_(parameter)
    x, y = torch.randn(32, 16), torch.arange(32) % 4
    with numscope.record(tmp_path / "t.numscope", values="full") as recording:
        for _ in range(12):
            model.zero_grad()
            loss = torch.nn.functional.cross_entropy(model(x), y)
            noise()
            loss.backward()
    largest = [
        max(abs(operand.statistics.minimum), abs(operand.statistics.maximum))
        for operation in recording
        if operation.name in ("aten::mm", "aten::resolve_conj")
        for operand in operation.operands
        if operand.statistics is not None
    ]
    assert len(largest) > 30
    assert max(largest) < 100


def test_memory_that_nobody_has_written_is_not_told_inside_an_operator(tmp_path: Path) -> None:
    x = torch.ones(32, 32)
    with numscope.record(tmp_path / "t.numscope", values="full") as recording:
        noise()
        x @ x
        torch.cat([x, x.double()])
    inner = [o for o in recording if o.name in ("aten::resolve_conj", "aten::narrow")]
    assert {o.name for o in inner} == {"aten::resolve_conj", "aten::narrow"}
    told = [operand for o in inner for operand in o.operands if operand.hash is not None]
    assert told
    for operand in told:
        assert np.array_equal(operand.value(), np.ones(operand.shape))


@torch.library.custom_op("numscope_test::doubled", mutates_args=())
def doubled(x: torch.Tensor) -> torch.Tensor:
    result = torch.ones_like(x)
    result.neg()
    ctypes_write(result, 2)
    middle = result.exp()
    middle.neg()
    ctypes_write(middle, 7)
    middle.neg()
    ctypes_write(result, 3)
    return result


def ctypes_write(x: torch.Tensor, value: float) -> None:
    """Write the element of number 7 so that no counter, schema or sample of three words shows it."""
    ctypes.c_float.from_address(x.data_ptr() + 4 * 7).value = value


def test_what_an_operator_of_ones_own_writes_between_those_that_it_calls_is_seen(tmp_path: Path) -> None:
    x = torch.ones(100)
    with numscope.record(tmp_path / "t.numscope", values="full") as recording:
        result = doubled(x)
        result.neg()
    operations = list(recording)
    own = next(o for o in operations if o.name == "numscope_test::doubled")
    assert np.array_equal(own.outputs[0].value(), result.numpy())
    after = [o for o in operations if o.name == "aten::neg"]
    assert [o.inputs[0].value()[7] for o in after] == pytest.approx([1, np.exp(2), 7, 3], rel=1e-6)


def test_what_compiled_code_writes_between_operators_is_seen(tmp_path: Path) -> None:
    pytest.importorskip("torch._inductor", reason="this torch has no Inductor")

    @torch.compile
    def step(x: torch.Tensor, weight: torch.Tensor, shift: torch.Tensor) -> torch.Tensor:
        product = x @ weight + shift
        x.data.add_(shift)
        return torch.where(shift > 0, shift, product @ weight)

    def program(look: Look) -> None:
        torch.manual_seed(0)
        x, weight, shift = torch.randn(32, 32), torch.randn(32, 32), torch.zeros(32, 32)
        shift[3, 7] = 5
        for _ in range(3):
            result = step(x, weight, shift)
            for tensor in (x, weight, result):
                look(tensor)

    compare(tmp_path, program)


@pytest.mark.parametrize("options", [{"ops": "aten::neg"}, {"skip": "aten::_fused_*"}])
def test_what_is_left_out_of_a_recording_writes_all_the_same(tmp_path: Path, options: dict[str, Any]) -> None:
    def program(look: Look) -> None:
        x = torch.ones(100, requires_grad=True)
        x.grad = torch.zeros(100)
        x.grad[7] = 1
        optimizer = torch.optim.SGD([x], lr=0.5, fused=True)
        for _ in range(3):
            look(x)
            optimizer.step()
            look(x)

    compare(tmp_path, program, **options)


def test_what_happens_in_a_pause_is_seen_after_it(tmp_path: Path) -> None:
    def program(look: Look) -> None:
        x = torch.ones(100)
        for _ in range(3):
            look(x)
            numscope.pause()
            x.data[7] += 1
            numscope.resume()
            look(x)

    compare(tmp_path, program)


def add_one(x: Any) -> None:
    x.data[7] += 1


def test_what_another_process_writes_into_shared_memory_is_seen(tmp_path: Path) -> None:
    context = multiprocessing.get_context("fork")

    def program(look: Look) -> None:
        x = torch.ones(100).share_memory_()
        for _ in range(2):
            look(x)
            child = context.Process(target=add_one, args=(x,))
            child.start()
            child.join()
            look(x)

    compare(tmp_path, program)


def test_what_is_copied_within_one_memory_is_not_what_was_there(tmp_path: Path) -> None:
    def program(look: Look) -> None:
        x = torch.arange(1000.0)
        for _ in range(3):
            target = x.as_strided((20, 20), (21, 1))
            target.copy_(x.as_strided((20, 20), (1, 21)))  # they overlap, and torch can't tell
            look(target)

    compare(tmp_path, program, values="stats")


PROGRAMS = [
    *("weights all zero", "SGD lr fused", "cat and stack", "views and in place", "compiled eager"),
    *(
        "compiled in place",
        "operators of ones own",
        "behind the counter",
        "complex numbers",
        "random numbers",
    ),
]


@pytest.mark.timeout(600)
@pytest.mark.skipif(build.compiler() is None, reason="there is no C++ compiler to build the oracle with")
@pytest.mark.parametrize(
    ("values", "programs"),
    shortened([("stats", PROGRAMS[::2]), ("stats", PROGRAMS[1::2]), ("full", PROGRAMS)]),
    ids=["stats, half of them", "stats, the others", "full"],
)
def test_every_content_is_what_a_recorder_without_memory_finds(values: str, programs: list[str]) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "benchmarks.torch_oracle", "--repetitions", "2", "--values", values, *programs],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stdout + run.stderr
    assert f"{len(programs)} programs, 2 times each" in run.stdout
