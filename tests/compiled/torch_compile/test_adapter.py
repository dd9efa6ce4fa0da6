"""The canary: what a new torch moved is told by name, and nothing of ours stays in torch."""

from __future__ import annotations

import contextlib
import importlib
import warnings
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="torch.compile needs PyTorch")

from numscope.compiled import prepare_debug
from numscope.compiled.torch_compile import TorchMissingError
from numscope.probes.torch.adapter import compiler as adapter


def test_every_private_name_is_where_it_was():
    assert adapter.moved_names() == []


def test_a_name_that_moved_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    gone = "torch._dynamo.convert_frame:_compile_it"
    monkeypatch.setitem(adapter.PRIVATE_NAMES, gone, ())
    monkeypatch.setitem(adapter.PRIVATE_NAMES, "torch._dynamo.output_graph:unique_id", ("label",))
    assert adapter.moved_names() == ["torch._dynamo.output_graph:unique_id", gone]
    with pytest.raises(TorchMissingError, match=r"unique_id.*_compile_it"), prepare_debug(tmp_path):
        pass


def test_an_unknown_torch_gives_one_warning(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setattr(adapter, "was_tried", lambda version: False)
    adapter.warn_if_unknown.cache_clear()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for name in ("one", "two"):
            with prepare_debug(tmp_path / name):
                pass
    adapter.warn_if_unknown.cache_clear()
    told = [str(each.message) for each in caught if "[torch-version]" in str(each.message)]
    assert len(told) == 1
    assert torch.__version__ in told[0]


def state_of_torch() -> dict[str, Any]:
    """Everything the adapter names, and the settings, as they are."""
    from torch._dynamo import convert_frame

    found: dict[str, Any] = {"hooks": dict(convert_frame._bytecode_hooks)}
    for entry in adapter.PRIVATE_NAMES:
        module_name, _, qualified = entry.partition(":")
        owner: Any = importlib.import_module(module_name)
        *path, name = qualified.split(".")
        for part in path:
            owner = getattr(owner, part)
        if name not in ("graph_break_reasons", "_inductor_kernel_stack_trace"):
            found[entry] = vars(owner).get(name, getattr(owner, name))
    return found


@pytest.mark.parametrize("fails", [False, True])
def test_nothing_stays_patched(fails: bool, tmp_path: Path):
    before = state_of_torch()
    ends = pytest.raises(ZeroDivisionError) if fails else contextlib.nullcontext()
    with ends, prepare_debug(tmp_path):
        during = state_of_torch()
        torch.compile(lambda x: x + 1, backend="eager")(torch.ones(3))
        if fails:
            raise ZeroDivisionError
    changed = {name for name in before if during[name] is not before[name] and during[name] != before[name]}
    assert len(changed) >= 8
    assert state_of_torch() == before


def test_a_failing_dump_leaves_the_program_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    from numscope.compiled.torch_compile import recorder

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    @torch.compile(backend="aot_eager")
    def f(x: torch.Tensor) -> torch.Tensor:
        print(end="")
        return x.sin()

    with prepare_debug(tmp_path) as session:
        monkeypatch.setattr(recorder.DumpDirectory, "write", fail)
        with pytest.warns(UserWarning, match=r"\[compile-dump-stopped\].*No space left") as caught:
            result = f(torch.ones(3))
        monkeypatch.undo()
    assert torch.equal(result, torch.ones(3).sin())
    assert len([each for each in caught if "compile-dump-stopped" in str(each.message)]) == 1
    assert session.record.functions
