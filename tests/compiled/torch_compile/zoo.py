"""Small functions and models that break graphs, recompile and surprise torch.compile in every way we know.

A case is a factory: called, it gives a fresh function or module and the calls to make, so that state one run
leaves behind is not there for the next. Inputs come from a fixed seed.
"""

from __future__ import annotations

import collections
import contextlib
import copy
import dataclasses
import functools
import logging
import os
import time
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from torch import nn

Calls = list[tuple[tuple[Any, ...], dict[str, Any]]]
CASES: dict[str, Callable[[], tuple[Callable[..., Any], Calls]]] = {}
FLAG = 1


def case(
    factory: Callable[[], tuple[Callable[..., Any], Calls]],
) -> Callable[[], tuple[Callable[..., Any], Calls]]:
    CASES[factory.__name__] = factory
    return factory


def t(*shape: int, grad: bool = False, dtype: torch.dtype = torch.float32) -> torch.Tensor:
    values = torch.randn(*shape).to(dtype)
    return values.requires_grad_() if grad else values


def once(*arguments: Any, **keywords: Any) -> Calls:
    return [(arguments, keywords)]


def many(*calls: tuple[Any, ...]) -> Calls:
    return [(arguments, {}) for arguments in calls]


# -- nothing special


@case
def straight_line():
    def f(x):
        return (x.sin() + 1).relu().sum()

    return f, once(t(4, grad=True))


@case
def module_linear():
    return nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2)), once(t(3, 4, grad=True))


@case
def no_tensor_at_all():
    def f(a, b):
        return a * b + 1

    return f, once(3, 4)


@case
def defaults_and_keyword_only():
    def f(x, scale=2.0, *, shift=1):
        return x * scale + shift

    return f, [((t(3),), {}), ((t(3), 3.0), {"shift": 2})]


@case
def star_arguments():
    def f(first, *rest, **named):
        total = first
        for each in rest:
            total = total + each
        return total * named["scale"]

    return f, [((t(3), t(3), t(3)), {"scale": 2.0})]


@case
def nested_containers():
    def f(tree):
        return {"sum": tree["a"] + tree["b"][0], "pair": (tree["b"][1], [tree["a"]])}

    return f, once({"a": t(3), "b": (t(3), t(3))})


# -- graph breaks


@case
def break_print():
    def f(x):
        y = x.sin()
        print(end="")
        return y.cos()

    return f, once(t(4, grad=True))


@case
def break_explicit():
    def f(x):
        x = x + 1
        torch._dynamo.graph_break()
        return x * 2

    return f, once(t(4, grad=True))


@case
def break_with_values_on_the_stack():
    def helper(x):
        torch._dynamo.graph_break()
        return x + 1

    def f(x):
        return x.sin() + helper(x.cos()) * 2

    return f, once(t(4, grad=True))


@case
def break_many():
    def f(x):
        for _ in range(3):
            x = x + 1
            torch._dynamo.graph_break()
        return x

    return f, once(t(4, grad=True))


@case
def break_disabled_function():
    @torch.compiler.disable
    def untraced(x):
        return x * 3

    def f(x):
        return untraced(x + 1).sin()

    return f, once(t(4, grad=True))


@case
def branch_on_data():
    def f(x):
        if x.sum() > 0:
            return x.sin()
        return x.cos()

    return f, many((torch.ones(3),), (-torch.ones(3),))


@case
def loop_on_data():
    def f(x):
        while x.sum() < 10:
            x = x * 2
        return x

    return f, once(torch.ones(3))


@case
def item_in_the_middle():
    def f(x):
        scale = x.max().item()
        return x * scale

    return f, many((t(3),), (t(3),))


@case
def tolist():
    def f(x):
        return [value + 1 for value in x.tolist()], x * 2

    return f, once(t(3))


@case
def nonzero():
    def f(x):
        return x[x > 0].sum()

    return f, many((t(5),), (t(7),))


@case
def unique():
    def f(x):
        values, counts = torch.unique(x, return_counts=True)
        return values * counts

    return f, once(torch.tensor([1, 2, 2, 3]))


@case
def tensor_in_f_string():
    def f(x):
        text = f"{x.sum()}"
        return x * len(text)

    return f, once(torch.ones(3))


@case
def system_call():
    def f(x):
        y = x + 1
        pid = os.getpid()
        return y if pid else x

    return f, once(t(3))


@case
def clock():
    def f(x):
        started = time.perf_counter()
        y = x.sin()
        return y + (0 if started else 1)

    return f, once(t(3))


