"""The probes of libraries that follow the array API standard, and of arrays of blocks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from numscope.operations.traits import Trait
from numscope.probes.layer.compiled import CompiledSurface
from numscope.probes.layer.layer import Layer
from numscope.probes.layer.surface import Surface
from numscope.probes.probe import Function

if TYPE_CHECKING:
    from numscope.probes.hooks import Hooks

_OBJECTS = "numscope.probes.array_api.objects"
_CALLING = "numscope.probes.array_api.calling.recipe"
_SETTING = "a setting, or a description of types"
_DIVIDES = Function(traits=Trait.ELEMENTWISE | Trait.DIVIDES)
_BY_ELEMENT = Function(traits=Trait.ELEMENTWISE)
_CONVERTS = Function(traits=Trait.COPIES)
_INDEXES = Function(traits=Trait.INDEXES | Trait.READS_PART)
_CHANGES = Function(changes=0, traits=Trait.INDEXES | Trait.WRITES_PART)
_ELEMENTWISE = (
    *(
        "abs",
        "add",
        "ceil",
        "cos",
        "cosh",
        "exp",
        "expm1",
        "floor",
        "log",
        "log10",
        "log1p",
        "log2",
        "maximum",
    ),
    *("minimum", "multiply", "negative", "pow", "sin", "sinh", "sqrt", "square", "subtract", "tan", "tanh"),
)
# By the names of the standard (2024.12), within whatever module a library has them.
_STANDARD: Mapping[str, Function] = {
    "*__setitem__": _CHANGES,
    "*__getitem__": _INDEXES,
    **dict.fromkeys(
        ("*divide", "*floor_divide", "*remainder", "*__truediv__", "*__floordiv__", "*__mod__"), _DIVIDES
    ),
    **dict.fromkeys(("*asarray", "*astype", "*from_dlpack", "*from_array", "*to_device", "*copy"), _CONVERTS),
    **dict.fromkeys(("*nan_to_num", "*nan_to_num_*"), Function(traits=Trait.FILLS)),
    **dict.fromkeys(_ELEMENTWISE, _BY_ELEMENT),
    **{
        f"*.__{name}__": _BY_ELEMENT
        for name in ("add", "sub", "mul", "pow", "radd", "rsub", "rmul", "neg", "abs")
    },
}


class ArrayNamespace(Layer):
    """A library whose arrays have `__array_namespace__`: each public function and operator is an operation."""

    facts_of = _STANDARD
    calling = _CALLING

    def install(self, hooks: Hooks) -> None:
        """Watch the public API; compute no statistics on a device if none are wanted."""
        if not hooks.statistics:
            self.describes = dict.fromkeys(self.describes, f"{_OBJECTS}:without_statistics")
        super().install(hooks)

    def surface(self) -> Surface:
        """Return where the public API is."""
        return self.surface_of(CompiledSurface)


class StrictProbe(ArrayNamespace):
    """array-api-strict, which has what the standard says and nothing besides."""

    library = "array_api_strict"
    probe_version = 1
    title = "array-api-strict"
    tried = ("2.6",)
    handed_out: Mapping[str, str] = {"array_api_strict._array_object:Array": "Array"}
    public = ("array_api_strict", "array_api_strict._linalg", "array_api_strict._fft")
    shorter: Mapping[str, str] = {"_linalg.": "linalg.", "_fft.": "fft."}
    left_out: Mapping[str, str] = {
        **dict.fromkeys(("ArrayAPIStrictFlags*", "*_flags*", "Device*", "*info__*", "DType*"), _SETTING),
        **dict.fromkeys(
            ("finfo", "iinfo", "isdtype", "can_cast", "result_type", "broadcast_shapes"), _SETTING
        ),
    }
    describes: Mapping[str, str] = {"Array": f"{_OBJECTS}:array"}


class CupyProbe(ArrayNamespace):
    """CuPy. Untested on hardware: nothing of it has been run."""

    library = "cupy"
    probe_version = 1
    title = "CuPy"
    oldest = "13.0"
    public = ("cupy", "cupy.linalg", "cupy.fft", "cupy.random")
    left_out: Mapping[str, str] = {
        **dict.fromkeys(("show_config", "*_printoptions", "printoptions", "finfo", "iinfo"), _SETTING),
        **dict.fromkeys(("can_cast", "result_type", "promote_types", "is_available", "get_*"), _SETTING),
    }
    describes: Mapping[str, str] = {"ndarray": f"{_OBJECTS}:array"}


class DaskProbe(Layer):
    """dask.array: what adds to a graph of tasks, and `compute`, which runs it. Nothing is computed by recording."""

    library = "dask"
    probe_version = 1
    tried = ("2026.8",)
    public = ("dask.array", "dask.array.linalg", "dask.array.fft", "dask")
    handed_out: Mapping[str, str] = {
        "dask.array.ufunc:ufunc": "array.ufunc",
        "dask.array.random:RandomState": "array.random.RandomState",
        "dask.array.random:Generator": "array.random.Generator",
    }
    facts_of: Mapping[str, Function] = _STANDARD
    calling = _CALLING
    left_out: Mapping[str, str] = {
        **dict.fromkeys(
            ("annotate*", "get_annotations", "istask", "is_dask*", "config*", "tokenize"), _SETTING
        ),
        **dict.fromkeys(
            ("array.Performance*", "array.register_*", "array.assert_*", "*.visualize"), _SETTING
        ),
        **dict.fromkeys(
            ("*Expr", "*Expr.*", "array.linalg.HighLevelGraph*", "*.skip_doctest", "*.derived_from"), _SETTING
        ),
        **dict.fromkeys(("visualize", "*.to_svg", "array.gufunc", "array.as_gufunc"), _SETTING),
    }
    describes: Mapping[str, str] = {
        "array.Array": f"{_OBJECTS}:blocks",
        "array.ufunc": f"{_OBJECTS}:operator",
    }

    def surface(self) -> Surface:
        """Return where the public API is."""
        return self.surface_of(CompiledSurface)


STRICT = StrictProbe()
CUPY = CupyProbe()
DASK = DaskProbe()
