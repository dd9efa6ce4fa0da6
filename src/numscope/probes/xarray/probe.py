"""xarray's probe: its public API, and what its objects hold."""

from __future__ import annotations

import sys
from collections.abc import Mapping

from numscope.operations.traits import Trait
from numscope.probes.layer.compiled import CompiledSurface
from numscope.probes.layer.layer import Layer
from numscope.probes.layer.surface import Surface
from numscope.probes.probe import Function
from numscope.probes.xarray.adapter import OLDEST, TRIED

_OBJECTS = "numscope.probes.xarray.objects"
_GROUPED = {
    "xarray.core.groupby:DataArrayGroupBy": "DataArrayGroupBy",
    "xarray.core.groupby:DatasetGroupBy": "DatasetGroupBy",
    "xarray.core.resample:DataArrayResample": "DataArrayResample",
    "xarray.core.resample:DatasetResample": "DatasetResample",
}
_WINDOWS = {
    "xarray.computation.rolling:DataArrayRolling": "DataArrayRolling",
    "xarray.computation.rolling:DatasetRolling": "DatasetRolling",
    "xarray.computation.rolling:DataArrayCoarsen": "DataArrayCoarsen",
    "xarray.computation.rolling:DatasetCoarsen": "DatasetCoarsen",
    "xarray.computation.rolling_exp:RollingExp": "RollingExp",
    "xarray.computation.weighted:DataArrayWeighted": "DataArrayWeighted",
    "xarray.computation.weighted:DatasetWeighted": "DatasetWeighted",
}
_ACCESSORS = {
    "xarray.core.accessor_dt:DatetimeAccessor": "DataArray.dt",
    "xarray.core.accessor_dt:TimedeltaAccessor": "DataArray.dt",
    "xarray.core.accessor_str:StringAccessor": "DataArray.str",
}
_LOCATORS = {
    "xarray.core.dataarray:_LocIndexer": "DataArray.loc",
    "xarray.core.dataset:_LocIndexer": "Dataset.loc",
}
_UFUNCS = {
    "xarray.ufuncs:_unary_ufunc": "ufuncs.unary",
    "xarray.ufuncs:_binary_ufunc": "ufuncs.binary",
}
_INDEXES = Function(traits=Trait.INDEXES | Trait.READS_PART)
_WRITES = Function(changes=0, traits=Trait.INDEXES | Trait.WRITES_PART)
_NOT_DATA = "touches no data"


class XarrayProbe(Layer):
    """Watch the public functions and methods of xarray."""

    library = "xarray"
    probe_version = 1
    oldest = OLDEST
    tried = TRIED
    public = (
        *("xarray", "xarray.ufuncs", "xarray.testing", "xarray.groupers", "xarray.indexes"),
        *("xarray.plot", "xarray.coders", "xarray.tutorial"),
    )
    handed_out: Mapping[str, str] = {**_GROUPED, **_WINDOWS, **_ACCESSORS, **_LOCATORS, **_UFUNCS}
    computed = ("DataArray.dt.*", "*.T", "*.real", "*.imag")
    facts_of: Mapping[str, Function] = {
        "*.__setitem__": _WRITES,
        "*.__delitem__": _WRITES,
        **dict.fromkeys(
            ("*.__getitem__", "*.sel", "*.isel", "*.head", "*.tail", "*.thin", "*.get"), _INDEXES
        ),
        **dict.fromkeys(("*.groupby", "*.resample", "*.rolling", "*.coarsen", "*.weighted"), _INDEXES),
        "*.fillna": Function(traits=Trait.FILLS),
        "*.interpolate_na": Function(traits=Trait.FILLS),
    }
    left_out: Mapping[str, str] = {
        "set_options*": "a setting",
        "get_options": "a setting",
        "show_versions": _NOT_DATA,
        "register_*_accessor": "a decorator",
        "testing.*": "compares, for tests",
        "tutorial.*": "loads an example",
        "*.close": _NOT_DATA,
        "*.set_close": _NOT_DATA,
        "*.keys": _NOT_DATA,
        "*.items": _NOT_DATA,
        "*.get_axis_num": _NOT_DATA,
        "*.get_index": _NOT_DATA,
    }
    calling = "numscope.probes.xarray.calling.recipe"
    outside: Mapping[str, str] = {
        **dict.fromkeys(("open_*", "load_*", "*.load", "*.open_*"), "it reads a file"),
        **dict.fromkeys(("save_*", "*.to_netcdf", "*.to_zarr", "*.dump_to_store"), "it writes a file"),
        **dict.fromkeys(("plot.*", "*.plot*"), "it draws a figure"),
        "tutorial.*": "it fetches data",
    }
    describes: Mapping[str, str] = {
        "DataArray": f"{_OBJECTS}:data_array",
        "Dataset": f"{_OBJECTS}:dataset",
        "Variable": f"{_OBJECTS}:variable",
        **dict.fromkeys(_GROUPED.values(), f"{_OBJECTS}:grouped"),
        **dict.fromkeys(_WINDOWS.values(), f"{_OBJECTS}:windowed"),
        **dict.fromkeys(_ACCESSORS.values(), f"{_OBJECTS}:windowed"),
        "DataArray.loc": f"{_OBJECTS}:located",
        "Dataset.loc": f"{_OBJECTS}:located",
        **dict.fromkeys(_UFUNCS.values(), f"{_OBJECTS}:ufunc"),
    }

    def surface(self) -> Surface:
        """Return where the public API is."""
        return self.surface_of(CompiledSurface)

    def missing(self) -> list[str]:
        """Return the private parts that are not where the adapter expects them."""
        from numscope.probes.xarray import adapter

        return [*super().missing(), *adapter.missing(sys.modules["xarray"])]


PROBE = XarrayProbe()
