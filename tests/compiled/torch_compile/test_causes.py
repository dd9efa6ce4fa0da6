"""Well-known causes of graph breaks, made for real: each is told at a line of the program's, with what to change."""

from __future__ import annotations

from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="torch.compile needs PyTorch")

from numscope.compiled import prepare_debug
from numscope.compiled.torch_compile.explain import explain

from .test_zoo import run_case

CAUSES = {
    "branch_on_data": "the branch depends on a tensor's value",
    "break_disabled_function": "excluded from compilation",
    "break_explicit": "remove the call",
    "break_in_generator": "it happens in a loop",
    "break_in_module": "print after the compiled part",
    "clock": "torch does not trace into this function",
    "deep_copy": "x.clone()",
    "gradient_inside": "trace_autograd_ops",
    "item_in_the_middle": "keep the value a tensor",
    "log_call": "ignore_logging_functions",
    "nonzero": "use a mask",
    "sparse": "convert sparse tensors",
    "tolist": "keep the value a tensor",
    "raises_in_torch": "fails without torch.compile too",
    "recompile_past_the_limit": "compiled again too often",
    "recompile_shape": "the size varies",
    "recompile_dtype": "the dtype varies",
    "recompile_type": "type varies",
}


@pytest.mark.parametrize(("name", "advised"), CAUSES.items())
def test_a_cause_is_told_with_its_line_and_what_to_change(name: str, advised: str, tmp_path: Path):
    with prepare_debug(tmp_path / "dump") as session:
        run_case(name, "eager")
    lines = explain(session.record)
    assert advised in "\n".join(lines)
    if not name.startswith("recompile"):
        assert any(
            "zoo.py:" in line and ("graph break" in line or line.startswith("    at ")) for line in lines
        )


def break_in_try(x):
    y = x * 2
    y = y + 1
    y = y * 3
    try:
        z = y + 1
        n = y.max().item()  # the cause
        z = z + n
    except ValueError:
        z = y
    return z * 3


def told(tmp_path: Path, *calls) -> str:
    """Dump while the calls are made, and give the story."""
    with prepare_debug(tmp_path / "dump") as session:
        for call in calls:
            call()
    return "\n".join(explain(session.record))


def test_a_break_inside_of_try_is_told_with_its_cause_and_not_with_where_torch_went_back_to(tmp_path: Path):
    story = told(tmp_path, lambda: torch.compile(break_in_try, backend="eager")(torch.ones(3)))
    assert "n = y.max().item()  # the cause" in story
    assert "Tensor.item()" in story
    assert "step_unsupported" not in story


class Inner(torch.nn.Module):
    def forward(self, x):
        torch._dynamo.graph_break()
        return x + 1


class Outer(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = Inner()

    def forward(self, x):
        return self.inner(x * 2)  # first caller


def use(model, x):
    return model(x)  # second caller


def test_a_break_has_the_lines_that_led_to_it_innermost_first(tmp_path: Path):
    story = told(tmp_path, lambda: use(torch.compile(Outer(), backend="eager"), torch.ones(3)))
    first, second = (
        story.index("return self.inner(x * 2)  # first caller"),
        story.index("# second caller", 400),
    )
    assert story.index("graph break at") < first < second


def passing_on(function):
    def wrapper(*arguments):
        return function(*arguments)

    return wrapper


@passing_on
def wrapped(x):
    return x * 2 + 1


def test_a_wrapper_is_told_by_what_it_wraps_and_where_it_is_called(tmp_path: Path):
    layers = torch.nn.Sequential(torch.nn.Linear(3, 3), torch.nn.ReLU())
    story = told(
        tmp_path,
        lambda: torch.compile(wrapped, backend="eager")(torch.ones(3)),  # the call
        lambda: torch.compile(layers, backend="eager")(torch.ones(3)),
    )
    titles = [line for line in story.splitlines() if line and line[0] != " "][1:]
    assert titles[0].startswith("wrapped ")
    assert "(through wrapper, " in titles[0]
    assert titles[1].startswith("Sequential.forward ")
    assert "external_utils" not in titles[1]
    assert "(torch.ones(3)),  # the call" in story


def test_recompilations_are_counted_once(tmp_path: Path):
    compiled = torch.compile(lambda x: x * 2, backend="eager", dynamic=False)
    with torch._dynamo.config.patch(recompile_limit=3):
        story = told(tmp_path, *(lambda size=size: compiled(torch.ones(size)) for size in range(2, 8)))
    assert story.splitlines()[0].endswith("2 recompilations.")
    assert "compiled again 2 times" in story
    assert "the guard that failed" in story
