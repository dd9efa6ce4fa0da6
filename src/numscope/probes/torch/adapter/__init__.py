"""Every touch of what torch does not promise to keep. No module outside of this package names it.

This module has what recording needs, `compiler` what following torch.compile needs, `versions` those that were tried.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from operator import attrgetter
from types import CodeType, ModuleType
from typing import Any

from numscope.probes.torch.adapter.versions import was_tried

# Where a tensor's C++ object is. Called for every tensor of a compiled graph.
address_of = attrgetter("_cdata")


def structure_of(module: Any) -> list[int]:
    """Return the addresses of a module, its submodules and its parameters: a module or parameter more changes them.

    In place of `modules()` and `parameters()`, which also make the path of each.
    """
    modules, met = [module], {id(module)}
    for one in modules:
        for inside in one._modules.values():
            if inside is not None and id(inside) not in met:
                met.add(id(inside))
                modules.append(inside)
    return [*map(id, modules), *(id(own) for one in modules for own in one._parameters.values())]


@dataclass(frozen=True)
class Torch:
    """What of an imported torch is needed: see each function below for where it comes from."""

    module: ModuleType

    @property
    def version(self) -> str:
        """`2.13.0+cpu`."""
        return str(self.module.__version__)

    def was_tried(self) -> bool:
        """Whether the tests have passed on this minor version."""
        return was_tried(self.version)

    def module_call(self) -> CodeType:
        """The code that every call of an nn.Module runs, with the module as its first local.

        Raises AttributeError where there is none. (torch/nn/modules/module.py, since 2.0: what `__call__` is.)
        """
        code = self.module.nn.Module._wrapped_call_impl.__code__
        if code.co_varnames[:1] != ("self",):
            raise AttributeError("nn.Module._wrapped_call_impl has no self")
        return code  # type: ignore[no-any-return]

    def module_entry(self) -> Any:
        """The function that the interpreter enters for every call of an nn.Module; see `module_call`."""
        return self.module.nn.Module.__call__

    def some_tensors(self) -> tuple[Any, ...]:
        """Small tensors, a parameter among them: where their Python objects hold C++'s is found by looking."""
        with self.no_overrides():
            tensors = [self.module.empty(0, device="cpu") for _ in range(3)]
            return (*tensors, self.module.nn.Parameter(tensors[0]))

    def compiled_code(self) -> Any:
        """The class of Dynamo's one table of the code that it made, with the globals that each loads.

        `instance.refs` and `instance.values`, by the code's id: a weak reference to it; a list of `scope`, `name`.
        (torch/_dynamo/utils.py: CleanupManager, since 2.0; code stands there before it runs for the first time.)
        """
        table = import_module("torch._dynamo.utils").CleanupManager
        _ = table.instance.refs, table.instance.values, table.__setitem__
        return table

    def function_of(self, code: CodeType) -> str:
        """Qualified name of the function from which Dynamo made this code; "" if it is one of Dynamo's own.

        (torch/_dynamo/external_utils.py: wrap_inline stands around modules of torch.)
        """
        if code.co_filename.startswith(os.path.join(self.folder(), "_dynamo", "")):
            return ""
        return str(getattr(code, "co_qualname", code.co_name))

    def aot_autograd(self) -> Any:
        """The module through which all graphs of AOTAutograd go backward.

        Its `call_func_at_runtime_with_args(graph, inputs)` calls them, and the class `_AutogradSavedState` puts what
        the forward graph saves for them (`save_from_forward(state, context, outputs)`) into `context.to_save` and
        `context._tensors_no_vc_check`. (torch/_functorch/_aot_autograd/runtime_wrappers.py.)
        """
        module = import_module("torch._functorch._aot_autograd.runtime_wrappers")
        _ = module.call_func_at_runtime_with_args, module._AutogradSavedState.save_from_forward
        return module

    def saved_state(self) -> Any:
        """The class that keeps what a forward graph saves: see `aot_autograd`."""
        return self.aot_autograd()._AutogradSavedState

    def no_overrides(self) -> Any:
        """A context in which tensors answer themselves, not `__torch_function__` of a subclass or mode."""
        return self.module._C.DisableTorchFunction()

    def dispatch_mode(self) -> Any:
        """The class of modes that Python is asked through (torch/utils/_python_dispatch.py)."""
        return import_module("torch.utils._python_dispatch").TorchDispatchMode

    def innermost_mode(self) -> Any:
        """The mode that is asked first in this thread; None: there is none."""
        return import_module("torch.utils._python_dispatch")._get_current_dispatch_mode()

    def optimizers(self) -> Any:
        """Where hooks around every optimiser's step are registered (torch/optim/optimizer.py)."""
        return import_module("torch.optim.optimizer")

    def step_code(self) -> CodeType | None:
        """The code around every optimiser's step, with the optimiser as its local `self`; None: it stands elsewhere.

        (torch/optim/optimizer.py: the wrapper that `profile_hook_step` makes, which opens the profiler's range.)
        """
        code = getattr(self.module.optim.Optimizer.profile_hook_step, "__code__", None)
        inside = code.co_consts if code is not None else ()
        found = (one for one in inside if isinstance(one, CodeType) and "self" in one.co_varnames)
        return next(found, None)

    def in_backward(self) -> bool:
        """Whether this thread runs a node of the backward graph (`torch._C._current_graph_task_id`)."""
        return int(self.module._C._current_graph_task_id()) != -1

    def array_types(self) -> dict[Any, str]:
        """NumPy's short names of the element types that both have."""
        names = {
            "bool": "|b1",
            **{f"int{bits}": f"{'<' if bits > 8 else '|'}i{bits // 8}" for bits in (8, 16, 32, 64)},
            **{f"uint{bits}": f"{'<' if bits > 8 else '|'}u{bits // 8}" for bits in (8, 16, 32, 64)},
            **{f"float{bits}": f"<f{bits // 8}" for bits in (16, 32, 64)},
            **{f"complex{bits}": f"<c{bits // 8}" for bits in (64, 128)},
        }
        return {
            getattr(self.module, name): text for name, text in names.items() if hasattr(self.module, name)
        }

    def keep_dynamo_off(self, *codes: CodeType) -> None:
        """Run this code, and what it calls, as it is: torch.compile takes whatever begins while it is active.

        (torch._C._dynamo.eval_frame: set_code_exec_strategy since 2.8, skip_code before; Dynamo is not imported.)
        """
        frames = self.module._C._dynamo.eval_frame
        if not hasattr(frames, "set_code_exec_strategy"):
            for code in codes:
                frames.skip_code(code)
            return
        skip = frames._FrameAction.SKIP
        for code in codes:
            frames.set_code_exec_strategy(code, frames._FrameExecStrategy(skip, skip))

    def folder(self) -> str:
        """The installed package."""
        return os.path.dirname(str(self.module.__file__))

    def look_for_header(self, name: str) -> None:
        """Raises OSError if ATen's header `name` is not there."""
        os.stat(os.path.join(self.folder(), "include", "ATen", name))

    def new_abi(self) -> bool:
        """Whether it is built with the C++11 ABI of libstdc++ (`torch._C._GLIBCXX_USE_CXX11_ABI`)."""
        return bool(getattr(self.module._C, "_GLIBCXX_USE_CXX11_ABI", True))


