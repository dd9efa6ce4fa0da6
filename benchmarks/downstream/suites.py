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


# pandas' are below pandas.tests. A folder stands for all its modules.
_OF_LAYERS = {
    "pandas": ("arithmetic", "groupby", "reductions", "reshape.merge", "window"),
    "sklearn": (
        *(
            "linear_model.tests.test_base",
            "linear_model.tests.test_ridge",
            "linear_model.tests.test_logistic",
        ),
        *("linear_model.tests.test_coordinate_descent", "linear_model.tests.test_least_angle"),
        *(
            "linear_model.tests.test_bayes",
            "linear_model.tests.test_huber",
            "linear_model._glm.tests.test_glm",
        ),
        *(
            "preprocessing.tests.test_data",
            "preprocessing.tests.test_encoders",
            "preprocessing.tests.test_label",
        ),
        *("preprocessing.tests.test_discretization", "preprocessing.tests.test_polynomial"),
        "tests.test_pipeline",
    ),
    "scipy": (
        *("linalg.tests", "interpolate.tests"),
        *("optimize.tests.test_optimize", "optimize.tests.test_zeros", "optimize.tests.test_least_squares"),
        *("optimize.tests.test_linprog", "optimize.tests.test_minpack", "optimize.tests.test_slsqp"),
        *("sparse.tests.test_construct", "sparse.tests.test_base", "sparse.linalg._isolve.tests"),
        *("stats.tests.test_stats", "stats.tests.test_distributions", "stats.tests.test_hypotests"),
        *("stats.tests.test_morestats", "stats.tests.test_multivariate", "stats.tests.test_mstats_basic"),
        *("signal.tests.test_signaltools", "integrate._ivp.tests"),
    ),
    "xarray": ("tests.test_computation", "tests.test_groupby", "tests.test_rolling", "tests.test_interp"),
    "statsmodels": (
        *("regression.tests.test_regression", "genmod.tests.test_glm", "discrete.tests.test_discrete"),
        "tsa.tests.test_stattools",
    ),
    "networkx": ("linalg.tests", "algorithms.link_analysis.tests"),
    # The backend is that of KERAS_BACKEND. Keras' tests end in _test and lie beside its modules.
    "keras": (
        *("src.ops.numpy_test", "src.ops.nn_test", "src.ops.linalg_test", "src.layers.core.dense_test"),
        *("src.losses.losses_test", "src.metrics.confusion_metrics_test", "src.optimizers.adam_test"),
        *("src.models.sequential_test", "src.models.model_test", "src.trainers.trainer_test"),
    ),
}


def layer_parts() -> list[Part]:
    """Slices of the suites of libraries that are recorded by their public API: every public call is an operation."""
    return [_inside(library, name) for library, names in _OF_LAYERS.items() for name in names]


def _inside(library: str, name: str) -> Part:
    test = f"{library}.{'tests.' if library == 'pandas' else ''}{name}"
    return Part(f"{test} (public API)", library, ("-m", "not slow", "--pyargs", test), inside=True)


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
