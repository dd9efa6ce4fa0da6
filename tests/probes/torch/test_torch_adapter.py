"""Everything that torch keeps to itself stands behind one adapter, whose canary names which of it has moved."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed")

from numscope.probes.torch import adapter
from numscope.probes.torch.adapter import compiler

PACKAGE = Path(adapter.__file__).parents[3]
ADAPTER = Path(adapter.__file__).parent
ROOMS = (
    "compiled/torch_compile",
    "probes/torch",
    "inspector",
)
# What replay runs in other environments imports nothing of numscope's: `schema_of` there is its own.
APART = {"probes/torch/calling/operators.py": ["_schema"]}
# Private, and not of torch: of the interpreter, of NumPy and Numba, of named tuples, of notebooks, of our objects.
NOT_TORCHS = {
    "_getframe", "_exit", "_NoValue", "_dispatcher", "_fields", "_repr_html_", "_values",
    "_require", "_is_argument", "_writer",
}  # fmt: skip

# What recording needs, as the canary names it, and what is taken away: of the module `torch`, by its path.
RECORDING = {
    "torch.nn.Module._wrapped_call_impl": "nn.Module._wrapped_call_impl",
    "torch._C": "_C",
    "torch._C._dynamo.eval_frame": "_C._dynamo.eval_frame",
    "torch.autograd.profiler.record_function": "autograd.profiler.record_function",
    "torch.optim.Optimizer.profile_hook_step": "optim.Optimizer.profile_hook_step",
    "torch.optim.Optimizer.profile_hook_step: self": "optim.Optimizer.profile_hook_step.__code__",
    "torch._C._current_graph_task_id": "_C._current_graph_task_id",
    "torch.Tag.nondeterministic_seeded": "Tag.nondeterministic_seeded",
    "torch._C.DisableTorchFunction": "_C.DisableTorchFunction",
    "torch.Tensor._cdata": "Tensor._cdata",
    "torch.ops.aten.add.Tensor._schema": "ops.aten.add.Tensor._schema",
    "torch.nn.Module._modules, _parameters": "nn.Identity",
}
# The same of modules that are imported when they are needed.
IMPORTED = {
    "torch.utils._python_dispatch.TorchDispatchMode": ("torch.utils._python_dispatch", "TorchDispatchMode"),
    "torch.utils._python_dispatch._get_current_dispatch_mode": (
        "torch.utils._python_dispatch",
        "_get_current_dispatch_mode",
    ),
    "torch._dynamo.utils.CleanupManager": ("torch._dynamo.utils", "CleanupManager"),
    "torch._functorch._aot_autograd.runtime_wrappers": (
        "torch._functorch._aot_autograd.runtime_wrappers",
        "call_func_at_runtime_with_args",
    ),
    "torch._functorch._aot_autograd.runtime_wrappers: _tensors_no_vc_check": (
        "torch._functorch._aot_autograd.runtime_wrappers",
        "_AutogradSavedState",
    ),
}


class Without:
    """The same object, but for the attribute at `path`."""

    def __init__(self, whole: Any, path: str) -> None:
        self._whole, self._path = whole, path.split(".")

    def __getattr__(self, name: str) -> Any:
        if name != self._path[0]:
            return getattr(self._whole, name)
        if len(self._path) == 1:
            raise AttributeError(name)
        return Without(getattr(self._whole, name), ".".join(self._path[1:]))


def test_what_recording_touches_is_there() -> None:
    found = adapter.imported()
    assert found is not None
    assert adapter.moved(found) == []


def test_nothing_at_all_is_missing() -> None:
    assert adapter.missing() == []


@pytest.mark.parametrize("name", RECORDING)
def test_what_recording_lacks_is_named(name: str) -> None:
    gone = adapter.moved(adapter.Torch(Without(torch, RECORDING[name])))  # type: ignore[arg-type]
    assert name in gone
    assert all(other.startswith(name) for other in gone)


@pytest.mark.parametrize("name", IMPORTED)
def test_what_recording_imports_and_lacks_is_named(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module, attribute = IMPORTED[name]
    hide(monkeypatch, adapter, module, attribute)
    assert name in adapter.moved(adapter.Torch(torch))


def test_every_name_of_the_canary_is_taken_away_in_some_test() -> None:
    everything_gone = set(adapter.moved(adapter.Torch(Without(torch, "__file__"))))  # type: ignore[arg-type]
    headers = {name for name in everything_gone if name.startswith("include/")}
    assert len(headers) == 3
    nothing = adapter.Torch(object())  # type: ignore[arg-type]
    assert set(adapter.moved(nothing)) - headers <= {*RECORDING, *IMPORTED}


@pytest.mark.parametrize("entry", compiler.PRIVATE_NAMES)
def test_what_following_the_compiler_lacks_is_named(entry: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module, _, path = entry.partition(":")
    hide(monkeypatch, compiler.importlib, module, path)
    gone = compiler.moved_names()
    assert entry in gone
    assert {other.partition(":")[0] for other in gone} == {module}


def hide(monkeypatch: pytest.MonkeyPatch, user: Any, module: str, path: str) -> None:
    """Have `user` import `module` without the attribute at `path`."""
    load = user.import_module
    monkeypatch.setattr(
        user, "import_module", lambda name: Without(load(name), path) if name == module else load(name)
    )


def test_this_version_is_in_the_table() -> None:
    found = adapter.imported()
    assert found is not None
    assert found.was_tried(), f"torch {found.version}: run tests/probes/torch, then add it to versions.TRIED"


def test_no_other_module_names_what_is_private() -> None:
    found = {
        str(path.relative_to(PACKAGE)): touched
        for path in PACKAGE.rglob("*.py")
        if ADAPTER not in path.parents and (touched := sorted(set(private(path))))
    }
    assert found == APART


def test_the_test_above_sees_private_parts(tmp_path: Path) -> None:
    program = tmp_path / "inspector" / "here.py"
    program.parent.mkdir()
    program.write_text(
        "from torch._subclasses import FakeTensorMode\nimport torch._dynamo.config\nfrom torch import _C\n"
        "import torch.nn\nfrom torch.utils import data\nself._own = tensor._version\ngetattr(operator, '_schema')\n"
        "import_module('torch._inductor.config')\ntorch._inductor.config\n"
    )
    seen = [
        "_inductor", "_schema", "_version", "torch._C", "torch._dynamo.config", "torch._inductor.config",
        "torch._subclasses.FakeTensorMode",
    ]  # fmt: skip
    assert sorted(set(private(program, tmp_path))) == seen


def private(path: Path, package: Path = PACKAGE) -> Iterator[str]:
    """Name the modules of torch with an underscore, and in the rooms about torch such attributes."""
    of_torch = str(path.relative_to(package)).startswith(ROOMS)
    for node in ast.walk(ast.parse(path.read_text())):
        yield from (name for name in imported(node) if is_inner(name))
        if of_torch and (name := private_attribute(node)):
            yield name


def imported(node: ast.AST) -> Iterator[str]:
    """Name what an import statement, or a call of `import_module`, imports."""
    if isinstance(node, ast.ImportFrom) and node.module:
        yield from (f"{node.module}.{alias.name}" for alias in node.names)
    elif isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        yield from [str(node.args[0].value)] if name in ("import_module", "when_imported") else []


def is_inner(module: str) -> bool:
    """Say whether this is a part of torch whose name, or that of a module around it, begins with an underscore."""
    first, *rest = module.split(".")
    return first == "torch" and any(part.startswith("_") for part in rest)


def private_attribute(node: ast.AST) -> str:
    """Return the attribute with one underscore that is taken of another object than one's own, or an empty text."""
    name, owner = "", None
    if isinstance(node, ast.Attribute):
        name, owner = node.attr, node.value
    elif isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("getattr", "hasattr", "setattr"):
        text = node.args[1] if len(node.args) > 1 else None
        name = str(text.value) if isinstance(text, ast.Constant) else ""
    if isinstance(owner, ast.Call):
        owner = owner.func  # super()
    is_own = isinstance(owner, ast.Name) and owner.id in ("self", "cls", "super")
    is_private = name.startswith("_") and not name.startswith("__")
    return name if is_private and not is_own and name not in NOT_TORCHS else ""
