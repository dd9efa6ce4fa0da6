"""Well-known causes of graph breaks, made for real: each is told at a line of the program's, with what to change."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("torch", reason="torch.compile needs PyTorch")

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
