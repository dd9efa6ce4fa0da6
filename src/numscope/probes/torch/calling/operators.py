"""Operators of PyTorch called again: from a recorded name, overload and arguments to a call in `torch.ops.aten`.

Arrays go in and come out as NumPy has them, on the same memory, so that all that compares results serves here too.
bfloat16, which NumPy does not have, travels as the bits it has, in uint16.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from ...calling.memory import Form
from ...calling.recipes import ATTRIBUTE, STATE, THREADS_VARIABLE, Recipe, dtype_of
from ...calling.refusal import CannotReplayError
from ...calling.wanted import Slot, Wanted
from . import generator

PREFIX = "aten::"
_OF_OPERATORS = ("autograd::", "optim::")
BFLOAT16 = "'bfloat16'"
_SINGLE = "'<f4'"
_HALVES = {BFLOAT16: "bfloat16", "'<f2'": "float16"}
_REFUSED = {
    "from_file": "it reads or writes a file",
    **dict.fromkeys(("set_", "resize_", "resize_as_"), "it changes which memory a tensor has"),
}
# What their first tensor holds does not matter, and may not be kept: they overwrite it, or make one like it.
_NOT_READING = frozenset(
    (
        *("fill_", "zero_", "copy_", "normal_", "uniform_", "random_", "bernoulli_", "exponential_"),
        *("log_normal_", "cauchy_", "geometric_", "rand_like", "randn_like", "randint_like"),
    )
)
_DRAWS = "it draws random numbers"
_UNKNOWN = f"{_DRAWS} from a state of torch's generator that is not known"
_OTHERS = f"{_DRAWS}, which are others in another element type"
# Operators that take a number of Python's for a tensor (torch/csrc/utils/python_arg_parser.cpp), in place too.
_TAKING_NUMBERS = frozenset(
    ("add", "sub", "subtract", "mul", "multiply", "div", "divide", "true_divide", "floor_divide")
)
# They come as tensors without dimensions of these types, and do not widen what they meet.
_OF_NUMBERS = {"'<f8'": "f", "'<i8'": "i", "'<c16'": "c"}


@cache
def _torch() -> Any:
    """PyTorch, with the number of threads that the program had, for sums are shared out among them."""
    try:
        torch = importlib.import_module("torch")
    except ImportError:
        raise CannotReplayError("PyTorch is not installed here") from None
    threads = os.environ.get(THREADS_VARIABLE, "")
    if threads.isdigit():
        torch.set_num_threads(max(1, int(threads)))
    return torch


@cache
def schema_of(operator: Any) -> Any:
    """Return the schema of an operator's overload: all of torch that is not public and that replay reads."""
    return operator._schema


def operator_of(name: str, overload: str) -> Any:
    """The operator of this name and overload. Raises CannotReplayError if this PyTorch has none, or it is refused."""
    if name.startswith(_OF_OPERATORS):
        raise CannotReplayError("it is what its operators make it; those are replayed")
    if not name.startswith(PREFIX):
        raise CannotReplayError("it is no operator of PyTorch's own library, aten")
    short = name[len(PREFIX) :]
    if short in _REFUSED:
        raise CannotReplayError(_REFUSED[short])
    torch = _torch()
    packet = getattr(torch.ops.aten, short, None) if short.isidentifier() else None
    if not isinstance(packet, type(torch.ops.aten.add)) or overload not in (
        *packet.overloads(),
        "default",
    ):
        version = torch.__version__
        raise CannotReplayError(
            f"PyTorch {version} has no operator {name + ('.' + overload if overload else '')}"
        )
    return getattr(packet, overload)


def draws(operator: Any) -> bool:
    """Whether PyTorch marks it as drawing random numbers."""
    return _torch().Tag.nondeterministic_seeded in operator.tags