@case
def log_call():
    logger = logging.getLogger("zoo")

    def f(x):
        y = x.sin()
        logger.info("between")
        return y.cos()

    return f, once(t(3))


@case
def warning():
    def f(x):
        y = x.sin()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            warnings.warn("between", stacklevel=1)
        return y.cos()

    return f, once(t(3))


@case
def numpy_inside():
    def f(x):
        return torch.from_numpy(np.sin(x.numpy()) + 1) * 2

    return f, once(t(3))


@case
def deep_copy():
    def f(x):
        y = copy.deepcopy(x)
        return y + x

    return f, once(t(3))


@case
def sort_with_key():
    def f(x):
        order = sorted([x.sum(), x.max()], key=lambda each: float(each))
        return order[0] - order[1]

    return f, once(t(3))


# -- graph breaks inside of something


@case
def break_in_no_grad():
    def f(x):
        with torch.no_grad():
            y = x.sin()
            torch._dynamo.graph_break()
            y = y.cos()
        return x * y

    return f, once(t(3, grad=True))


@case
def break_in_two_contexts():
    def f(x):
        with torch.no_grad(), torch.autocast("cpu", dtype=torch.bfloat16):
            y = x @ x
            torch._dynamo.graph_break()
            return y @ y

    return f, once(t(3, 3))


@case
def break_in_own_context():
    @contextlib.contextmanager
    def scaled(log):
        log.append("in")
        yield 2
        log.append("out")

    def f(x, log):
        with scaled(log) as factor:
            y = x * factor
            torch._dynamo.graph_break()
            return y + len(log)

    return f, once(t(3), [])


@case
def break_in_try():
    def f(x):
        try:
            y = x.sin()
            torch._dynamo.graph_break()
            return y / len([])
        except ZeroDivisionError:
            return x.cos()

    return f, once(t(3, grad=True))


@case
def break_in_finally():
    def f(x, log):
        try:
            return x.sin()
        finally:
            torch._dynamo.graph_break()
            log.append(1)

    return f, once(t(3), [])


@case
def break_in_comprehension():
    def f(x):
        def step(n):
            torch._dynamo.graph_break()
            return x + n

        return sum([step(n) for n in range(3)])

    return f, once(t(3))


@case
def break_in_generator():
    def f(x):
        def steps():
            for n in range(3):
                yield x + n

        total = x
        for each in steps():
            total = total + each
            torch._dynamo.graph_break()
        return total

    return f, once(t(3))


@case
def break_in_nested_calls():
    def inner(x):
        y = x.sin()
        torch._dynamo.graph_break()
        return y.cos()

    def middle(x):
        return inner(x * 2) + 1

    def f(x):
        return middle(x) * 3

    return f, once(t(3, grad=True))


@case
def break_in_module():
    class Broken(nn.Module):
        def __init__(self):
            super().__init__()
            self.first, self.second = nn.Linear(3, 3), nn.Linear(3, 3)

        def forward(self, x):
            x = self.first(x)
            print(end="")
            return self.second(x)

    return Broken(), once(t(2, 3, grad=True))


@case
def break_in_ternary():
    def f(x, n):
        def pick(value):
            torch._dynamo.graph_break()
            return value

        return (pick(x) if n > 1 else x) + 1

    return f, many((t(3), 1), (t(3), 2))


# -- closures, cells, globals, side effects


@case
def closure_read():
    scale = torch.tensor(2.0)

    def f(x):
        return x * scale

    return f, once(t(3))


@case
def closure_written():
    count = 0

    def f(x):
        nonlocal count
        count += 1
        torch._dynamo.graph_break()
        return x + count

    return f, many((t(3),), (t(3),))


@case
def cell_captured_by_inner():
    def f(x):
        y = x + 1

        def inner():
            return y * 2

        torch._dynamo.graph_break()
        y = y + 1
        return inner()

    return f, once(t(3))


@case
def function_returned():
    def f(x):
        y = x.sin()

        def later(z):
            return y + z

        return later(x), y

    return f, once(t(3))


@case
def global_written():
    def f(x):
        global FLAG
        FLAG = FLAG + 0
        return x + FLAG

    return f, once(t(3))


@case
def list_appended():
    def f(x, log):
        log.append(x.sin())
        torch._dynamo.graph_break()
        log.append(x.cos())
        return len(log), log[0] + log[1]

    return f, once(t(3), [])


@case
def dict_mutated():
    def f(x, cache):
        cache["y"] = x * 2
        cache.pop("old")
        return cache["y"] + 1

    return f, once(t(3), {"old": 1})


