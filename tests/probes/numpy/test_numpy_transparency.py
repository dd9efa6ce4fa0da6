"""A recorded program can't tell: identities, errors, warnings, lifetimes and pointers are those it would have had."""

from __future__ import annotations

import ctypes
import gc
import sys
from collections.abc import Callable
from pathlib import Path
from types import BuiltinFunctionType, GetSetDescriptorType, MethodDescriptorType, WrapperDescriptorType
from typing import Any

import numpy as np
import numpy_behaviour
import pytest

import numscope
from numscope.probes.numpy import watch
from sweeps import shortened

Behaviour = Callable[[], Any]


# Those in which the options could matter.
OF_OPTIONS = [
    numpy_behaviour.results_are_bit_identical,
    numpy_behaviour.errors,
    numpy_behaviour.warnings_of_operations,
    numpy_behaviour.deferral,
    numpy_behaviour.reference_counts,
    numpy_behaviour.temporary_elision,
]


@pytest.mark.parametrize("behaviour", numpy_behaviour.BEHAVIOURS, ids=lambda each: each.__name__)
def test_the_program_sees_no_difference(behaviour: Behaviour, tmp_path: Path) -> None:
    behaviour()  # caches that fill at the first call are no difference
    plain = behaviour()
    with numscope.record(tmp_path / "same.numscope") as recording:
        recorded = behaviour()
    assert recording.counters is not None
    assert recorded == plain
    assert behaviour() == plain


@pytest.mark.parametrize(
    "options", shortened([{"values": "stats"}, {"values": "none"}, {"scalars": True}]), ids=str
)
@pytest.mark.parametrize("behaviour", OF_OPTIONS, ids=lambda each: each.__name__)
def test_nor_with_other_options(behaviour: Behaviour, options: dict[str, Any], tmp_path: Path) -> None:
    behaviour()
    plain = behaviour()
    with numscope.record(tmp_path / "same.numscope", **options):
        assert behaviour() == plain


def test_a_user_subclass_of_a_scalar_defers_as_before(tmp_path: Path) -> None:
    class Mine(np.float64):
        __array_ufunc__ = None

    def answers() -> list[str]:
        one, two = np.float64(1), Mine(2)
        functions = (lambda: one - two, lambda: two - one, lambda: two - two, lambda: np.ones(1) - two)
        return [numpy_behaviour.outcome(function) for function in functions]

    plain = answers()
    with numscope.record(tmp_path / "same.numscope", scalars=True):
        assert answers() == plain


# Where CPython keeps things in a type object (unchanged from 3.8 to 3.14): offsets of the tables that it points to,
# and how many pointers each has; then the slots that lie in the type itself.
TABLES = {96: 36, 104: 10, 112: 3, 160: 2}
OWN_SLOTS = (120, 128, 200, 216, 224, 296, 312)
METHODS, GETSETS = 232, 248


def pointer(address: int) -> int:
    return int(ctypes.c_void_p.from_address(address).value or 0)


def entries_of(table: int, size: int, fields: tuple[int, ...]) -> list[int]:
    """The pointers at offsets `fields` of the entries of a NULL-terminated table."""
    found = []
    while table and pointer(table):
        found += [pointer(table + offset) for offset in fields]
        table += size
    return found


def pointers_of_type(cls: type) -> list[int]:
    found = [pointer(id(cls) + offset) for offset in OWN_SLOTS]
    for offset, count in TABLES.items():
        table = pointer(id(cls) + offset)
        found += [pointer(table + 8 * i) for i in range(count)] if table else []
    found += entries_of(pointer(id(cls) + METHODS), 32, (8,))
    found += entries_of(pointer(id(cls) + GETSETS), 40, (8, 16))
    # The wrapped C function of each special method's descriptor: after the header of every descriptor (40 bytes).
    found += [pointer(id(value) + 48) for value in vars(cls).values() if type(value) is WrapperDescriptorType]
    return found


def vectorcall(value: object) -> int:
    offset = ctypes.c_ssize_t.from_address(id(type(value)) + 56).value
    return pointer(id(value) + offset)


def method_definition(value: object) -> int:
    """`ml_meth` of the PyMethodDef that a builtin function (at 16) or a method descriptor (at 40) points to."""
    at = 16 if isinstance(value, BuiltinFunctionType) else 40
    return pointer(pointer(id(value) + at) + 8)


