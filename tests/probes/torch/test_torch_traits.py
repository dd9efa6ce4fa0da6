"""Traits of torch's operators against its schemas and tags, and against what the operators do to memory."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import numscope
from numscope.operations.tables import traits_of
from numscope.operations.traits import Trait, allocates, expects_nonfinite

torch = pytest.importorskip("torch", reason="PyTorch is not installed")
pytest.importorskip("numscope._core", reason="the native core is not built")

OF_SCHEMAS = Trait.VIEW | Trait.WRITES | Trait.DRAWS
# Written in place by their schemas: how the tensor lies in memory, which shows it.
LAID_ANEW = {"aten::detach_", "aten::requires_grad_"}
# Of TorchScript's lists and strings, or there for torch's own tests.
NO_OPERATORS = {"aten::as_tensor", "aten::__getitem__", "aten::_test_autograd_multiple_dispatch_view"}


@cache
def overloads() -> list[Any]:
    """Every operator of aten that torch's dispatcher knows and that works on tensors."""
    return list(_overloads())


def _overloads() -> Iterator[Any]:
    for full_name in torch._C._dispatch_get_all_op_names():
        name, _, overload = full_name.partition(".")
        if not name.startswith("aten::") or name in NO_OPERATORS:
            continue
        packet = getattr(torch.ops.aten, name[len("aten::") :], None)
        found = getattr(packet, overload or "default", None)
        if isinstance(found, torch._ops.OpOverload):
            yield found


def by_schema(operator: Any) -> Trait:
    arguments, results = operator._schema.arguments, operator._schema.returns

    def shows(value: Any) -> bool:
        return value.alias_info is not None and not value.alias_info.is_write

    found = Trait(0)
    if arguments and results and shows(arguments[0]) and all(map(shows, results)):
        found |= Trait.VIEW
    if any(a.alias_info is not None and a.alias_info.is_write and not a.kwarg_only for a in arguments):
        found |= Trait.WRITES
    if torch.Tag.nondeterministic_seeded in operator.tags:
        found |= Trait.DRAWS
    return found


@pytest.mark.skipif(not torch.__version__.startswith("2.13."), reason="the table is of torch 2.13")
def test_the_table_has_what_the_schemas_say() -> None:
    said: dict[str, set[Trait]] = {}
    for operator in overloads():
        said.setdefault(operator._schema.name, set()).add(by_schema(operator))
    assert len(said) > 1000
    wrong = {
        name: (traits_of(name) & OF_SCHEMAS, kinds)
        for name, kinds in said.items()
        if len(kinds) == 1
        and name not in LAID_ANEW
        and not name.endswith("batch_norm")  # their running statistics: see the next test
        and {traits_of(name) & OF_SCHEMAS} != kinds
        # `_copy_from` writes `dst`, of devices that are none of torch's own: its schema does not say so.
        and not name.startswith(("aten::_batch_norm_impl_index", "aten::instance_norm", "aten::_copy_from"))
    }
    assert not wrong
    # Where overloads differ, the table has one of them, or what they have together.
    for name, kinds in said.items():
        union = Trait(0)
        for kind in kinds:
            union |= kind
        assert traits_of(name) & OF_SCHEMAS in {*kinds, union, union | traits_of(name) & Trait.VIEW} or (
            name.endswith(("batch_norm", "_batch_norm_impl_index", "instance_norm"))
            or name.startswith("aten::_copy_from")
        ), name


def test_batch_norm_writes_its_running_statistics() -> None:
    for name in ("batch_norm", "native_batch_norm", "_batch_norm_impl_index", "instance_norm"):
        assert traits_of(f"aten::{name}") & Trait.WRITES
    mean, variance = torch.zeros(2), torch.ones(2)
    torch.batch_norm(torch.randn(8, 2), None, None, mean, variance, True, 0.1, 1e-5, False)
    assert mean.any()


OVERWRITING: dict[str, Callable[[Any], Any]] = {
    "zero_": lambda x: x.zero_(),
    "fill_": lambda x: x.fill_(7),
    "copy_": lambda x: x.copy_(torch.arange(20.0)),
    **{
        name: lambda x, name=name: getattr(x, name)()
        for name in ("uniform_", "normal_", "random_", "exponential_", "log_normal_", "cauchy_")
    },
    "bernoulli_": lambda x: x.bernoulli_(0.5),
    "geometric_": lambda x: x.geometric_(0.5),
}


@pytest.mark.parametrize("name", OVERWRITING)
def test_what_overwrites_leaves_nothing_of_what_was_there(name: str) -> None:
    left = []
    for before in (0.25, -3.5):
        tensor = torch.full((20,), before)
        torch.manual_seed(1)
        OVERWRITING[name](tensor)
        left.append(tensor)
    assert torch.equal(*left)
    assert traits_of(f"aten::{name}") & Trait.OVERWRITES
    assert traits_of(f"aten::{name}") & Trait.ASSIGNS
    assert not traits_of("aten::add_") & (Trait.OVERWRITES | Trait.ASSIGNS)


def test_a_copy_into_a_tensor_holds_the_second_operand() -> None:
    assert traits_of("aten::copy_") & Trait.COPIES
    assert not traits_of("aten::fill_") & Trait.COPIES


def test_every_operator_that_gives_empty_memory_is_known() -> None:
    empties = {
        operator._schema.name
        for operator in overloads()
        if operator._schema.name.startswith(("aten::empty", "aten::new_empty", "aten::_empty_"))
    }
    assert len(empties) >= 8
    assert all(allocates(traits_of(name)) and expects_nonfinite(traits_of(name)) for name in empties)
    assert traits_of("aten::resize_") == Trait.UNINITIALISED | Trait.WRITES
    assert not allocates(traits_of("aten::resize_"))


