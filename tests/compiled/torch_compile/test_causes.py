"""Well-known causes of graph breaks, made for real: each is told at a line of the program's, with what to change."""

from __future__ import annotations

import inspect
import json
import os
import subprocess
import sys
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


def clear(optimizer, x):
    optimizer.zero_grad()
    return x + 1


def test_an_optimizer_in_the_compiled_part_is_told_to_go_out_of_it_and_not_to_become_an_operator(
    tmp_path: Path,
):
    optimizer = torch.optim.SGD([torch.ones(2, requires_grad=True)], lr=0.1)
    story = told(tmp_path, lambda: torch.compile(clear, backend="eager")(optimizer, torch.ones(3)))
    assert "torch.compile(optimizer.step)" in story
    assert "custom operator" not in story


def test_a_break_that_a_library_asks_for_is_not_called_the_programs(tmp_path: Path):
    step = torch.optim.SGD([torch.ones(2, requires_grad=True)], lr=0.1).step
    place = Path(inspect.getfile(torch.optim.Optimizer)).name
    story = told(
        tmp_path, lambda: torch.compile(lambda x: (step(), x + 1)[1], backend="eager")(torch.ones(3))
    )
    assert f"{place}:" in story
    assert "the library ends the graph there on purpose" in story
    assert "the program asks" not in story


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
    (head,) = (path.read_text().partition("\n")[0] for path in tmp_path.rglob("*_for_Sequential_forward.py"))
    assert head.startswith("# What torch.compile made of Sequential.forward, ")
    assert "container.py:" in head.partition(" (through inner, ")[0]


def test_recompilations_are_counted_once(tmp_path: Path):
    compiled = torch.compile(lambda x: x * 2, backend="eager", dynamic=False)
    with torch._dynamo.config.patch(recompile_limit=3):
        story = told(tmp_path, *(lambda size=size: compiled(torch.ones(size)) for size in range(2, 8)))
    assert story.splitlines()[0].endswith("2 recompilations.")
    assert "compiled again 2 times" in story
    assert "the guard that failed" in story


def one_row(x):
    return x.sin() * 2


def fixed_by_a_loop(x, end):
    y = x[0]
    for i in range(1, end):
        y = y + x[i]
    return y


def fixed_by_a_comparison(x):
    if x.size(0) == 5:
        return x * 2
    return x + 1


def of_parameters(parameters):
    return [parameter * 2 for parameter in parameters]


def story_of(function, calls, directory: Path) -> list[str]:
    with prepare_debug(directory / "dump") as session:
        compiled = torch.compile(function, backend="eager")
        for arguments in calls:
            compiled(*arguments)
    return explain(session.record)


def test_sizes_are_told_that_a_compilation_holds_for(tmp_path: Path):
    story = story_of(one_row, [(torch.ones(n, 3),) for n in (4, 3, 2, 1)], tmp_path)
    assert "      compiled for any x.size()[0] from 2 up" in story
    assert any(
        line.startswith("    0/2: 2 <= x.size()[0]; x is a Tensor: float32, shape [1, 3]") for line in story
    )
    assert any("mark_unbacked(x, dim)" in line for line in story)


def test_the_advice_for_size_one_works(tmp_path: Path):
    calls = [(torch.ones(n, 3),) for n in (4, 3, 2, 1)]
    for (x,) in calls:
        torch._dynamo.decorators.mark_unbacked(x, 0)
    assert not any("compiled again" in line for line in story_of(one_row, calls, tmp_path))


def test_a_number_that_the_code_fixes_gets_no_advice_to_make_it_dynamic(tmp_path: Path):
    story = story_of(fixed_by_a_loop, [(torch.ones(9), end) for end in (2, 3, 4)], tmp_path)
    assert {"      compiled for end = 3 only", "      compiled for end = 4 only"} <= set(story)
    (advised,) = (line for line in story if line.startswith("    -> "))
    assert advised.startswith("    -> torch made end a variable, and the code fixes it")


def test_a_parameter_of_varying_size_names_the_setting_and_it_works(tmp_path: Path):
    calls = [([torch.nn.Parameter(torch.ones(n, 2))],) for n in (3, 4, 5, 6)]
    story = story_of(of_parameters, calls, tmp_path)
    assert sum("force_parameter_static_shapes = False where they vary" in line for line in story) == 1
    assert "  of_parameters compiled again 3 times" in story
    with torch._dynamo.config.patch(force_parameter_static_shapes=False):
        story = story_of(of_parameters, calls, tmp_path / "after")
    assert "  of_parameters compiled again" in story


def test_a_mark_that_the_code_breaks_is_told_with_the_line_that_does(tmp_path: Path):
    marked = torch.randn(5)
    torch._dynamo.mark_dynamic(marked, 0)
    with prepare_debug(tmp_path / "dump") as session, pytest.raises(Exception, match="Constraints violated"):
        torch.compile(fixed_by_a_comparison, backend="eager")(marked)
    story = explain(session.record)
    start = story.index(next(line for line in story if "was not compiled" in line))
    assert story[start + 1].startswith(
        "    Constraints violated (x.size()[0]): You marked x.size()[0] as dynamic"
    )
    assert story[start + 2].endswith("  if x.size(0) == 5:")
    assert any("remove the mark" in line for line in story[start:])
    assert "1 function, 0 compilations and 1 failed" in story[0]


def test_a_backend_that_fails_is_told_with_its_own_error(tmp_path: Path):
    def broken(module, example):
        raise RuntimeError("no such device")

    with prepare_debug(tmp_path / "dump") as session, pytest.raises(Exception, match="no such device"):
        torch.compile(one_row, backend=broken)(torch.ones(3))
    assert "    BackendCompilerFailed: backend='broken': RuntimeError: no such device" in explain(
        session.record
    )


CACHED = """
import torch


class Twice(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, gradient):
        return gradient * 2


@torch.compile
def plain(x):
    return x.sin() + 1


@torch.compile
def with_own_gradient(x):
    return Twice.apply(x).sin()


plain(torch.ones(3))
with_own_gradient(torch.ones(3, requires_grad=True))
"""


@pytest.mark.long
def test_what_torchs_caches_did_is_told_and_a_graph_from_a_cache_is_not_what_runs(tmp_path: Path):
    (tmp_path / "cached.py").write_text(CACHED)
    stories = []
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, "-m", "numscope", "compile", "--caches", "--explain", "cached.py"],
            cwd=tmp_path, capture_output=True, text=True, timeout=280,
            env={**os.environ, "TORCHINDUCTOR_CACHE_DIR": str(tmp_path / "inductor")},
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        stories.append(done.stdout.splitlines())
    first, second = stories
    assert "  aotautograd cache miss" in first
    assert "  aotautograd cache hit" in second
    for story in stories:
        assert any(line.startswith("  aotautograd cache bypass: Unsupported call_function") for line in story)
    record = json.loads((tmp_path / "torch_compile_dump" / "index.json").read_text())
    (captured,) = record["functions"][0]["compilations"][0]["graphs"][0]["files"]
    assert (captured["role"], captured["executed"]) == ("Captured", False)
