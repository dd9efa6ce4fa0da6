"""SciPy's probe: its public API, and what its objects hold."""

from __future__ import annotations

from collections.abc import Mapping

from numscope.operations.traits import Trait
from numscope.probes.layer.layer import Layer
from numscope.probes.layer.surface import Surface
from numscope.probes.probe import Function
from numscope.probes.scipy.surface import SciPySurface

_OBJECTS = "numscope.probes.scipy.objects"
_PARTS = (
    *("cluster.hierarchy", "cluster.vq", "constants", "datasets", "differentiate", "fft", "integrate"),
    *("interpolate", "io", "io.arff", "io.wavfile", "io.matlab", "linalg", "linalg.interpolative", "ndimage"),
    *("optimize", "optimize.elementwise", "signal", "signal.windows", "sparse", "sparse.linalg"),
    *("sparse.csgraph", "spatial", "spatial.distance", "spatial.transform", "special", "stats"),
    *("stats.mstats", "stats.contingency", "stats.qmc", "stats.sampling", "odr", "fftpack"),
)
_RESULTS = {
    "scipy.optimize._optimize:OptimizeResult": "optimize.OptimizeResult",
    "scipy.integrate._ivp.ivp:OdeResult": "integrate.OdeResult",
    "scipy._lib._util:_RichResult": "RichResult",
    "scipy.optimize._zeros_py:RootResults": "optimize.RootResults",
}
_FROZEN = {
    "scipy.stats._distn_infrastructure:rv_frozen": "stats.rv_frozen",
    "scipy.stats._multivariate:multi_rv_frozen": "stats.multi_rv_frozen",
    # Densities are methods of classes derived from these.
    **{
        f"scipy.stats._distn_infrastructure:rv_{kind}_frozen": "stats.rv_frozen"
        for kind in ("continuous", "discrete")
    },
    **{
        f"scipy.stats._multivariate:{name}_frozen": "stats.multi_rv_frozen"
        for name in (
            "multivariate_normal",
            "multivariate_t",
            "dirichlet",
            "multinomial",
            "wishart",
            "invwishart",
        )
    },
}
_INTERPOLATORS = (
    *("interp1d", "UnivariateSpline", "PPoly", "BSpline", "NdPPoly", "RegularGridInterpolator"),
    *("RBFInterpolator", "BarycentricInterpolator", "KroghInterpolator", "NearestNDInterpolator"),
)
_NOT_DATA = "touches no data"
_COMPILED = Function(everywhere=True)
_DRAWING = (
    *("*.rvs", "*.resample", "stats.bootstrap", "stats.permutation_test", "stats.monte_carlo_test"),
    *("stats.qmc.*", "stats.power", "sparse.rand*", "sparse.linalg.svds", "sparse.linalg.eigs*"),
    *("sparse.linalg.onenormest", "sparse.linalg.expm_multiply", "cluster.vq.kmeans*"),
    *("linalg.interpolative.*", "linalg.clarkson_woodruff_transform", "optimize.differential_evolution"),
    *("optimize.dual_annealing", "optimize.basinhopping", "optimize.quadratic_assignment"),
)
_FILES = "it reads or writes a file"
_INDEXES = Function(traits=Trait.INDEXES | Trait.READS_PART)


class SciPyProbe(Layer):
    """Watch the public functions, methods and compiled transforms of SciPy."""

    library = "scipy"
    title = "SciPy"
    probe_version = 1
    oldest = "1.11"
    tried = ("1.15", "1.17")
    public = ("scipy", *(f"scipy.{part}" for part in _PARTS))
    handed_out: Mapping[str, str] = {
        **_RESULTS,
        **_FROZEN,
        "scipy.sparse._base:_spbase": "sparse.sparray",
    }
    facts_of: Mapping[str, Function] = {
        # Below is compiled code that nobody else records.
        "fft.*": _COMPILED,
        "sparse.*.__getitem__": _INDEXES,
        "sparse.*.__setitem__": Function(changes=0, traits=Trait.WRITES_PART),
        # Where a distribution ends: at infinity, mostly.
        "stats.*.support": Function(traits=Trait.NONFINITE_ON_PURPOSE),
        **dict.fromkeys(_DRAWING, Function(traits=Trait.DRAWS)),
    }
    left_out: Mapping[str, str] = {
        "test": "runs tests",
        "*.test": "runs tests",
        "*.errstate*": "a setting",
        "special.*err": "a setting",
        "*.*Warning": _NOT_DATA,
        "show_config": _NOT_DATA,
        "*.set_*backend": "a setting",
        "*.skip_backend": "a setting",
        "*.register_backend": "a setting",
        "*.set_random_state": "a setting",
        "fft.*_workers": "a setting",
        "LowLevelCallable*": "holds the address of a function",
        "datasets.*": "reads a file",
        "*.close": _NOT_DATA,
    }
    calling = "numscope.probes.scipy.calling.recipe"
    outside: Mapping[str, str] = {
        "io.*": _FILES,
        "*.save_npz": _FILES,
        "*.load_npz": _FILES,
        "datasets.*": "it reads a file, or fetches it",
    }
    describes: Mapping[str, str] = {
        "sparse.sparray": f"{_OBJECTS}:sparse",
        **dict.fromkeys(_RESULTS.values(), f"{_OBJECTS}:result"),
        **dict.fromkeys(_FROZEN.values(), f"{_OBJECTS}:frozen"),
        **{f"interpolate.{name}": f"{_OBJECTS}:held" for name in _INTERPOLATORS},
        "stats.rv_continuous": f"{_OBJECTS}:distribution",
        "stats.rv_discrete": f"{_OBJECTS}:distribution",
    }

    def surface(self) -> Surface:
        """Return where the public API is."""
        return self.surface_of(SciPySurface)


PROBE = SciPyProbe()
