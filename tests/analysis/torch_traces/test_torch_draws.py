"""Random draws of torch called again: from the state in which the recording found its generator."""

from __future__ import annotations

import threading

import numpy as np
import pytest
from torch_draws import call, drawing, runs_elsewhere

import numscope
from numscope.analysis.replay.replay import Target, replay
from numscope.analysis.replay.single_call import NotReplayableError, call_again
from numscope.probes.calling.refusal import CannotReplayError
from numscope.probes.torch.calling.generator import packed

torch = pytest.importorskip("torch", reason="PyTorch is not installed")


def all_that_draw():
    torch.manual_seed(0)
    for name, overload in sorted(drawing()):
        if not runs_elsewhere(name):
            call(name, overload)
            call(name, overload, torch.Generator().manual_seed(9))


def test_every_operator_that_draws_gives_the_same_again(recorded):
    with numscope.open(recorded(all_that_draw, values="full")) as trace:
        answer = replay(trace, jobs=1)
        kept = {(one.name[6:], overload(one)) for one in trace if "bit_generator.state" in one.attributes}
    assert answer.identical == answer.operations, (answer.findings, answer.reasons)
    # A state is kept of those that torch marks, and of no others.
    assert kept <= drawing()
    assert {one for one in drawing() if not runs_elsewhere(one[0])} <= kept


def overload(operation):
    return operation.attributes.get("overload", "")


def of_many_kinds():
    torch.manual_seed(3)
    for count in (1, 15, 16, 17, 700):
        torch.randn(count)
        torch.randn(count, dtype=torch.float64)
        torch.empty(count).normal_(1, 2)
        torch.empty(count, dtype=torch.bfloat16).uniform_()
        torch.empty(count, dtype=torch.float16).exponential_()
        torch.empty(count).cauchy_()
        torch.empty(count, dtype=torch.int32).random_(5)
        torch.empty(count, 3).t().geometric_(0.3)
    torch.rand_like(torch.empty(4))
    x = torch.rand(8, 8, requires_grad=True)
    torch.nn.functional.dropout(x * 2, 0.3).sum().backward()
    torch.nn.functional.dropout(x.detach(), 0.3, inplace=True)
    torch.nn.init.kaiming_uniform_(torch.empty(5, 5))
    torch.distributions.Gamma(torch.tensor(0.5), torch.tensor(0.5)).sample((3,))
    torch.utils.data.random_split(range(9), [4, 5])


def test_after_odd_numbers_in_all_precisions_and_with_gradients(recorded):
    before = torch.get_rng_state()
    with numscope.open(recorded(of_many_kinds, values="full")) as trace:
        answer = replay(trace, jobs=1)
    assert answer.differs == answer.close == 0, answer.findings
    assert {reason.text for reason in answer.reasons} <= {
        "it is what its operators make it; those are replayed",
        "it changes which memory a tensor has",
    }
    torch.set_rng_state(before)


def test_in_another_thread(recorded):
    def work():
        threads = [threading.Thread(target=torch.randn, args=(count,)) for count in (3, 5)]
        for thread in threads:
            thread.start()
            thread.join()

    with numscope.open(recorded(work, values="full")) as trace:
        answer = replay(trace, jobs=1)
    assert answer.identical == answer.operations == 2


LOADER = """
import torch
class Data(torch.utils.data.Dataset):
    def __len__(self): return 6
    def __getitem__(self, i): return torch.randn(3) + i
if __name__ == "__main__":
    torch.manual_seed(0)
    for batch in torch.utils.data.DataLoader(Data(), batch_size=2, shuffle=True, num_workers=2): batch.sum()
"""


@pytest.mark.long
def test_in_the_workers_of_a_data_loader(numscope_command, tmp_path):
    (tmp_path / "loader.py").write_text(LOADER)
    done = numscope_command("run", "--values", "full", "loader.py")
    assert done.returncode == 0, done.stderr
    with numscope.open(tmp_path / "loader.numscope") as trace:
        drawn = [one for one in trace if one.name == "aten::randn"]
        assert len(drawn) == 6
        assert len({one.process for one in drawn}) == 2
        for one in drawn:
            assert np.array_equal(call_again(one).outputs[0], one.outputs[0].value())


def test_this_process_goes_on_where_its_own_generator_was(recorded):
    trace = numscope.open(recorded(lambda: torch.rand(3), values="full"))
    before = torch.get_rng_state()
    call_again(next(one for one in trace if one.name == "aten::rand"))
    assert torch.equal(torch.get_rng_state(), before)


@pytest.mark.long
def test_another_element_type_draws_other_numbers_and_is_refused(recorded):
    def work():
        x = torch.ones(4)
        torch.rand_like(x)
        torch.nn.functional.dropout(x, 0.5, training=False)

    with numscope.open(recorded(work, values="full")) as trace:
        drawn = [one.id for one in trace if one.depth == 0 and "bit_generator.state" in one.attributes]
        answer = replay(trace, tuple(drawn), Target(dtype="float64"), jobs=1)
    assert [(reason.text, reason.operations) for reason in answer.reasons] == [
        ("it draws random numbers, which are others in another element type", 1)
    ]
    assert answer.cannot == 1
    assert len(drawn) == 2


def test_without_the_state_only_what_draws_nothing_is_called(recorded):
    def work():
        x = torch.rand(3).uniform_()
        torch.nn.functional.dropout(x, 0.5, training=False)

    trace = numscope.open(recorded(work, values="full"))
    for one in trace:
        if one.name in ("aten::rand", "aten::uniform_"):
            with pytest.raises(NotReplayableError, match="a state of torch's generator that is not known"):
                call_again(one, bare=True)
        if one.name == "aten::dropout":
            assert np.array_equal(call_again(one, bare=True).outputs[0], one.outputs[0].value())


@pytest.mark.parametrize(
    ("state", "words"),
    [
        ("torch.MT19937 5 600 600 0 0 0 0", 624),  # more words than there are
        ("torch.MT19937 5 0 0 0 0 0 0", 624),
        ("torch.MT19937 5 1 -1 0 0 0 0", 624),
        ("torch.MT19937 5 1", 624),
        ("torch.MT19937 5 1 0 0 0 0 x", 624),
        ("torch.MT19937 5 99999999999 0 0 0 0 0", 624),
        ("torch.MT19937 5 1 0 0 0 0 0", 623),
        ("torch.MT19937 5 1 0 0 0 0 0", 1),
        ("torch.MT19937 5 1 0 0 0 0 0", None),
        ("PCG64 5 1 0 0 0 0 0", 624),
        ("", 624),
    ],
)
def test_a_damaged_state_is_refused(state, words):
    with pytest.raises(CannotReplayError):
        packed(state, None if words is None else (bytes(words * 4), False))
