"""One recorded operation called again gives what it gave, bit for bit, or says why it can't be called."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import numscope
from numscope.analysis.replay.single_call import NotReplayableError, call_again, prepare_call
from numscope.probes import registry
from numscope.probes.calling.literals import parse
from numscope.probes.calling.refusal import CannotReplayError
from numscope.probes.numpy.calling.names import resolve
from numscope.probes.probe import NotSpelledError

pytest.importorskip("numscope._core", reason="the native core is not built")

STATEMENTS = """
    a + b; 1 - a; a ** 0.5; ~i; i << 1; m @ m; a > b; divmod(a, b)
    np.add(a, b, out=np.empty(8)); np.add(a, b, where=a > 1, out=np.zeros(8)); np.frexp(a); np.clip(a, 1, 2)
    np.add.reduce(m, axis=(0, 1)); np.add.accumulate(a); np.add.reduceat(a, [0, 3]); np.multiply.outer(a, b)
    np.add.at(a.copy(), ([0, 1],), 2.0); np.copyto(a.copy(), b); a.copy().sort(); a.copy().fill(7)
    np.concatenate([a, b]); np.where(a > 1, a, 0.0); np.einsum('ij,jk', m, m); np.histogram(a); np.pad(a, 2)
    np.percentile(a, [10, 50]); np.unique(i, return_counts=True); np.split(a, 2); np.meshgrid(a, b)
    a.sum(); a.mean(axis=0, keepdims=True); m.std(axis=1); a.astype('f4'); a.reshape(2, 4); a.view('i8')
    a.tolist(); a.item(0); a.argmax(); a.dot(b); m.T; z.real; z.conj(); m[:, 1]; m[1, ::-1]; a[a > 2]; a[[0, 1]]
    m[:, 1].sum(); m[::-1].sum(axis=0); m.T @ m; m[:, ::2] @ m[::2]; np.linalg.svd(m); np.linalg.inv(m)
    np.linalg.eigh(m); np.linalg.norm(a); np.fft.fft(a); np.fft.irfft(np.fft.rfft(a)); np.zeros((2, 3), dtype='f4')
    np.arange(3, dtype=np.int8); np.full(3, 2.5, dtype=np.dtype('<f4')); np.eye(3); np.linspace(0, 1, 5)
    np.array([[1, 2], [3, 4.5]]); np.array(['a$1', "it's", '...']); np.array([1 + 2j]); np.asarray([1], dtype=float)
    r['x']; r['x'] * 2; d - d[0]; np.char.upper(t); np.strings.upper(t); np.polyfit(a, b, 1)
    np.busday_count('2024-01', '2024-02')
    float(s); int(s); bool(s); float(m[0, 0]); w2 * w2; np.broadcast_to(a, (3, 8)).sum(axis=0)
    np.add(a[:-1], a[1:], out=a[1:]); np.frombuffer(b'12345678'); np.searchsorted(a, 2.5); a[np.int64(1):np.int64(3)]
    np.float64(3); np.sum(a, initial=3.0); np.array([1, 2], dtype=[('p', 'i4'), ('q', 'f8')]); np.zeros(0).sum()
    np.mean(f); np.sum(f, dtype=np.float64); np.tensordot(m, m); np.diag(m); np.trace(m); np.cross(a[:3], b[:3])
