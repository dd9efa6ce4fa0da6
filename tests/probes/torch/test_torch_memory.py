"""`numscope memory`, held against torch.profiler's account of the allocator, and against what its advice then does."""

import inspect
import json
from pathlib import Path

import pytest

import numscope
from numscope.analysis.memory.memory import memory_use
from numscope.cli.main import main

torch = pytest.importorskip("torch", reason="PyTorch is not installed")
import memory_programs
from torch.profiler import ProfilerActivity, profile

PROGRAMS = ("stack", "convolutions", "recurrent", "evaluation", "history_with_graph", "hidden_states")
SOURCE = Path(memory_programs.__file__).read_text().splitlines()


def kept_lines():
    return [number for number, line in enumerate(SOURCE, 1) if line.endswith("# kept")]


def profiled_peak(program, path):
    """(the most bytes at once, bytes at the end), of what is given meanwhile."""
    with profile(activities=[ProfilerActivity.CPU], profile_memory=True) as profiler:
        result = program()
    profiler.export_chrome_trace(str(path))
    del result
    events = [event for event in json.loads(path.read_text())["traceEvents"] if event["name"] == "[memory]"]
    now = most = 0
    for event in sorted(events, key=lambda event: (event["ts"], event["args"]["Ev Idx"])):
        now += event["args"]["Bytes"]
        most = max(most, now)
    return most, now


def recorded(program, folder, values="none"):
    with numscope.record(folder, values=values) as recording:
        result = program()
        torch.ones(1)  # events are written by the operation that begins next
    with recording.open() as trace:
        use = memory_use(trace)
    del result
    return use


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_peak_is_that_of_torchs_profiler(name, tmp_path):
    program = getattr(memory_programs, name)
    most, end = profiled_peak(program, tmp_path / "profile.json")
    use = recorded(program, tmp_path / "t.numscope")
    assert use.lost == 0
    assert use.peak_bytes == most
    # The tensor of `torch.ones` has come, the profiler's last frees may not have.
    assert abs(use.end_bytes - end) <= 64
    for shares in (use.categories, use.layers, use.lines):
        assert sum(share.bytes for share in shares) == most
    assert sum(tensor.bytes for tensor in use.largest) == most


def test_kinds_are_as_large_as_the_training_says(tmp_path):
    use = recorded(memory_programs.stack, tmp_path / "t.numscope")
    model = memory_programs.Stack()
    parameters = sum(one.nbytes for one in model.parameters())
    kinds = {share.name: share.bytes for share in use.categories}
    assert kinds["parameter"] == parameters
    # Two moments, and the number of steps, of each parameter.
    assert kinds["optimizer state"] == 2 * parameters + 4 * len(list(model.parameters()))
    assert kinds["input"] == 256 * 64 * 4
    # Of each block: the normalised rows with mean and scale, what goes into gelu and comes out of it, and the sum.
    block = 256 * 4 * (64 + 2 + 2 * 256 + 64)
    assert kinds["activation"] == pytest.approx(4 * block, rel=0.05)


def test_the_largest_tensors_have_their_line_and_a_reason(tmp_path):
    use = recorded(memory_programs.stack, tmp_path / "t.numscope")
    largest = use.largest[0]
    assert (largest.shape, largest.category) == ((256, 256), "activation")
    assert "self.down(torch.nn.functional.gelu" in SOURCE[largest.line - 1]
    reasons = {tensor.why for tensor in use.largest}
    assert "kept for the backward pass of aten::gelu in blocks.0" in reasons
    assert "parameter blocks.0.up.weight" in reasons
    assert "given to the model" in reasons


def test_what_a_constructor_made_is_not_to_be_deleted(tmp_path):
    """A model that is never called: its parameters are not known as such, and its attributes hold them."""

    def program():
        model = torch.nn.Sequential(*(torch.nn.Linear(300, 300) for _ in range(4)))
        first = torch.randn(400, 400)  # idle
        return model, first, torch.randn(400, 400) * 2

    use = recorded(program, tmp_path / "t.numscope")
    lines, start = inspect.getsourcelines(program)
    idle = start + next(number for number, line in enumerate(lines) if line.endswith("# idle\n"))
    assert {one.line for one in use.advice if one.text.startswith("del")} == {idle, idle + 1}
    assert {"made by a constructor: an attribute of an object holds it"} == {
        one.why for one in use.largest if one.shape == (300, 300)
    }


def test_checkpointing_saves_what_the_advice_says(tmp_path):
    use = recorded(memory_programs.stack, tmp_path / "t.numscope")
    advice = next(one for one in use.advice if "torch.utils.checkpoint" in one.text)
    assert "blocks.0 to blocks.3" in advice.text
    after = recorded(lambda: memory_programs.stack(checkpointed=True), tmp_path / "after.numscope")
    assert advice.saves == pytest.approx(use.peak_bytes - after.peak_bytes, rel=0.2)


@pytest.mark.parametrize(("name", "graph"), [("history_with_graph", True), ("hidden_states", False)])
def test_what_grows_is_named_with_its_line(name, graph, tmp_path, capsys):
    use = recorded(getattr(memory_programs, name), tmp_path / "t.numscope")
    (kept,) = use.kept
    assert kept.line in kept_lines()
    assert kept.graph is graph
    assert kept.rounds == 4  # of six calls: the last two may be held for a good reason
    assert main(["memory", str(tmp_path / "t.numscope")]) == 1
    shown = capsys.readouterr().out
    assert f"memory_programs.py:{kept.line} leaves " in shown.splitlines()[0]
    assert ("detach()" in shown.splitlines()[0]) is graph


@pytest.mark.sweep(2)
@pytest.mark.parametrize("name", ["stack", "convolutions", "recurrent", "evaluation", "history_of_numbers"])
def test_nothing_grows_in_healthy_programs(name, tmp_path, capsys):
    assert recorded(getattr(memory_programs, name), tmp_path / "t.numscope").kept == ()
    assert main(["memory", str(tmp_path / "t.numscope"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["kept"] == []


def test_weights_are_the_same_and_memory_is_given_back(tmp_path):
    plain = memory_programs.stack()
    with numscope.record(tmp_path / "t.numscope", values="none"):
        model = memory_programs.stack()
    assert all(torch.equal(a, b) for a, b in zip(plain.parameters(), model.parameters(), strict=True))
    del model  # after the recording: torch's own allocator has it back
    assert torch.ones(3).add(1).tolist() == [2, 2, 2]


def test_a_trace_without_torch_says_so(tmp_path, capsys):
    import numpy as np

    with numscope.record(tmp_path / "t.numscope"):
        np.ones(3) + 1
    assert main(["memory", str(tmp_path / "t.numscope")]) == 2
    assert "no memory of PyTorch tensors" in capsys.readouterr().err
