"""Every member of the zoo behaves the same with a dump going on and without."""

from __future__ import annotations

import ast
import json
import re
import warnings
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="torch.compile needs PyTorch")

from numscope.compiled import prepare_debug

from .zoo import CASES


def tensors_in(value: Any) -> list[torch.Tensor]:
    return [leaf for leaf in torch.utils._pytree.tree_leaves(value) if isinstance(leaf, torch.Tensor)]


def run_case(name: str, backend: str) -> dict[str, Any]:
    """Run a case from a fixed seed; return results, gradients, exceptions and Dynamo's own counts."""
    from torch._dynamo.utils import counters

    torch.compiler.reset()
    counters.clear()
    torch.manual_seed(7)
    function, calls = CASES[name]()
    compiled = torch.compile(function, backend=backend) if backend else function
    results: list[Any] = []
    for arguments, keywords in calls:
        torch.manual_seed(11)
        try:
            result = compiled(*arguments, **keywords)
        except Exception as error:  # noqa: BLE001  # what it raises is part of the result
            results.append((type(error).__name__, str(error).splitlines()[0]))
            continue
        outputs = tensors_in(result)
        differentiable = [output.sum() for output in outputs if output.requires_grad]
        if differentiable:
            sum(differentiable).abs().backward()
        inputs = tensors_in((arguments, keywords))
        if isinstance(function, torch.nn.Module):
            inputs += [*function.parameters(), *function.buffers()]
        results.append(
            (
                [output.detach().clone() for output in outputs],
                [each.detach().clone() for each in inputs],
                [each.grad.clone() for each in inputs if each.is_leaf and each.grad is not None],
                repr(torch.utils._pytree.tree_map(lambda leaf: type(leaf).__name__, result)),
            )
        )
    without_addresses = re.sub(
        r"0x[0-9a-f]+", "0x", repr({name: dict(each) for name, each in counters.items()})
    )
    counts = {name: each for name, each in ast.literal_eval(without_addresses).items() if each}
    if backend == "inductor":
        # The rest counts what the graph caches did, and what was done for want of a hit: they are off while dumping.
        counts = {name: counts.get(name) for name in ("frames", "stats", "graph_break")}
    return {"results": results, "counters": counts}


def equal(left: Any, right: Any) -> bool:
    if isinstance(left, torch.Tensor):
        return left.dtype == right.dtype and torch.allclose(left, right, 0, 0, equal_nan=True)
    if isinstance(left, (list, tuple)):
        return len(left) == len(right) and all(equal(a, b) for a, b in zip(left, right, strict=True))
    return left == right


# Inductor compiles C++ for each graph: a handful, for what is Inductor's own.
WITH_KERNELS = ["break_in_module", "recompile_shape", "straight_line"]
# Every third program each time, all in `make test-long`: a second of processor time each.
RUNS = [
    pytest.param(name, "aot_eager", marks=[pytest.mark.long] if place % 3 else [])
    for place, name in enumerate(sorted(CASES))
]
RUNS += [pytest.param(name, "inductor") for name in WITH_KERNELS]
# What Dynamo makes is the same for each backend: without AOTAutograd it is looked at by hand.
RUNS += [pytest.param(name, "eager", marks=pytest.mark.long) for name in sorted(CASES)]


@pytest.mark.sweep(9)
@pytest.mark.parametrize(("name", "backend"), RUNS)
def test_same_results_gradients_graphs_and_recompilations(name: str, backend: str, tmp_path: Path):
    # The first runs compile frames that no later run meets: `log_call` 8, then 4. Which cases meet them depends on what
    # ran before in the process: loggers keep their levels until one is set anew. So the count falls until it is still.
    for turn in range(4):
        plain = run_case(name, backend)
        with warnings.catch_warnings():
            warnings.filterwarnings("error", message=r"\[compile-dump-stopped\]")
            with prepare_debug(tmp_path / str(turn)) as session:
                dumped = run_case(name, backend)
        assert equal(dumped["results"], plain["results"])
        if dumped["counters"] == plain["counters"]:
            break
    assert dumped["counters"] == plain["counters"]
    totals = session.record.totals()
    assert totals["graphs"] == plain["counters"].get("stats", {}).get("unique_graphs", 0)
    check_files(tmp_path / str(turn))


def check_files(directory: Path) -> None:
    """Everything that the index names is there and is Python; nothing is there that isn't named."""
    record = json.loads((directory / "index.json").read_text())
    named = {"index.json", "index.html", ".numscope-compile", "timeline.json" if record["timeline"] else ""}
    for function in record["functions"]:
        named.add(function["file"])
        for compilation in function["compilations"]:
            transformed = compilation["transformed"]
            if transformed:
                stem = f"{transformed}.{function['name']}"
                named |= {
                    transformed,
                    f"{stem}_bytecode",
                    f"{stem}_disassembly.txt",
                    compilation["guard_tree"],
                }
            for graph in compilation["graphs"]:
                named |= {each["file"] for each in (*graph["files"], *graph["kernels"])} | {
                    *graph["artifacts"]
                }
    present = {path.name for path in directory.iterdir()}
    assert present == named - {""}
    for path in directory.glob("*.py"):
        ast.parse(path.read_text(), str(path))