class TorchRecipe(Recipe):
    """Calls the operator `name` of PyTorch with operands like `slots`, again and again."""

    def __init__(self, wanted: Wanted) -> None:
        name, slots = wanted.name, wanted.slots
        overload = next(
            (slot.type for slot in slots if slot.role == ATTRIBUTE and slot.name == "overload"), None
        )
        operator = operator_of(name, overload or "default")
        self.schema = schema_of(operator)
        for slot in slots:
            if slot.role == ATTRIBUTE and slot.name == "special":
                raise CannotReplayError(f"it works on a {slot.type} tensor, of which only the layout is kept")
        self.draws = draws(operator)
        super().__init__(wanted, _Call(operator, slots))

    def _dtype(self, description: str) -> np.dtype[Any]:
        return np.dtype(np.uint16) if description == BFLOAT16 else dtype_of(description)

    def _form(self, slot: Slot) -> Form:
        if slot.type not in (None, "torch.Tensor", "torch.nn.parameter.Parameter"):
            raise CannotReplayError(f"its {slot.called()} is a {slot.type}, of which only the data is kept")
        return Form(
            self._dtype(slot.description or "?"), tuple(slot.shape or ()), tuple(slot.strides or ()), False
        )

    def _view_of(self, slot: Slot) -> Any:
        return np.ndarray

    def _require(self, contents: list[Any]) -> None:
        if self.name[len(PREFIX) :] in _NOT_READING and self.slots[self._arrays[0]].name == "self":
            contents = [b"", *contents[1:]]
        super()._require(contents)

    def _is_argument(self, index: int) -> bool:
        return not _is_generator(self.slots[index]) and super()._is_argument(index)

    def _drawing_from(self, objects: dict[int | None, Any], values: list[Any]) -> Any:
        """The state of the generator, as PyTorch takes it, or in words why there is none."""
        state = values[self._state] if self._state is not None else None
        if state is None:
            return _UNKNOWN
        forms = zip(self._arrays, self.forms, strict=True)
        if any(objects[index].dtype != form.dtype for index, form in forms):
            return _OTHERS
        return generator.packed(state, values[self._key] if self._key is not None else None)

    def _before(self, changed: Slot) -> int | None:
        """Which operand the tensor is that the operator left as `changed`."""
        same = (changed.name, changed.item)
        return next(
            (index for index in self.before if (self.slots[index].name, self.slots[index].item) == same), None
        )

    def arguments(
        self, objects: dict[int | None, Any], values: list[Any]
    ) -> tuple[list[Any], dict[str, Any]]:
        """The arguments in the order of the operator's schema; what is its default was not recorded."""
        given: dict[str, Any] = {}
        for index in self.before:
            slot = self.slots[index]
            if slot.item and slot.name is not None:
                several = given.setdefault(slot.name, [])
                several += [None] * (slot.item - len(several))
                several[slot.item - 1] = objects[index]
            elif slot.name is not None:
                # Whichever it was, the default one gets its state.
                given[slot.name] = None if _is_generator(slot) else objects[index]
        positional, named = [], {}
        for argument in self.schema.arguments:
            if argument.name not in given and not argument.has_default_value():
                raise CannotReplayError(f"its argument {argument.name} is not kept")
            if not argument.kwarg_only:
                positional.append(given.get(argument.name, argument.default_value))
            elif argument.name in given:
                named[argument.name] = given[argument.name]
        if self.draws:
            named[STATE] = self._drawing_from(objects, values)
        return positional, named

    def parts(self, result: Any) -> list[Any]:
        """The objects that the recorder described by the output slots."""
        several = len(self.schema.returns) > 1
        found = []
        for index in self.outputs:
            slot = self.slots[index]
            part = result[slot.position or 0] if several else result
            found.append(part[slot.item - 1] if slot.item else part)
        return found