def saved_tensors(context: Any) -> tuple[Any, ...]:
    """Return what a forward graph has saved in the context of its node for going backward."""
    return (*context.to_save, *context._tensors_no_vc_check)


def schema_of(operator: Any) -> Any:
    """Return the schema of an operator's overload; None for a higher-order operator, which has none."""
    return getattr(operator, "_schema", None)


def imported() -> Torch | None:
    """The torch that the program has imported, whole; None if it has not."""
    module = sys.modules.get("torch")
    return Torch(module) if module is not None and hasattr(module, "nn") else None


def moved(torch: Torch) -> list[str]:
    """The names among those used here that this torch lacks: what the canary test shows."""
    wanted: dict[str, Callable[[], Any]] = {
        "torch.nn.Module._wrapped_call_impl": torch.module_call,
        "torch._C": lambda: torch.module._C,
        "torch._C._dynamo.eval_frame": lambda: torch.keep_dynamo_off(moved.__code__),
        "torch.autograd.profiler.record_function": lambda: torch.module.autograd.profiler.record_function,
        "torch.optim.Optimizer.profile_hook_step": lambda: torch.module.optim.Optimizer.profile_hook_step,
        "torch.optim.Optimizer.profile_hook_step: self": lambda: _look_for_step_code(torch),
        "torch.utils._python_dispatch.TorchDispatchMode": torch.dispatch_mode,
        "torch._C._current_graph_task_id": torch.in_backward,
        "torch.Tag.nondeterministic_seeded": lambda: torch.module.Tag.nondeterministic_seeded,
        "torch._C.DisableTorchFunction": torch.no_overrides,
        "torch.nn.Module._modules, _parameters": lambda: structure_of(torch.module.nn.Identity()),
        "torch.Tensor._cdata": lambda: torch.module.Tensor._cdata,
        "torch.ops.aten.add.Tensor._schema": lambda: torch.module.ops.aten.add.Tensor._schema.arguments,
        "torch.utils._python_dispatch._get_current_dispatch_mode": torch.innermost_mode,
        "torch._dynamo.utils.CleanupManager": torch.compiled_code,
        "torch._functorch._aot_autograd.runtime_wrappers": torch.aot_autograd,
        "torch._functorch._aot_autograd.runtime_wrappers: _tensors_no_vc_check": lambda: (
            _look_for_saved_tensors(torch)
        ),
        "include/ATen/record_function.h": lambda: torch.look_for_header("record_function.h"),
        "include/ATen/CPUGeneratorImpl.h": lambda: torch.look_for_header("CPUGeneratorImpl.h"),
        "include/ATen/core/dispatch/Dispatcher.h": lambda: torch.look_for_header(
            "core/dispatch/Dispatcher.h"
        ),
    }
    gone = []
    for name, look in wanted.items():
        try:
            look()
        except (AttributeError, OSError, ImportError):
            gone.append(name)
    return gone


def _look_for_saved_tensors(torch: Torch) -> None:
    """Raise AttributeError if what `saved_tensors` reads is not set any more."""
    names = torch.saved_state().save_from_forward.__code__.co_names
    if not {"save_for_backward", "_tensors_no_vc_check"} <= set(names):
        raise AttributeError("save_from_forward keeps tensors elsewhere")


def _look_for_step_code(torch: Torch) -> None:
    if torch.step_code() is None:
        raise AttributeError("the wrapper around an optimiser's step has no local self")


def missing() -> list[str]:
    """Return what this version of torch lacks, for recording and for following torch.compile. Imports torch."""
    from numscope.probes.torch.adapter import compiler

    return [*moved(Torch(import_module("torch"))), *compiler.moved_names()]
