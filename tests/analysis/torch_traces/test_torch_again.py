"""Operators of torch called again: replay, precision, and tests made of a recording."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import numpy as np
import pytest
from torch_training import train_block, train_conv

import numscope
from numscope.analysis.precision.precision import precision
from numscope.analysis.replay.replay import Target, replay
from numscope.cli.main import main
from sweeps import shortened

torch = pytest.importorskip("torch", reason="PyTorch is not installed")


@pytest.mark.parametrize(("program", "inner"), [(train_block, False), (train_conv, True)])
def test_training_is_replayed_bit_for_bit(recorded, program, inner):
    with numscope.open(recorded(program)) as trace:
        answer = replay(trace, target=Target(inner=inner), jobs=1)
    assert answer.differs == answer.close == answer.unchecked == 0, answer.findings
    # mm resolves its result before it has computed it: what that view of unwritten memory held is not known.
    unwritten = {
        reason for reason in answer.reasons if reason.text == "the value of its input 0 was not kept"
    }
    assert inner or not unwritten
    assert {reason.text for reason in answer.reasons if reason not in unwritten} <= {
        "it changes which memory a tensor has",
        "it changes the size of the memory it writes to",
        "it is what its operators make it; those are replayed",
    }
    assert answer.identical > 300


class _Second(torch.nn.Module):
    def forward(self, first, second):
        return second.mul(2)


def _layer_that_is_called_last():
    torch.ones(3).add(1)
    _Second()(torch.ones(3), torch.ones(4))


def test_a_layer_called_last_with_operands_of_its_own_is_replayed(recorded):
    path = recorded(_layer_that_is_called_last)
    with numscope.open(path) as trace:
        assert replay(trace, jobs=1).identical >= 5
        assert not precision(trace).losses


@pytest.mark.sweep(1)
@pytest.mark.parametrize("environ", ["1", "3"])
@pytest.mark.parametrize("count", shortened([3, 1, 2]))
def test_as_many_threads_as_the_program_had_are_put_back(count, environ, tmp_path, monkeypatch):
    monkeypatch.setenv("OMP_NUM_THREADS", environ)
    before = torch.get_num_threads()
    try:
        with numscope.record(tmp_path / "t.numscope", values="full"):
            torch.set_num_threads(count)
            torch.manual_seed(0)
            x = torch.randn(300, 4000)
            x.sum(), x.sum(0), x.mean(), x @ x.T
            torch.nn.functional.layer_norm(x, (4000,))
    finally:
        torch.set_num_threads(before)
    with numscope.open(tmp_path / "t.numscope") as trace:
        answer = replay(trace, jobs=1)
    # With fewer cores than threads MKL takes fewer, and replay reports a difference of rounding as one of threads.
    assert not answer.found, answer
    assert answer.threads == 0 or count > len(os.sched_getaffinity(0))


def of_many_kinds():
    torch.manual_seed(0)
    x = torch.arange(6.0).reshape(2, 3).t()
    x.add_(1).mul_(2.5)
    x[0] = 5
    torch.max(x, 1)
    torch.cat(torch.split(x, 1))
    torch._foreach_add_([x, x], 1.0)
    x[:, torch.tensor([True, False])]
    torch.sum(x, 0, dtype=torch.float64)
    torch.add(x, x, out=torch.empty(3, 2))
    b = torch.ones(3, 3, dtype=torch.bfloat16)
    b @ b + 1
    h = torch.tensor(1.5)
    torch.gt(h * 2.5, h)  # a number does not widen
    torch.nn.functional.embedding(torch.tensor(1), x)  # a tensor without dimensions is no number
    torch.linspace(torch.tensor(1.0), torch.tensor(3), 4)
    x.clone().mul(2.5).floor_divide_(2.0).sub_(1)
    torch.linspace(0, 1, 5, dtype=torch.complex64).exp()
    torch.nn.functional.dropout(x, 0.0)
    torch.nn.functional.gelu(x, approximate="tanh")
    torch.einsum("ij,kj->ik", x, x)


@pytest.mark.sweep(1)
@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16])
def test_what_ran_under_autocast_is_called_under_it(recorded, dtype):
    """Not the state of the process is kept: element types of what went in and came out say it."""

    def program():
        torch.manual_seed(0)
        layers = torch.nn.Linear(16, 16), torch.nn.GELU(), torch.nn.LayerNorm(16), torch.nn.Linear(16, 4)
        net = torch.nn.Sequential(*layers)
        x = torch.randn(8, 16)
        with torch.autocast("cpu", dtype=dtype):
            out = net(x)
            loss = torch.nn.functional.cross_entropy(out, torch.randint(0, 4, (8,))) + (out * x[:, :4]).mean()
        loss.backward()
        net(x)

    with numscope.open(recorded(program)) as trace:
        answer = replay(trace, jobs=1)
    assert answer.differs == answer.close == 0, answer.findings
    assert answer.identical > 60


def test_views_lists_numbers_and_element_types(recorded):
    with numscope.open(recorded(of_many_kinds)) as trace:
        answer = replay(trace, jobs=1)
    assert answer.differs == answer.close == 0, answer.findings
    assert answer.cannot == 0, answer.reasons


def test_a_result_that_was_changed_is_found(recorded):
    path = recorded(lambda: torch.ones(3).mul(2).exp())
    with numscope.open(path) as trace:
        (number,) = [one.id for one in trace if one.name == "aten::exp"]
        found = replay(trace, (number,), Target(replace={"self": np.full(3, 5, np.float32)}), jobs=1)
    assert found.differs == 1


def test_another_element_type_is_another_result_within_the_tolerance(recorded):
    path = recorded(lambda: torch.linspace(1, 2, 50).log())
    with numscope.open(path) as trace:
        ids = tuple(one.id for one in trace if one.name == "aten::log")
        answer = replay(trace, ids, Target(dtype="float64"), jobs=1)
    assert (answer.close, answer.differs) == (1, 0)


def losing_digits():
    torch.manual_seed(0)
    x = torch.rand(100) * 1e-6
    torch.exp(x) - 1
    y = torch.randn(1000) + 1e3
    (y * y).mean() - y.mean() ** 2
    z = torch.randn(50) * 200
    torch.exp(z) / torch.exp(z).sum()


def test_formulas_that_lose_digits_are_told_with_what_torch_has(recorded):
    with numscope.open(recorded(losing_digits)) as trace:
        answer = precision(trace)
    found = {loss.kind: loss.advice for loss in answer.losses}
    assert found["exp(x) - 1"] == "torch.expm1(x)"
    assert found["naive variance"].startswith("torch.var(x, correction=0)")
    assert found["softmax without the shift"].startswith("torch.softmax(x, dim)")
    assert len(found) == 3


def test_an_operators_own_error_is_that_against_float64(recorded):
    torch.manual_seed(0)
    x = torch.rand(1000) + 1
    with numscope.open(recorded(lambda: torch.log(x))) as trace:
        (accuracy,) = precision(trace).accuracy
    now, true = torch.log(x).numpy(), np.log(x.numpy().astype(np.float64))
    expected = np.max(np.abs(now - true) / np.spacing(np.abs(true).astype(np.float32)))
    assert accuracy.ulp == pytest.approx(expected, rel=0.01)


def test_tests_of_a_recording_pass_and_fail_with_another_weight(recorded, tmp_path, capsys):
    path = recorded(train_conv)
    assert main(["testgen", str(path), "-o", str(tmp_path / "made"), "--by", "operation", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["tests"] > 15

    def outcome():
        words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tmp_path / "made")]
        return subprocess.run(words, capture_output=True, text=True, check=False, cwd=tmp_path)

    done = outcome()
    assert done.returncode == 0, done.stdout
    assert f"{answer['tests']} passed" in done.stdout
    golden = next((tmp_path / "made" / "golden").glob("*conv2d.npz"))
    arrays = dict(np.load(golden))
    weight = next(key for key in arrays if key.endswith(".in1"))
    arrays[weight] = arrays[weight] + np.float32(1e-3)
    np.savez(golden, **arrays)
    done = outcome()
    assert done.returncode == 1
    assert "1 failed" in done.stdout
