"""The fallback where the native recorder can't be built: a TorchDispatchMode, which sees less and costs more."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from types import CodeType
from typing import Any

import numscope._core as _core
from numscope.operations.traits import Trait
from numscope.probes.torch.adapter import Torch, schema_of
from numscope.probes.torch.modules import ModuleNames

LACKS = (
    "operators of other Python threads, composite operators, which operation a backward one belongs to, "
    "what runs inside compiled graphs"
)


class Dispatch:
    """Records the operators that reach torch's dispatcher for Python on this thread, and on autograd's for it."""

    def __init__(self, torch: Torch) -> None:
        self._torch = torch
        self._mode: Any = None
        self._hooks: list[Any] = []
        self._step = 0
        self._optimizing = 0
        self._thread = 0

    def start(self) -> None:
        """Begin on this thread."""
        names = ModuleNames(lambda address: None, lambda parameters, model: None, self._torch.no_overrides)
        self._step = self._optimizing = 0
        self._mode = self._mode_class()(self._recorder(names))
        optimizers = self._torch.optimizers()
        self._hooks = [
            optimizers.register_optimizer_step_pre_hook(self._step_begins),
            optimizers.register_optimizer_step_post_hook(self._step_ends),
        ]
        self._mode.__enter__()
        self._thread = threading.get_ident()

    def stop(self) -> None:
        """Take the mode away; where it lies under another, or in another thread, it stays and does nothing."""
        mode, self._mode = self._mode, None
        mode.silence()
        if threading.get_ident() == self._thread and self._torch.innermost_mode() is mode:
            mode.__exit__(None, None, None)
        for hook in self._hooks:
            hook.remove()

    def _step_begins(self, *_: Any) -> None:
        self._optimizing += 1

    def _step_ends(self, *_: Any) -> None:
        self._optimizing -= 1
        self._step += 1

    def _mode_class(self) -> type:
        class Recording(self._torch.dispatch_mode()):  # type: ignore[misc]
            # What torch.compile makes stays compiled, and higher-order operators (cond, flex_attention) pass.
            supports_higher_order_operators = True

            @classmethod
            def ignore_compile_internals(cls) -> bool:
                return True

            @classmethod
            def _should_skip_dynamo(cls) -> bool:
                return False  # the wrapper would import Dynamo, a second

            def __init__(self, record: Callable[..., Any]) -> None:
                super().__init__()
                self._record = record

            def __torch_dispatch__(
                self, operator: Any, types: Any, args: Any = (), kwargs: Any = None
            ) -> Any:
                return self._record(operator, args, kwargs or {})

            def silence(self) -> None:
                self._record = lambda operator, args, kwargs: operator(*args, **kwargs)

        self._torch.keep_dynamo_off(Recording.__torch_dispatch__.__code__)
        return Recording

    def _recorder(self, names: ModuleNames) -> Callable[[Any, Any, Any], Any]:
        show, module_call = Shown(self._torch).show, self._torch.module_call()
        learn = _Learnt(self._torch).learn

        def record(operator: Any, args: Any, kwargs: Any) -> Any:
            def run() -> tuple[Any, Any]:
                result = operator(*args, **kwargs)
                return result, show(result)

            schema = schema_of(operator)
            if schema is None or operator.namespace == "profiler":  # a higher-order operator has none
                return operator(*args, **kwargs)
            learn(operator, schema)
            known = [argument.name for argument in schema.arguments]
            operands = {name: show(value) for name, value in zip(known, args, strict=False)}
            operands.update((name, show(value)) for name, value in kwargs.items())
            return _core.operate(schema.name, operands, self._attributes(names, module_call, schema), run)

        return record

    def _attributes(self, names: ModuleNames, module_call: CodeType, schema: Any) -> dict[str, str | int]:
        attributes: dict[str, str | int] = {}
        around = list(_modules_around(module_call))
        if around:
            attributes["module"], attributes["model"] = names.describe(around[-1], around[0])
        if self._optimizing:
            attributes["phase"] = "optimizer"
        elif self._torch.in_backward():
            attributes["phase"] = "backward"
        if self._step:
            attributes["step"] = self._step
        if schema.overload_name:
            attributes["overload"] = schema.overload_name
        return attributes


class _Learnt:
    """Hands the core the traits that schemas declare, once a name, before its first call."""

    def __init__(self, torch: Torch) -> None:
        self._draws = torch.module.Tag.nondeterministic_seeded
        self._names: set[str] = set()

    def learn(self, operator: Any, schema: Any) -> None:
        """Learn what `operator` does to its arguments, unless an overload of the same name has been met."""
        if schema.name not in self._names:
            self._names.add(schema.name)
            _core.know_traits({schema.name: self._traits(operator, schema)})

    def _traits(self, operator: Any, schema: Any) -> int:
        given = [argument.alias_info for argument in schema.arguments]
        shown = [given[0] if given else None, *(result.alias_info for result in schema.returns)]
        is_view = len(shown) > 1 and all(alias is not None and not alias.is_write for alias in shown)
        writes = any(
            argument.alias_info is not None and argument.alias_info.is_write and not argument.kwarg_only
            for argument in schema.arguments
        )
        draws = self._draws in operator.tags
        return Trait.VIEW * is_view | Trait.WRITES * writes | Trait.DRAWS * draws


def _modules_around(module_call: CodeType) -> Iterator[Any]:
    """The modules whose calls are running, the innermost first."""
    frame = sys._getframe(1)
    while frame is not None:
        if frame.f_code is module_call:
            yield frame.f_locals["self"]
        frame = frame.f_back  # type: ignore[assignment]


class Shown:
    """Tensors as arrays over their own memory, with nothing left on them: `Tensor.numpy` forbids to resize one."""

    def __init__(self, torch: Torch) -> None:
        self._tensor = torch.module.Tensor
        self._strided = torch.module.strided
        self._types = torch.array_types()

    def show(self, value: Any) -> Any:
        """What the core can describe in place of `value`."""
        if isinstance(value, self._tensor):
            return self._array(value)
        if isinstance(value, (list, tuple)) and any(isinstance(item, self._tensor) for item in value):
            return [self.show(item) for item in value]
        return value

    def _array(self, tensor: Any) -> Any:
        plain = type(tensor) is self._tensor or type(tensor).__name__ == "Parameter"
        text = self._types.get(tensor.dtype)
        if not plain or text is None or tensor.layout is not self._strided or tensor.device.type != "cpu":
            return tensor
        if tensor.is_conj() or tensor.is_neg():
            return tensor
        import numpy

        return numpy.asarray(_Memory(tensor, text))


class _Memory:
    def __init__(self, tensor: Any, text: str) -> None:
        item = tensor.element_size()
        self.__array_interface__ = {
            "version": 3,
            "typestr": text,
            "shape": tuple(tensor.shape),
            "strides": tuple(step * item for step in tensor.stride()),
            "data": (tensor.data_ptr(), True),
        }