def test_every_operator_about_nan_may_have_them() -> None:
    about = {
        operator._schema.name
        for operator in overloads()
        if operator._schema.name.startswith(("aten::nan", "aten::isnan", "aten::isfinite", "aten::isinf"))
    }
    assert len(about) >= 7
    assert all(traits_of(name) & Trait.NONFINITE_ON_PURPOSE for name in about)


def test_what_masks_are_made_with() -> None:
    for name in ("full", "full_like", "new_full", "fill_", "masked_fill", "masked_fill_", "where", "zeros"):
        assert traits_of(f"aten::{name}") & Trait.MASKS
    assert not traits_of("aten::mul") & Trait.MASKS


CONTRACTING: dict[str, Callable[[Any, Any], Any]] = {
    **{name: lambda a, b, name=name: getattr(torch, name)(a, b.T)[0, 0] for name in ("mm", "matmul")},
    "bmm": lambda a, b: torch.bmm(a[None], b.T[None])[0, 0, 0],
    "addmm": lambda a, b: torch.addmm(torch.zeros(2, 2), a, b.T)[0, 0],
    "linear": lambda a, b: torch.nn.functional.linear(a, b)[0, 0],
    "mv": lambda a, b: torch.mv(a, b[0])[0],
    **{name: lambda a, b, name=name: getattr(torch, name)(a[0], b[0]) for name in ("dot", "vdot", "inner")},
    "einsum": lambda a, b: torch.einsum("i,i", a[0], b[0]),
    "tensordot": lambda a, b: torch.tensordot(a[0], b[0], 1),
    "conv1d": lambda a, b: torch.conv1d(a[:1, None], b[:1, None])[0, 0, 0],
}


@pytest.mark.parametrize("name", CONTRACTING)
def test_what_contracts_sums_products(name: str) -> None:
    a, b = torch.tensor([[2.0, 3, 5]] * 2), torch.tensor([[7.0, 11, 13]] * 2)
    assert CONTRACTING[name](a, b) == 2 * 7 + 3 * 11 + 5 * 13
    assert traits_of(f"aten::{name}") & Trait.CONTRACTS


PROGRAM = """
import sys, torch, numscope
with numscope.record(sys.argv[1]):
    x = torch.empty(1000)
    x.fill_(1)
    y = x.view(10, 100).t()
    z = (y @ y.t()).relu_()
    torch.randn(3)
    model = torch.nn.Linear(3, 3)
    (model(torch.ones(3)) * 2).sum().backward()
    torch.optim.SGD(model.parameters(), lr=0.1).step()
    torch.add(x, x, out=torch.empty(1000))
    x.resize_(10)
    torch.nn.functional.dropout(x)
    torch.nan_to_num(x)
    torch.full((2,), float("-inf"))
    x.copy_(torch.zeros(10))
"""
RECORDED = {
    "aten::empty": Trait.UNINITIALISED,
    "aten::view": Trait.VIEW,
    "aten::relu_": Trait.WRITES,
    "aten::add": Trait(0),  # out= is an operand of its own
    "aten::resize_": Trait.UNINITIALISED | Trait.WRITES,
    "aten::nan_to_num": Trait.NONFINITE_ON_PURPOSE,
    "aten::full": Trait.MASKS,
    "aten::randn": Trait.DRAWS,
    "aten::mm": Trait.CONTRACTS,
    "aten::fill_": Trait.WRITES | Trait.ASSIGNS | Trait.OVERWRITES | Trait.MASKS,
}
RECORDED_NATIVELY = {
    "autograd::MulBackward0": Trait.FRAME | Trait.GRAPH_NODE,
    "optim::SGD.step": Trait.FRAME,
    "aten::dropout": Trait.DRAWS,
}


@pytest.mark.parametrize("backend", ["native", "dispatch"])
def test_what_is_recorded_has_the_traits_of_schema_and_table(backend: str, tmp_path: Path) -> None:
    trace = tmp_path / "t.numscope"
    environment = {**os.environ, "NUMSCOPE_TORCH_BACKEND": backend}
    subprocess.run([sys.executable, "-c", PROGRAM, trace], env=environment, check=True, timeout=250)
    with numscope.open(trace) as opened:
        found = {operation.name: operation.traits for operation in opened.operations}
    of_torch = {name: traits for name, traits in found.items() if name.startswith("aten::")}
    assert len(of_torch) > 12
    assert all(traits & ~Trait.WRITES == traits_of(name) & ~Trait.WRITES for name, traits in of_torch.items())
    expected = RECORDED | (RECORDED_NATIVELY if backend == "native" else {})
    assert {name: found.get(name) for name in expected} == expected


def test_an_operator_of_one_s_own_has_what_its_schema_says(tmp_path: Path) -> None:
    library = torch.library.Library("numscope_traits", "DEF")
    library.define("look(Tensor(a) self) -> Tensor(a)")
    library.define("double(Tensor(a!) self) -> ()")
    library.define("plain(Tensor self) -> Tensor")
    library.impl("look", lambda x: x[:], "CompositeExplicitAutograd")
    library.impl("double", lambda x: x.mul_(2) and None, "CompositeExplicitAutograd")
    library.impl("plain", lambda x: x + 1, "CompositeExplicitAutograd")
    x = torch.ones(3)
    with numscope.record(tmp_path / "t.numscope") as recording:
        torch.ops.numscope_traits.look(x)
        torch.ops.numscope_traits.plain(x)
        torch.ops.numscope_traits.double(x[:1].squeeze())
    found = {operation.name.rpartition("::")[2]: operation.traits for operation in recording}
    assert (found["look"], found["double"], found["plain"]) == (Trait.VIEW, Trait.WRITES, 0)
