"""What the table says of NumPy's operations, against what NumPy does: memory shared, bytes changed, results."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.matlib
import pytest

import numscope
from numscope.operations.numpy import TRAITS
from numscope.operations.tables import traits_of
from numscope.operations.traits import Trait, allocates, expects_nonfinite

_core = pytest.importorskip("numscope._core", reason="the native core is not built")

# What calls for no more than an array is called with these.
SAMPLES = (np.arange(1.0, 13).reshape(3, 4), np.arange(4.0) + 1j, np.eye(3))
# Names -> calls that need more. Each is given an array that it may change.
CALLS: dict[str, Callable[[Any], Any]] = {
    "numpy.ndarray": lambda a: np.ndarray((2,), buffer=a),
    "numpy.ndarray.__new__": lambda a: np.ndarray.__new__(np.ndarray, (2,), buffer=a),
    "numpy.recarray": lambda a: np.recarray((2,), [("x", float)], buf=a),
    "numpy.char.chararray": lambda a: np.char.chararray((2,), buffer=a),
    "numpy.ndarray.__getitem__": lambda a: a[1:],
    "numpy.ndarray.reshape": lambda a: a.reshape(-1),
    "numpy.ndarray.swapaxes": lambda a: a.swapaxes(0, 1),
    "numpy.ndarray.getfield": lambda a: a.getfield(float),
    "numpy.reshape": lambda a: np.reshape(a, -1),
    "numpy.swapaxes": lambda a: np.swapaxes(a, 0, 1),
    "numpy.moveaxis": lambda a: np.moveaxis(a, 0, 1),
    "numpy.rollaxis": lambda a: np.rollaxis(a, 1),
    "numpy.expand_dims": lambda a: np.expand_dims(a, 0),
    "numpy.broadcast_to": lambda a: np.broadcast_to(a, (2, *a.shape)),
    **{
        f"numpy.{name}": lambda a, name=name: getattr(np, name)(a, 1)[0]
        for name in ("split", "array_split", "hsplit", "vsplit")
    },
    "numpy.dsplit": lambda a: np.dsplit(a[:, :, None], 1)[0],
    "numpy.unstack": lambda a: np.unstack(a)[0] if hasattr(np, "unstack") else a,
    "numpy.ix_": lambda a: np.ix_(a[0]),
    "numpy.lib.stride_tricks.as_strided": lambda a: np.lib.stride_tricks.as_strided(a, (2,)),
    "numpy.lib.stride_tricks.sliding_window_view": lambda a: np.lib.stride_tricks.sliding_window_view(
        a, 1, 0
    ),
    "numpy.ndarray.__setitem__": lambda a: a.__setitem__(1, 77),
    "numpy.ndarray.sort": lambda a: a.sort(0),
    "numpy.ndarray.partition": lambda a: a.partition(0, 0),
    "numpy.ndarray.fill": lambda a: a.fill(77),
    "numpy.ndarray.put": lambda a: a.put([1], 77),
    "numpy.ndarray.setfield": lambda a: a.setfield(77, float),
    "numpy.ndarray.real.__set__": lambda a: setattr(a, "real", 77),
    "numpy.ndarray.flat.__set__": lambda a: setattr(a, "flat", 77),
    "numpy.copyto": lambda a: np.copyto(a, 77),
    "numpy.put": lambda a: np.put(a, [1], 77),
    "numpy.place": lambda a: np.place(a, np.arange(a.size).reshape(a.shape) == 1, [77]),
    "numpy.putmask": lambda a: np.putmask(a, np.arange(a.size).reshape(a.shape) == 1, 77),
    "numpy.fill_diagonal": lambda a: np.fill_diagonal(a, 77),
    "numpy.put_along_axis": lambda a: np.put_along_axis(a, np.zeros((1, a.shape[1]), int), 77, 0),
    "numpy.random.shuffle": lambda a: np.random.RandomState(3).shuffle(a),
    "numpy.random.RandomState.shuffle": lambda a: np.random.RandomState(3).shuffle(a),
    "numpy.random.Generator.shuffle": lambda a: np.random.default_rng(3).shuffle(a),
}
# These change how an array lies in memory, or what else no byte shows; of other types of array or other versions.
NO_BYTES = (
    "resize",
    "itemset",
    "shape.__set__",
    "strides.__set__",
    "dtype.__set__",
    "data.__set__",
    "imag.__set__",
)


def named(trait: Trait) -> list[str]:
    """The names that the table gives `trait`, of what this NumPy has."""
    return [
        name for name in TRAITS if "*" not in name and traits_of(name) & trait and thing(name) is not None
    ]


def thing(name: str) -> Any:
    found: Any = np
    for part in name.removesuffix(".__set__").split(".")[1:]:
        found = getattr(found, part, None)
    return found


def call(name: str) -> Callable[[Any], Any]:
    """How the operation is called with one array."""
    if name in CALLS:
        return CALLS[name]
    function = thing(name)
    if name.startswith("numpy.ndarray.") and not callable(function):
        return lambda a: getattr(a, name.rpartition(".")[2])
    return function  # type: ignore[no-any-return]


def arrays_in(result: Any) -> Iterator[Any]:
    if isinstance(result, np.flatiter):
        yield result.base
    for one in result if isinstance(result, (list, tuple)) else [result]:
        if isinstance(one, np.ndarray):
            yield one


@pytest.mark.parametrize("name", named(Trait.VIEW))
def test_a_view_shows_the_memory_of_its_first_operand(name: str) -> None:
    given = SAMPLES[0].copy() if "imag" not in name else SAMPLES[1].copy()
    before = given.tobytes()
    assert all(np.shares_memory(one, given) for one in arrays_in(call(name)(given)))
    assert list(arrays_in(call(name)(given)))
    assert given.tobytes() == before


def functions() -> Iterator[tuple[str, Callable[..., Any]]]:
    """Everything public that can be called with one array, methods too."""
    for prefix, owner in (("numpy", np), ("numpy.ndarray", np.ndarray)):
        for name in dir(owner):
            full = f"{prefix}.{name}"
            if name.startswith("_") or isinstance(getattr(owner, name), type) or full in CALLS:
                continue
            if full.removeprefix("numpy.") not in (
                "save",
                "savez",
                "savetxt",
                "savez_compressed",
                "ndarray.tofile",
            ):
                yield full, call(full)


def test_whatever_shares_memory_with_its_operand_is_a_view_or_may_copy() -> None:
    sharing = set()
    for name, function in functions():
        for sample in SAMPLES:
            given = sample.copy()
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                try:
                    made = list(arrays_in(function(given)))
                except Exception:  # noqa: BLE001 - it wants something else
                    continue
            if any(one is not given and np.shares_memory(one, given) for one in made):
                sharing.add(name)
    assert len(sharing) > 15
    # `ndarray.base` of a view would be its owner; `data` and `ctypes` are no arrays.
    missing = {name for name in sharing if not traits_of(name) & (Trait.VIEW | Trait.COPIES)}
    assert missing <= {"numpy.real_if_close", "numpy.trim_zeros", "numpy.asmatrix", "numpy.mat"}, missing


@pytest.mark.parametrize("name", [name for name in named(Trait.WRITES) if not name.endswith(NO_BYTES)])
def test_what_writes_changes_the_bytes_of_what_it_was_given(name: str) -> None:
    given = np.arange(12.0)[::-1].reshape(3, 4).copy()
    before = given.tobytes()
    call(name)(given)
    assert given.tobytes() != before


def test_whatever_changes_bytes_writes() -> None:
    for name, function in functions():
        given = SAMPLES[0][::-1].copy()
        before = given.tobytes()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                function(given)
            except Exception:  # noqa: BLE001 - it wants something else
                continue
        assert given.tobytes() == before or traits_of(name) & Trait.WRITES, name


@pytest.mark.parametrize("name", ["numpy.add.at", "numpy.maximum.at", "expit.at"])
def test_a_ufunc_s_at_writes_and_combines(name: str) -> None:
    assert traits_of(name) == Trait.WRITES | Trait.COMBINES


@pytest.mark.parametrize("name", named(Trait.ASSIGNS))
def test_what_assigns_leaves_what_was_there_or_something_that_does_not_depend_on_it(name: str) -> None:
    first, second = np.zeros((3, 4)), np.full((3, 4), 5.0)
    call(name)(first)
    call(name)(second)
    changed = first != 0
    assert changed.any()
    assert np.array_equal(first[changed], second[changed])
    assert (second[~changed] == 5).all()
    if traits_of(name) & Trait.OVERWRITES:
        assert changed.all()


def test_only_fill_overwrites_whatever_else_it_is_given() -> None:
    assert named(Trait.OVERWRITES) == ["numpy.ndarray.fill"]


def test_what_reads_where_it_writes_does_not_assign() -> None:
    for name in named(Trait.WRITES):
        if name.rpartition(".")[2] in ("sort", "partition", "shuffle"):
            assert not traits_of(name) & Trait.ASSIGNS


def test_what_allocates_leaves_what_was_in_memory() -> None:
    names = {name for name in named(Trait.UNINITIALISED) if allocates(TRAITS[name], owned=True)}
    assert {
        "numpy.empty",
        "numpy.empty_like",
        "numpy.ndarray",
        "numpy.matlib.empty",
        "numpy.ma.empty",
    } <= names
    for name in names - {"numpy.recarray", "numpy.char.chararray", "numpy.ndarray.__new__"}:
        shape: Any = np.zeros(4096) if name.endswith("_like") else (4096,)
        contents = set()
        for byte in (b"\x11", b"\x22"):
            for _ in range(20):
                bytearray(byte * 8 * 4096)
                contents.add(np.asarray(thing(name)(shape)).tobytes())
        assert len(contents) > 1, name


def test_what_shows_a_buffer_has_allocated_only_what_it_owns() -> None:
    assert allocates(traits_of("numpy.ndarray"))
    assert not allocates(traits_of("numpy.ndarray"), owned=False)
    assert not expects_nonfinite(traits_of("numpy.ndarray"))
    assert expects_nonfinite(traits_of("numpy.empty"))


def test_random_numbers_are_drawn_by_everything_in_numpy_random() -> None:
    def draws(owner: Any, prefix: str) -> Iterator[str]:
        for name in dir(owner):
            method = getattr(owner, name)
            if name.startswith("_") or name in ("bytes", "seed", "shuffle") or not callable(method):
                continue
            try:
                if str(method()) != str(method()):
                    yield f"{prefix}.{name}"
            except Exception:  # noqa: BLE001 - it wants arguments
                continue

    drawing = [
        *draws(np.random.default_rng(1), "numpy.random.Generator"),
        *draws(np.random.RandomState(1), "numpy.random.RandomState"),
    ]
    assert len(drawing) > 20
    assert all(traits_of(name) & Trait.DRAWS for name in drawing)
    assert not traits_of("numpy.add") & Trait.DRAWS


def test_what_seeds_does_the_same_with_the_same_seed_and_not_with_another() -> None:
    names = named(Trait.SEEDS)
    assert len(names) >= 10
    for name in names:
        drawn = [_drawn_after(name, seed) for seed in (1, 1, 2)]
        assert drawn[0] == drawn[1] != drawn[2], name


def _drawn_after(name: str, seed: int) -> list[int]:
    if name == "numpy.random.seed":
        np.random.seed(seed)
        return list(np.random.randint(0, 1 << 30, 4))
    if name == "numpy.random.RandomState.seed":
        state = np.random.RandomState(9)
        state.seed(seed)
        return list(state.randint(0, 1 << 30, 4))
    if name == "numpy.random.SeedSequence.generate_state":
        return list(np.random.SeedSequence(seed).generate_state(4))
    made = thing(name)(seed)
    if name == "numpy.random.SeedSequence":
        return list(made.generate_state(4))
    if isinstance(made, np.random.RandomState):
        return list(made.randint(0, 1 << 30, 4))
    generator = made if isinstance(made, np.random.Generator) else np.random.Generator(made)
    return list(generator.integers(0, 1 << 30, 4))


COPYING: dict[str, Callable[[Any], Any]] = {
    **{
        name: lambda a, name=name: getattr(np, name)(a, 2)
        for name in ("repeat", "tile", "pad", "roll", "resize")
    },
    **{
        name: lambda a, name=name: getattr(np, name)([a, a])
        for name in ("concatenate", "stack", "vstack", "hstack", "dstack", "column_stack", "block")
    },
    "append": lambda a: np.append(a, a),
    "insert": lambda a: np.insert(a, 0, a[0]),
    "delete": lambda a: np.delete(a, 0),
    "take": lambda a: np.take(a, [1]),
    "compress": lambda a: np.compress([True], a),
    "choose": lambda a: np.choose([0], [a]),
    "reshape": lambda a: np.reshape(a[::2], (2, 2), order="F"),
    "ravel": lambda a: np.ravel(a[::2]),
    "astype": lambda a: a.astype(a.dtype),
    "flatten": lambda a: a.flatten(),
    "__getitem__": lambda a: a[[1, 0]],
    "copy": np.copy,
    "array": np.array,
    "rot90": lambda a: np.rot90(a.reshape(2, 4)),
}


@pytest.mark.parametrize("name", COPYING)
def test_a_copy_holds_elements_of_what_was_copied(name: str) -> None:
    given = np.arange(1.0, 9)
    made = COPYING[name](given)
    assert set(np.asarray(made).ravel()) <= {0.0, *given}  # padding is 0
    for owner in ("numpy", "numpy.ndarray", "numpy.ma.MaskedArray"):
        assert traits_of(f"{owner}.{name}") & Trait.COPIES
    assert not traits_of(f"other.{name}") & Trait.COPIES


def test_everything_that_is_about_nan_may_have_them() -> None:
    about = [name for name in dir(np) if name.startswith(("nan", "isnan", "isfinite", "isinf"))]
    about = [name for name in about if callable(getattr(np, name))]
    assert len(about) > 15
    assert all(expects_nonfinite(traits_of(f"numpy.{name}")) for name in about)
    assert not any(expects_nonfinite(traits_of(f"numpy.{name}")) for name in ("log", "add", "mean", "full"))


def test_ufuncs_without_a_signature_are_elementwise_and_no_others() -> None:
    ufuncs = {name: value for name, value in vars(np).items() if isinstance(value, np.ufunc)}
    elementwise = {name for name, ufunc in ufuncs.items() if ufunc.signature is None}
    assert elementwise <= {name.removeprefix("numpy.") for name in named(Trait.ELEMENTWISE)}
    for name, ufunc in ufuncs.items():
        assert bool(traits_of(f"numpy.{name}") & Trait.ELEMENTWISE) == (ufunc.signature is None), name
        assert bool(traits_of(f"numpy.{name}") & Trait.CONTRACTS) == (ufunc.signature is not None), name


@pytest.mark.parametrize("name", named(Trait.CONTRACTS))
def test_what_contracts_sums_products_over_an_axis(name: str) -> None:
    a, b = np.array([[2.0, 3, 5]] * 3), np.array([[7.0, 11, 13]] * 3)
    function = {
        "numpy.einsum": lambda a, b: np.einsum("i,i", a[0], b[0]),
        "numpy.ndarray.dot": lambda a, b: a[0].dot(b[0]),
        "numpy.matvec": lambda a, b: thing(name)(a, b[0])[0],
        "numpy.vecmat": lambda a, b: thing(name)(a[0], b.T)[0],
        "numpy.tensordot": lambda a, b: np.tensordot(a[0], b[0], 1),
    }.get(name, lambda a, b: thing(name)(a[0], b[0]))
    assert function(a, b) == 2 * 7 + 3 * 11 + 5 * 13


def test_what_divides_minds_a_zero_as_the_second_operand_only() -> None:
    def minds(ufunc: np.ufunc, *given: float) -> bool:
        try:
            with np.errstate(all="raise", under="ignore", over="ignore"):
                ufunc(*map(np.float64, given))
        except FloatingPointError:
            return True
        except TypeError:
            return False
        return False

    binary = {
        name: value for name, value in vars(np).items() if isinstance(value, np.ufunc) and value.nin == 2
    }
    dividing = {
        name
        for name, ufunc in binary.items()
        if ufunc.signature is None
        and minds(ufunc, 1, 0)
        and not minds(ufunc, 0, 1)
        and not minds(ufunc, 1, 2)
    }
    known = {name for name in binary if traits_of(f"numpy.{name}") & Trait.DIVIDES}
    assert known == dividing
    assert "divide" in dividing


def test_what_is_recorded_has_the_traits_of_the_table_and_no_more_bytes_than_its_part(tmp_path: Path) -> None:
    with numscope.record(tmp_path / "t.numscope") as recording:
        large = np.zeros(10_000)
        large[:3]
        large.take([1, 2])
        large[5] = 1
        for _ in large[:2]:
            pass
        memoryview(large)
        np.linalg.norm(large)
        np.add.accumulate(large)
        np.random.default_rng(1).shuffle(large)
        np.matmul(large, large)
        np.divide(large, 2)
        np.nansum(large)
        np.clip(large, 0, 1)
        large[5] * 2
    operations = list(recording)
    # That an operation is a scalar's own comes from the catalogue of this NumPy, not from the table of names.
    assert all(operation.traits & ~Trait.SCALAR == traits_of(operation.name) for operation in operations)
    found = {trait for operation in operations for trait in Trait if operation.traits & trait}
    of_torch = {  # and of others
        Trait.LIFTS,
        Trait.STANDS,
        Trait.FILLS,
        Trait.DESCRIBED,
        Trait.SHADOW,
        Trait.NO_FLAGS,
        Trait.PLOTS,
        Trait.MASKS,
        Trait.MODULE,
        Trait.FRAME,
        Trait.GRAPH_NODE,
        Trait.OVERWRITES,
        Trait.UNINITIALISED,
    }
    assert found >= set(Trait) - of_torch
    visible = {operation.name: operation for operation in operations if operation.user_visible}
    assert visible["numpy.float64.__mul__"].traits == Trait.SCALAR
    for name in ("numpy.ndarray.take", "numpy.ndarray.__iter__"):
        assert visible[name].traits & Trait.READS_PART
    assert visible["numpy.ndarray.take"].bytes_in < 100
    assert visible["numpy.ndarray.__setitem__"].traits & Trait.WRITES_PART
    assert visible["numpy.ndarray.__setitem__"].bytes_out == 8
    assert visible["numpy.ndarray.__buffer__"].traits == Trait.EXPORTS
    assert visible["numpy.linalg.norm"].traits == Trait.BLAS
    assert visible["numpy.add.accumulate"].traits == Trait.COMBINES
    assert [one.role for one in visible["numpy.random.Generator.shuffle"].operands if one.role == "mutated"]


def test_a_table_that_is_none_is_refused() -> None:
    with pytest.raises(TypeError, match="a table of traits is a dict, not list"):
        _core.know_traits([])
    with pytest.raises(TypeError):
        _core.know_traits({"name": "traits"})
    with pytest.raises(OverflowError):
        _core.know_traits({"name": -1})
