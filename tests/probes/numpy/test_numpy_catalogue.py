"""The catalogue against NumPy as found by a second method."""

from __future__ import annotations

import subprocess
import sys
from types import FunctionType

import numpy
import pytest
from numpy_public_walk import class_members, public_callables, resolve

from numscope.probes.numpy.catalogue import catalogue
from numscope.probes.numpy.entry import Entry, Mechanism, Standing
from numscope.probes.numpy.namespaces import LEFT_OUT, import_all, is_left_out

# Whatever every class has of Python's own.
OF_EVERY_CLASS = {"__new__", "__init__", "__doc__", "__dict__", "__weakref__", "__signature__", "__hash__"}


@pytest.fixture(scope="module")
def entries() -> dict[str, Entry]:
    import_all(numpy)
    return {entry.name: entry for entry in catalogue(numpy)}


def all_names(entries: dict[str, Entry]) -> set[str]:
    return {name for entry in entries.values() for name in (entry.name, *entry.aliases)}


def test_nothing_is_unaccounted_for(entries: dict[str, Entry]) -> None:
    assert not [name for name, entry in entries.items() if entry.standing is Standing.UNACCOUNTED]


def test_every_callable_that_a_user_can_reach_is_listed(entries: dict[str, Entry]) -> None:
    reachable = dict(public_callables())
    assert len(reachable) > 900
    names, targets = all_names(entries), {id(entry.target) for entry in entries.values()}
    assert not [path for path, value in reachable.items() if path not in names and id(value) not in targets]


@pytest.mark.parametrize("name", sorted(numpy.__all__))
def test_each_name_in_all_is_listed_or_no_callable(name: str, entries: dict[str, Entry]) -> None:
    value = getattr(numpy, name)
    constant = isinstance(value, (numpy.ndarray, numpy.generic)) or not callable(value)
    indexed = name in ("r_", "c_", "s_", "index_exp", "mgrid", "ogrid")
    if constant and not indexed:
        return
    assert f"numpy.{name}" in all_names(entries) or is_left_out(f"numpy.{name}")


@pytest.mark.parametrize(
    "path",
    [
        "numpy.ndarray",
        "numpy.generic",
        "numpy.float64",
        "numpy.ufunc",
        "numpy.flatiter",
        "numpy.nditer",
        "numpy.broadcast",
        "numpy.matrix",
        "numpy.memmap",
        "numpy.recarray",
        "numpy.vectorize",
        "numpy.poly1d",
        "numpy.ma.MaskedArray",
        "numpy.random.Generator",
        "numpy.random.RandomState",
        "numpy.random.BitGenerator",
        "numpy.random.MT19937",
        "numpy.random.SeedSequence",
        "numpy.polynomial.Chebyshev",
    ],
)
def test_each_member_of_a_class_is_listed(path: str, entries: dict[str, Entry]) -> None:
    cls = resolve(path)
    assert isinstance(cls, type)
    assert path in entries
    missing = [name for name, _ in class_members(cls) if f"{path}.{name}" not in entries]
    assert set(missing) <= OF_EVERY_CLASS


@pytest.mark.parametrize(
    ("name", "mechanism"),
    [
        ("numpy.add", Mechanism.VECTORCALL),
        ("numpy.concatenate", Mechanism.VECTORCALL),
        ("numpy.linalg.svd", Mechanism.VECTORCALL),
        ("numpy.fft.rfft", Mechanism.VECTORCALL),
        ("numpy.char.greater", Mechanism.VECTORCALL),
        ("numpy.emath.sqrt", Mechanism.VECTORCALL),
        ("numpy.zeros", Mechanism.METHOD),
        ("numpy.frombuffer", Mechanism.METHOD),
        ("numpy.frompyfunc", Mechanism.FROMPYFUNC),
        ("numpy.ndarray.sum", Mechanism.METHOD),
        ("numpy.ndarray.__complex__", Mechanism.METHOD),
        ("numpy.ndarray.__getitem__", Mechanism.SLOT),
        ("numpy.ndarray.__float__", Mechanism.SLOT),
        ("numpy.ndarray.__buffer__", Mechanism.SLOT),
        ("numpy.ndarray", Mechanism.SLOT),
        ("numpy.ndarray.T", Mechanism.ATTRIBUTE),
        ("numpy.ndarray.flat", Mechanism.ATTRIBUTE),
        ("numpy.ndarray.data", Mechanism.ATTRIBUTE),
        ("numpy.ufunc.reduce", Mechanism.UFUNC_METHOD),
        ("numpy.ufunc.at", Mechanism.UFUNC_METHOD),
        ("numpy.flatiter.__next__", Mechanism.SLOT),
        ("numpy.random.Generator.normal", Mechanism.METHOD),
        ("numpy.random.RandomState.rand", Mechanism.METHOD),
        ("numpy.random.default_rng", Mechanism.METHOD),
    ],
)
def test_the_mechanism_fits_the_kind(name: str, mechanism: Mechanism, entries: dict[str, Entry]) -> None:
    assert entries[name].mechanism is mechanism