def all_pointers() -> dict[str, Any]:
    """Every pointer that a hook may be put in, of a wide choice of NumPy's objects."""
    classes = [
        np.ndarray,
        np.generic,
        np.flatiter,
        np.nditer,
        np.broadcast,
        np.matrix,
        np.memmap,
        np.ma.MaskedArray,
    ]
    classes += [*list(set(np.sctypeDict.values())), np.random.Generator, np.random.RandomState]
    namespaces = [np, np.linalg, np.fft, np.ma, np.random]
    objects = {
        f"{space.__name__}.{name}": value for space in namespaces for name, value in vars(space).items()
    }
    functions = {
        name: value
        for name, value in objects.items()
        if isinstance(value, (np.ufunc, type(np.dot), type(np.linalg)))
    }
    pointers: dict[str, Any] = {str(cls): pointers_of_type(cls) for cls in classes}
    pointers |= {
        name: vectorcall(value) for name, value in functions.items() if type(value) is not type(np.linalg)
    }
    builtins = {name: value for name, value in objects.items() if type(value) is BuiltinFunctionType}
    pointers |= {name: method_definition(value) for name, value in builtins.items()}
    pointers |= {f"ufunc.{name}": method_definition(value) for name, value in vars(np.ufunc).items()
                 if type(value) is MethodDescriptorType}  # fmt: skip
    pointers["builtin hash"] = pointer(id(BuiltinFunctionType) + 120)
    return pointers


def test_every_pointer_is_put_back_bit_for_bit() -> None:
    before = all_pointers()
    assert watch.install(np, scalars=True) == []
    during = all_pointers()
    watch.remove()
    changed = [name for name in before if before[name] != during[name]]
    assert len(changed) > 400
    assert all_pointers() == before


def test_attributes_are_among_the_pointers_compared() -> None:
    """The test above would pass if it looked at nothing."""
    assert isinstance(vars(np.ndarray)["T"], GetSetDescriptorType)
    before = pointers_of_type(np.ndarray)
    watch.install(np, scalars=False)
    during = pointers_of_type(np.ndarray)
    watch.remove()
    assert sum(first != second for first, second in zip(before, during, strict=True)) > 80


def test_hooks_come_and_go_many_times() -> None:
    before = all_pointers()
    for _ in range(10):
        watch.install(np, scalars=True)
        assert np.arange(3).sum() == 3
        watch.remove()
    assert all_pointers() == before


def test_what_was_made_while_hooked_works_after(tmp_path: Path) -> None:
    with numscope.record(tmp_path / "made.numscope"):

        class Made(np.ndarray):
            pass

        bound = np.arange(4.0).sum
        ufunc = np.frompyfunc(lambda x: x + 1, 1, 1)
        made = np.arange(4.0).view(Made)
    assert bound() == 6.0
    assert ufunc(np.arange(2)).tolist() == [1, 2]
    assert (made + 1)[0] == 1.0
    assert [float(x) for x in made] == [0.0, 1.0, 2.0, 3.0]
    gc.collect()
    assert made[1:].sum() == 6.0


@pytest.mark.parametrize("description", [">f4", [("own", "i4")]], ids=str)
def test_element_types_of_the_program_die_as_before(description: Any, tmp_path: Path) -> None:
    dtype = np.dtype(description).newbyteorder()
    before = sys.getrefcount(dtype)
    with numscope.record(tmp_path / "dtype.numscope"):
        np.zeros(3, dtype).copy()
    assert sys.getrefcount(dtype) == before


def test_numba_compiles_what_is_watched(tmp_path: Path) -> None:
    numba = pytest.importorskip("numba", reason="Numba is not installed")

    def kernel(x: Any) -> Any:
        y = np.zeros(x.shape[0])
        for i in range(x.shape[0]):
            y[i] = np.add(x[i], 1.0)
        return np.sin(y).sum() + np.linalg.norm(x) + np.full(2, 1.0).sum()

    x = np.arange(4.0)
    plain = numba.njit(kernel)(x)
    with numscope.record(tmp_path / "numba.numscope"):
        compiled = numba.njit(kernel)
        assert compiled(x) == plain
        doubled = numba.vectorize(["f8(f8)"])(lambda v: 2 * v)
        assert doubled(x).tolist() == [0.0, 2.0, 4.0, 6.0]
    assert compiled(x) == plain