"""


def surroundings() -> dict[str, object]:
    rng = np.random.default_rng(0)
    m = rng.normal(size=(4, 4))
    return {
        "np": np,
        "a": np.arange(8.0) + 1,
        "b": rng.normal(size=8),
        "f": rng.normal(size=1001).astype("f4"),
        "i": np.arange(8) % 3,
        "m": m @ m.T + np.eye(4),
        "z": np.arange(3) + 1j,
        "s": np.array(2.5),
        "r": np.array([(1, 2.0), (3, 4.0)], [("x", "f4"), ("y", "f8")]),
        "d": np.arange("2024-01-01", 3, dtype="M8[D]"),
        "t": np.array(["ab", "c"]),
        "w2": np.matrix([[1.0, 2.0], [3.0, 4.0]]),
    }


@pytest.fixture(scope="module")
def trace(tmp_path_factory: pytest.TempPathFactory) -> Iterator[numscope.Trace]:
    names = surroundings()
    statements = [
        text.strip() for line in STATEMENTS.splitlines() for text in line.split(";") if text.strip()
    ]
    has_strings = hasattr(np, "strings")
    path = tmp_path_factory.mktemp("again") / "run.numscope"
    with numscope.record(path):
        for statement in statements:
            if has_strings or "np.strings" not in statement:
                exec(statement, names)
    with numscope.open(path) as opened:
        yield opened


def same(first: object, second: object) -> bool:
    first, second = np.asarray(first), np.asarray(second)
    return first.dtype == second.dtype and first.shape == second.shape and first.tobytes() == second.tobytes()


def test_every_statement_gives_what_it_gave(trace: numscope.Trace) -> None:
    different, compared = [], 0
    for operation in trace:
        if operation.depth or operation.name == "numpy.empty":
            continue
        again = call_again(operation)
        assert again.exception is None, operation
        assert len(again.outputs) == len(operation.outputs), operation
        for now, operand in zip(again.outputs, operation.outputs, strict=True):
            if operand.is_array():
                compared += 1
                if not same(now, operand.value()):
                    different.append(str(operation))
        for operand, changed in zip(operation.mutated, again.mutated, strict=True):
            compared += 1
            if not same(changed, operand.value()):
                different.append(str(operation))
    assert not different
    assert compared > 100


def test_memory_is_laid_out_as_it_was(tmp_path: Path) -> None:
    matrix = np.arange(4096.0).reshape(64, 64)
    with numscope.record(tmp_path / "t.numscope"):
        matrix[::2, ::-3].sum()
        np.add(matrix[:-1], matrix[1:], out=matrix[1:])
    with numscope.open(tmp_path / "t.numscope") as trace:
        view = next(operation for operation in trace if operation.name == "numpy.ndarray.sum")
        given = prepare_call(view).positional[0]
        assert given.strides == view.inputs[0].strides
        assert given.ctypes.data % 64 == view.inputs[0].address % 64
        added = prepare_call(next(operation for operation in trace if operation.name == "numpy.add"))
        first, second = added.positional
        out = added.named["out"]
        assert np.shares_memory(first, second)
        assert out.ctypes.data == second.ctypes.data == first.ctypes.data + matrix.strides[0]


def test_an_exception_is_an_answer(tmp_path: Path) -> None:
    with numscope.record(tmp_path / "t.numscope"):
        with pytest.raises(ValueError, match="broadcast"):
            np.add(np.zeros(3), np.zeros(4))
        with np.errstate(all="raise"), pytest.raises(FloatingPointError):
            np.divide(np.ones(2), np.zeros(2))
    with numscope.open(tmp_path / "t.numscope") as trace:
        raising = [operation for operation in trace if operation.exception and not operation.depth]
        assert [call_again(operation).exception for operation in raising] == [
            operation.exception for operation in raising
        ]
        assert len(raising) == 2


def test_what_is_not_there_is_named(tmp_path: Path) -> None:
    with numscope.record(tmp_path / "t.numscope", values="stats"):
        np.add(np.zeros(3), 1)
    with numscope.open(tmp_path / "t.numscope") as trace:
        added = next(operation for operation in trace if operation.name == "numpy.add")
        with pytest.raises(NotReplayableError, match="input 0 was not kept"):
            call_again(added)
    with numscope.record(tmp_path / "o.numscope"):
        np.add(np.array([1, None, 3], object)[:1], 1)
        np.array(list(range(1000)))
        np.ma.masked_array([1.0, 2.0], [0, 1]) + 1
    reasons = []
    with numscope.open(tmp_path / "o.numscope") as trace:
        for operation in trace:
            if not operation.depth:
                try:
                    call_again(operation)
                except NotReplayableError as error:
                    reasons.append(str(error))
    text = "\n".join(reasons)
    assert "dtype object" in text
    assert "too long" in text
    assert "mask" in text


@pytest.mark.parametrize(
    "name",
    [
        *("os.system", "numpy.load", "numpy.save", "numpy.testing.measure", "numpy.lib.os.system", "builtins.eval"),
        *("numpy.ndarray.tofile", "numpy.ndarray.dump", "numpy.ndarray.__reduce__", "numpy.memmap", "numpy.f2py.main"),
        *("numpy.ndarray.__class__", "numpy.ndarray.__subclasses__", "numpy.add.__reduce__", "numpy.sys.exit", ""),
        *("numpy.ndarray.__init_subclass__", "numpy.vectorize", "numpy", "numpy.seterr"),
        "numpy.linalg.linalg.os.system",
        *("numpy.ctypeslib.load_library", "subprocess", "x" * 100_000, "numpy.add.reduce.__call__.__globals__"),
    ],
)  # fmt: skip
def test_a_hostile_name_is_never_called(name: str) -> None:
    with pytest.raises(CannotReplayError):
        resolve(name)


@settings(deadline=None, max_examples=200)
@given(st.text(max_size=60))
def test_no_literal_runs_anything(text: str) -> None:
    for candidate in (text, f"__import__({text!r})", f"().__class__.{text}", f"[{text} for x in (1,)]"):
        try:
            value = parse(candidate)
        except CannotReplayError:
            continue
        assert not isinstance(value, SimpleNamespace)


def literals() -> st.SearchStrategy[object]:
    plain = (
        st.none()
        | st.booleans()
        | st.integers()
        | st.floats()
        | st.text()
        | st.binary()
        | st.complex_numbers()
    )
    nested = st.recursive(
        plain, lambda inner: st.lists(inner, max_size=3) | st.tuples(inner, inner), max_leaves=6
    )
    return nested | st.builds(slice, plain, plain, plain)


def written(value: object) -> str:
    """As the recorder writes it."""
    if isinstance(value, slice):
        return f"slice({written(value.start)}, {written(value.stop)}, {written(value.step)})"
    if isinstance(value, complex):
        return f"complex({value.real!r}, {value.imag!r})"
    if isinstance(value, list):
        return f"[{', '.join(map(written, value))}]"
    if isinstance(value, tuple):
        return f"({', '.join(map(written, value))})"
    return repr(value)


@settings(deadline=None, max_examples=300)
@given(literals())
def test_literals_come_back_as_they_were(value: object) -> None:
    assert repr(parse(written([value]))) == repr([value])


def test_recipes_are_made_where_numscope_is_not_installed() -> None:
    """What a worker imports, of each probe too, from numscope's folder under another name."""
    probes = [known.load() for known in registry.OWN]
    # JAX's probe knows functions by their module.
    names = {"jax": "jax.numpy.x"}
    targets = []
    for probe in probes:
        with suppress(NotSpelledError):  # what matplotlib draws is not drawn again
            targets.append(probe.spelling(names.get(probe.library, f"{probe.library}.x.y")).recipe)
    program = (
        "import sys, types; package = sys.modules['apart'] = types.ModuleType('apart'); "
        "package.__path__ = [sys.argv[1]]; from apart.probes.calling.making import load; "
        "[load(target) for target in sys.argv[2:]]; import apart.analysis.replay.replay_worker.loop; "
        "print(*sorted({name.partition('.')[0] for name in sys.modules} & {'numscope', 'torch', 'numba'}))"
    )
    folder = str(Path(numscope.__file__).parent)
    words = [sys.executable, "-c", program, folder, "numscope.probes.calling.spelled:SpelledRecipe", *targets]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "\n"), done.stderr
    assert len(set(targets)) > 3