def test_operators_of_arrays_keep_their_slots(entries: dict[str, Entry]) -> None:
    """A swapped number slot of ndarray stops temporary elision and changes deferral."""
    touched = {slot for entry in entries.values() if entry.target is numpy.ndarray for slot in entry.slots}
    conversions = {"nb_float", "nb_int", "nb_index", "nb_bool"}
    assert not [slot for slot in touched if slot == "tp_richcompare" or slot.startswith("nb_")] or (
        {slot for slot in touched if slot.startswith("nb_")} == conversions
        and "tp_richcompare" not in touched
    )


def test_scalars_are_watched_only_when_asked_and_exactly(entries: dict[str, Entry]) -> None:
    for entry in entries.values():
        owner = (
            entry.target if isinstance(entry.target, type) else getattr(entry.target, "__objclass__", None)
        )
        if isinstance(owner, type) and issubclass(owner, numpy.generic) and entry.mechanism is not None:
            python = entry.mechanism is Mechanism.FUNCTION
            assert entry.scalars or python, entry.name
            assert entry.exact or entry.slots in ((), ("tp_new",)), entry.name


@pytest.mark.parametrize("alias", ["numpy.concatenate", "numpy.absolute", "numpy.float64", "numpy.emath.log"])
def test_an_object_with_several_names_has_one_entry(alias: str, entries: dict[str, Entry]) -> None:
    holders = [entry for entry in entries.values() if alias in (entry.name, *entry.aliases)]
    assert [entry.name for entry in holders] == [alias]


def test_aliases_are_told(entries: dict[str, Entry]) -> None:
    assert "numpy.abs" in entries["numpy.absolute"].aliases
    assert "numpy.double" in entries["numpy.float64"].aliases


@pytest.mark.parametrize("name", ["numpy.get_include", "numpy.seterr", "numpy.dtype", "numpy.iinfo"])
def test_what_touches_no_data_says_so(name: str, entries: dict[str, Entry]) -> None:
    assert entries[name].standing is Standing.NO_DATA
    assert entries[name].reason is not None


@pytest.mark.parametrize(
    "name", ["numpy.full", "numpy.eye", "numpy.ma.masked_where", "numpy.polynomial.polynomial.polyval"]
)
def test_python_functions_are_watched(name: str, entries: dict[str, Entry]) -> None:
    assert isinstance(entries[name].target, FunctionType)
    assert entries[name].standing is Standing.WATCHED


def test_each_part_left_out_has_a_reason() -> None:
    assert all(reason.strip() for reason in LEFT_OUT.values())


def test_listing_imports_nothing_of_numpy() -> None:
    code = (
        "import sys, numpy\n"
        "from numscope.probes.numpy.catalogue import catalogue\n"
        "before = {name for name in sys.modules if name.startswith('numpy')}\n"
        "catalogue(numpy)\n"
        "print(sorted({name for name in sys.modules if name.startswith('numpy')} - before))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_new_things_in_numpy_are_watched_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    """No list of names: what a future NumPy adds is in the catalogue as soon as it is public."""
    new_ufunc = numpy.frompyfunc(abs, 1, 1)
    monkeypatch.setattr(numpy, "brand_new", new_ufunc, raising=False)
    monkeypatch.setattr(numpy, "__all__", [*numpy.__all__, "brand_new"])
    [entry] = [entry for entry in catalogue(numpy) if entry.target is new_ufunc]
    assert (entry.name, entry.mechanism) == ("numpy.brand_new", Mechanism.VECTORCALL)