@case
def attribute_written():
    class Counter:
        def __init__(self):
            self.calls, self.last = 0, None

    counter = Counter()

    def f(x):
        counter.calls += 1
        counter.last = x * counter.calls
        return counter.last

    return f, many((t(3),), (t(3),))


@case
def buffer_updated():
    class Running(nn.Module):
        def __init__(self):
            super().__init__()
            self.register_buffer("seen", torch.zeros(()))

        def forward(self, x):
            self.seen += 1
            return x * self.seen

    return Running(), many((t(3),), (t(3),))


@case
def in_place_on_input():
    def f(x):
        x.add_(1)
        torch._dynamo.graph_break()
        x.mul_(2)
        return x[0]

    return f, once(t(3))


@case
def output_is_a_view():
    def f(x):
        return x.view(-1), x.t(), x

    return f, once(t(2, 3))


# -- recompilation


@case
def recompile_shape():
    def f(x):
        return x.sin().sum()

    return f, many((t(3),), (t(4),), (t(5),))


@case
def recompile_dtype():
    def f(x):
        return x + 1

    return f, many((t(3),), (t(3, dtype=torch.float64),), (torch.arange(3),))


@case
def recompile_integer():
    def f(x, n):
        return x * n

    return f, many((t(3), 1), (t(3), 2), (t(3), 3))


@case
def recompile_grad():
    def f(x):
        return x.sin()

    return f, many((t(3),), (t(3, grad=True),))


@case
def recompile_type():
    def f(x, other):
        return x + other

    return f, many((t(3), 1), (t(3), 1.5), (t(3), t(3)))


@case
def recompile_grad_mode():
    def f(x):
        return x.sin()

    def call(x, enabled):
        with torch.set_grad_enabled(enabled):
            return f(x)

    return call, many((t(3, grad=True), True), (t(3, grad=True), False))


@case
def recompile_past_the_limit():
    def f(x, text):
        return x + len(text)

    return f, many(*((t(3), "x" * n) for n in range(12)))


@case
def module_mode():
    class Both(nn.Module):
        def forward(self, x):
            return x * 2 if self.training else x * 3

    module = Both()

    def f(x, training):
        module.train(training)
        return module(x)

    return f, many((t(3), True), (t(3), False))


@case
def marked_dynamic():
    x = t(4, 3)
    torch._dynamo.mark_dynamic(x, 0)

    def f(x):
        return x.sum(0) * x.shape[0]

    return f, many((x,), (t(6, 3),))


# -- exceptions


@case
def raises():
    def f(x):
        y = x + 1
        torch._dynamo.graph_break()
        raise ValueError(f"no {y.shape}")

    return f, once(t(3))


@case
def raises_in_torch():
    def f(x):
        y = x.sin()
        torch._dynamo.graph_break()
        return y @ torch.ones(7, 7)

    return f, once(t(3))


@case
def catches():
    def f(x):
        try:
            raise KeyError("x")
        except KeyError:
            return x + 1

    return f, once(t(3))


@case
def asserts():
    def f(x):
        assert x.shape[0] == 3, "three"
        assert x.sum() < 100
        return x + 1

    return f, once(t(3))


# -- autograd and modules


class _Cube(torch.autograd.Function):
    @staticmethod
    def forward(context, x):
        context.save_for_backward(x)
        return x**3

    @staticmethod
    def backward(context, gradient):
        (x,) = context.saved_tensors
        return gradient * 3 * x**2


@case
def autograd_function():
    def f(x):
        return _Cube.apply(x).sum()

    return f, once(t(3, grad=True))


@case
def gradient_inside():
    def f(x):
        y = (x**2).sum()
        torch._dynamo.graph_break()
        (gradient,) = torch.autograd.grad(y, x)
        return gradient * 2

    return f, once(t(3, grad=True))


@case
def tensor_hook():
    def f(x):
        y = x * 2
        y.register_hook(lambda gradient: gradient * 10)
        return y.sum()

    return f, once(t(3, grad=True))


@case
def batch_norm():
    return nn.Sequential(nn.Linear(4, 4), nn.BatchNorm1d(4)), many(
        (t(5, 4, grad=True),), (t(5, 4, grad=True),)
    )


@case
def dropout():
    return nn.Sequential(nn.Linear(4, 4), nn.Dropout(0.5)), once(t(5, 4, grad=True))


@case
def recurrent():
    class Steps(nn.Module):
        def __init__(self):
            super().__init__()
            self.cell = nn.GRUCell(3, 4)

        def forward(self, x):
            state = x.new_zeros(x.shape[1], 4)
            for step in x:
                state = self.cell(step, state)
            return state

    return Steps(), once(t(3, 2, 3, grad=True))


