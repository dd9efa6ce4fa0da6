"""Which tests are run: whole suites in parts, and a slice that is small enough for every push."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Part:
    """One pytest run: a name, the library it tests, and what pytest is given.

    inside: record the library's public calls that its own code makes, as its tests are.
    """

    name: str
    library: str
    arguments: tuple[str, ...]
    values: str = "stats"
    inside: bool = False


def _of(library: str, *packages: str, values: str = "stats") -> list[Part]:
    return [Part(package, library, ("--pyargs", package), values) for package in packages]


def numpy_parts(implementation: str) -> list[Part]:
    """NumPy's own suite, in as many parts as it has test folders; `implementation` is numpy._core or numpy.core."""
    folders = ("fft", "lib", "linalg", "ma", "matrixlib", "polynomial", "random", "testing")
    return _of("numpy", implementation, *(f"numpy.{folder}.tests" for folder in folders), "numpy.tests")


def pandas_parts() -> list[Part]:
    """The parts of pandas' suite that lean on NumPy most."""
    return _of("pandas", "pandas.tests.arithmetic", "pandas.tests.reductions", "pandas.tests.apply")


def layer_parts() -> list[Part]:
    """Slices of the suites of libraries that are recorded by their public API: every public call is an operation."""
    of_pandas = ("arithmetic.test_numeric", "groupby.test_groupby", "reductions")
    return [
        _inside("pandas", tuple(f"pandas.tests.{name}" for name in of_pandas)),
        _inside("sklearn", tuple(f"sklearn.{name}" for name in _OF_SKLEARN)),
        _inside("scipy", tuple(f"scipy.{name}" for name in _OF_SCIPY)),
    ]


_OF_SKLEARN = ("linear_model.tests.test_base", "linear_model.tests.test_ridge", "tests.test_pipeline")
_OF_SCIPY = ("optimize.tests.test_optimize", "linalg.tests.test_basic", "interpolate.tests.test_interpolate")


def _inside(library: str, packages: tuple[str, ...]) -> Part:
    return Part(f"public API of {library}", library, ("--pyargs", *packages), inside=True)


def scipy_parts() -> list[Part]:
    """The parts of SciPy's suite that lean on NumPy most."""
    return _of("scipy", "scipy.linalg.tests", "scipy.integrate.tests", "scipy.interpolate.tests")


def short_parts(implementation: str) -> list[Part]:
    """What `make test` runs: indexing, overlap, protocols and transforms of NumPy, with every value kept."""
    modules = ("indexing", "overrides", "mem_overlap", "item_selection")
    core = [f"{implementation}.tests.test_{name}" for name in modules]
    quick = ("-m", "not slow", "-k", "not huge and not internal_overlap", "--pyargs")
    return [Part("short slice of numpy", "numpy", (*quick, *core, "numpy.fft.tests"), "full")]


def slice_parts(implementation: str) -> list[Part]:
    """Half a minute, for `make test-long`: ufuncs, indexing, overlap, protocols, masked arrays, every value kept."""
    modules = ("ufunc", "indexing", "overrides", "mem_overlap", "item_selection", "array_coercion")
    core = [f"{implementation}.tests.test_{name}" for name in modules]
    quick = ("-m", "not slow", "-k", "not huge", "--pyargs")
    return [
        Part("slice of numpy", "numpy", (*quick, *core, "numpy.fft.tests", "numpy.matrixlib.tests"), "full"),
        Part("slice of numpy.ma", "numpy", (*quick, "numpy.ma.tests.test_core"), "full"),
    ]