class _Call:
    """The operator, with NumPy's arrays for tensors."""

    def __init__(self, operator: Any, slots: tuple[Slot, ...]) -> None:
        self._operator = operator
        arguments = schema_of(operator).arguments
        self._writes = any(
            argument.alias_info is not None and argument.alias_info.is_write for argument in arguments
        )
        self._bfloat16 = {(slot.name, slot.item) for slot in slots if slot.description == BFLOAT16}
        self._with_gradients = {
            (slots[slot.item - 1].name, slots[slot.item - 1].item)
            for slot in slots
            if slot.role == ATTRIBUTE and slot.name == "requires_grad" and slot.item <= len(slots)
            if slots[slot.item - 1].role not in ("output", "mutated")
        }
        # Of what wants no gradient, none is computed; the program was under no_grad, or a leaf was changed in place.
        self._graph = not self._writes and any(
            slot.role == ATTRIBUTE
            and slot.name == "requires_grad"
            and slot.item <= len(slots)
            and slots[slot.item - 1].role == "output"
            for slot in slots
        )
        self._numbers = set(numbers(operator, slots))
        self._autocast = None if self._writes else autocast_type(slots)

    def __call__(self, *positional: Any, **named: Any) -> Any:
        if STATE not in named:
            return self._call(positional, named)
        state = named.pop(STATE)
        if isinstance(state, str):
            return self._drawing_nothing(state, positional, named)
        torch = _torch()
        with torch.random.fork_rng(devices=[]):
            try:
                torch.set_rng_state(torch.from_numpy(state))
            except RuntimeError:
                raise CannotReplayError("this PyTorch takes no such state of its generator") from None
            return self._call(positional, named)

    def _drawing_nothing(self, reason: str, positional: tuple[Any, ...], named: dict[str, Any]) -> Any:
        """What draws nothing after all (a dropout of nothing) gives the same from any seed."""
        if self._writes:
            raise CannotReplayError(reason)
        torch = _torch()
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(1)
            first = self._call(positional, named)
            torch.manual_seed(2)
            second = self._call(positional, named)
        if any(not _same(*pair) for pair in zip(_leaves(first), _leaves(second), strict=False)):
            raise CannotReplayError(reason)
        return first

    def _call(self, positional: tuple[Any, ...], named: dict[str, Any]) -> Any:
        torch = _torch()
        arguments = schema_of(self._operator).arguments
        given = [self._there(argument, value) for argument, value in zip(arguments, positional, strict=False)]
        by_name = {argument.name: argument for argument in arguments}
        keywords = {name: self._there(by_name[name], value) for name, value in named.items()}
        dtype = getattr(torch, self._autocast or "bfloat16")
        with (
            torch.set_grad_enabled(self._graph),
            torch.autocast("cpu", dtype, enabled=self._autocast is not None),
        ):
            try:
                result = self._operator(*given, **keywords)
            except RuntimeError as error:
                if "resize storage" in str(error):
                    raise CannotReplayError("it changes the size of the memory it writes to") from None
                raise
        return _back(result)

    def _there(self, argument: Any, value: Any) -> Any:
        """A value as the operator takes it."""
        kind = str(argument.real_type)
        if isinstance(value, list) and "Tensor" in kind:
            return [
                None if part is None else self._tensor(part, argument.name, number)
                for number, part in enumerate(value, 1)
            ]
        if isinstance(value, (np.ndarray, np.generic)):
            if argument.name in self._numbers and np.ndim(value) == 0:
                return value.item()
            return self._tensor(value, argument.name, 0)
        torch = _torch()
        if "ScalarType" in kind and value is not None:
            name = value.name if isinstance(value, np.dtype) else str(value).removeprefix("torch.")
            dtype = getattr(torch, name, None)
            if not isinstance(dtype, torch.dtype):
                raise CannotReplayError(f"PyTorch has no element type {name!r}")
            return dtype
        if "Device" in kind and value is not None and str(value) != "cpu":
            raise CannotReplayError(f"it ran on {value}")
        return value

    def _tensor(self, array: Any, name: str, item: int) -> Any:
        torch = _torch()
        try:
            tensor = torch.from_numpy(np.asarray(array))
        except TypeError:
            raise CannotReplayError(f"PyTorch has no tensors of {array.dtype}") from None
        if (name, item) in self._bfloat16 and tensor.dtype == torch.uint16:
            tensor = tensor.view(torch.bfloat16)
        if self._graph and (name, item) in self._with_gradients and tensor.is_floating_point():
            tensor.requires_grad_()
        return tensor


def autocast_type(slots: tuple[Slot, ...]) -> str | None:
    """Return the element type of torch.autocast under which an operator must have run; None if it need not have.

    Without it single precision gives the same, half of it the same, and both together single precision. What is asked
    to convert, as `to`, gives the same with autocast.
    """
    floats = {_SINGLE, *_HALVES}
    given = {slot.description for slot in slots if slot.role == "input"} & floats
    left = {slot.description for slot in slots if slot.role == "output"} & floats
    halves = (given | left) - {_SINGLE}
    usual = {_SINGLE} if _SINGLE in given else given
    if len(halves) != 1 or not given or not left or left == usual:
        return None
    return _HALVES[str(halves.pop())]


def _is_generator(slot: Slot) -> bool:
    return slot.kind == "object" and slot.type == "Generator"


def _back(value: Any) -> Any:
    """What came out, as NumPy has it."""
    if isinstance(value, (list, tuple)):
        return type(value)(_back(part) for part in value) if type(value) in (list, tuple) else value
    torch = _torch()
    if not isinstance(value, torch.Tensor):
        return value
    value = value.detach().resolve_conj().resolve_neg()
    if value.layout != torch.strided or value.is_quantized:
        raise CannotReplayError(f"its result is no plain tensor: {value.layout}")
    return (value.view(torch.uint16) if value.dtype == torch.bfloat16 else value).numpy()


def numbers(operator: Any, slots: tuple[Slot, ...]) -> Iterator[str]:
    """Arguments that were Python's numbers: without dimensions, and of a type wider than that of what came out."""
    if schema_of(operator).name.removeprefix(PREFIX).removesuffix("_") not in _TAKING_NUMBERS:
        return
    outputs = [slot for slot in slots if slot.role == "output" and slot.kind == "array"]
    others = [slot for slot in slots if slot.role == "input" and slot.kind == "array"]
    for slot in others:
        kind = _OF_NUMBERS.get(slot.description or "")
        if kind is None or slot.shape or slot.item or slot.name is None or not outputs:
            continue
        narrower = [
            other
            for other in others
            if other is not slot and other.description not in _OF_NUMBERS and other.description is not None
        ]
        if narrower and outputs[0].description != slot.description:
            yield slot.name


def _leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, (list, tuple)):
        for part in value:
            yield from _leaves(part)
    else:
        yield value


def _same(first: Any, second: Any) -> bool:
    if isinstance(first, np.ndarray) and isinstance(second, np.ndarray):
        return first.tobytes() == second.tobytes()
    return bool(first == second)