@case
def attention():
    return nn.MultiheadAttention(4, 2, batch_first=True), once(t(2, 3, 4), t(2, 3, 4), t(2, 3, 4))


@case
def training_step():
    model = nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

    def f(x, y):
        optimizer.zero_grad()
        loss = ((model(x) - y) ** 2).mean()
        loss.backward()
        optimizer.step()
        return loss.detach(), model.weight.detach().clone()

    return f, many((t(4, 3), t(4, 1)), (t(4, 3), t(4, 1)))


# -- the rest of the language and of torch


@dataclasses.dataclass
class _Pair:
    left: torch.Tensor
    right: torch.Tensor


_Named = collections.namedtuple("_Named", "left right")


@case
def data_class():
    def f(x):
        pair = _Pair(x + 1, x + 2)
        torch._dynamo.graph_break()
        return pair.left * pair.right

    return f, once(t(3))


@case
def named_tuple():
    def f(x):
        return _Named(x + 1, x + 2)

    return f, once(t(3))


@case
def partial_and_lambda():
    def f(x):
        add = functools.partial(torch.add, other=2)
        return (lambda y: add(y))(x)

    return f, once(t(3))


@case
def match_statement():
    def f(x, how):
        match how:
            case {"op": "sin", "scale": scale}:
                return x.sin() * scale
            case [first, *_]:
                return x + first
            case _:
                return x

    return f, many((t(3), {"op": "sin", "scale": 2}), (t(3), [1, 2]), (t(3), None))


@case
def recursion():
    def f(x, depth=3):
        if depth == 0:
            return x
        torch._dynamo.graph_break()
        return f(x + 1, depth - 1)

    return f, once(t(3))


@case
def nested_compile():
    @torch.compile(backend="eager")
    def inner(x):
        return x.sin()

    def f(x):
        torch._dynamo.graph_break()
        return inner(x) + 1

    return f, once(t(3, grad=True))


@case
def cond():
    def f(x):
        return torch.cond(x.sum() > 0, lambda x: x.sin(), lambda x: x.cos(), (x,))

    return f, many((torch.ones(3),), (-torch.ones(3),))


@case
def method_of_object():
    class Scaler:
        factor = 3

        def __call__(self, x):
            return self._apply(x) + 1

        def _apply(self, x):
            print(end="")
            return x * self.factor

    scaler = Scaler()

    def f(x):
        return scaler(x)

    return f, once(t(3))


@case
def private_name():
    class Holder:
        def __init__(self):
            self.__secret = 2

        def run(self, x):
            torch._dynamo.graph_break()
            return x * self.__secret

    holder = Holder()

    def f(x):
        return holder.run(x) + 1

    return f, once(t(3))


@case
def random_module():
    import random

    def f(x):
        return x + random.Random(0).random()

    return f, once(t(3))


@case
def slices_and_stores():
    def f(x):
        y = x.clone()
        y[1:, 0] = 5
        y[..., -1] += x[..., 0]
        return y[::2]

    return f, once(t(4, 3))


@case
def walrus_and_chain():
    def f(x, n):
        if (m := n * 2) > 1 and 0 < m < 10:
            return x + m
        return x - m

    return f, many((t(3), 1), (t(3), 7))


@case
def complex_numbers():
    def f(x):
        return torch.view_as_real(x * 1j) + 1

    return f, once(torch.randn(3, dtype=torch.complex64))


@case
def sparse():
    def f(x):
        return torch.sparse.mm(x.to_sparse(), x)

    return f, once(t(3, 3))


@case
def double_backward_through_checkpoint():
    from torch.utils.checkpoint import checkpoint

    layer = nn.Linear(3, 3)

    def f(x):
        return checkpoint(lambda y: layer(y).sin(), x, use_reentrant=False).sum()

    return f, once(t(2, 3, grad=True))


class ModelOutput(collections.OrderedDict[str, Any]):
    """A dict whose entries are its attributes too, as models of transformers return one."""

    def __post_init__(self):
        for field in dataclasses.fields(self):
            self[field.name] = getattr(self, field.name)

    def __setitem__(self, key, value):
        super().__setitem__(key, value)
        super().__setattr__(key, value)


@dataclasses.dataclass
class Hidden(ModelOutput):
    last: Any = None
    past: Any = None


@case
def dict_with_attributes():
    layer = nn.Linear(4, 4)

    def f(x):
        y = layer(x)
        return Hidden(last=y, past=y + 1)

    return f, once(t(2, 4))
