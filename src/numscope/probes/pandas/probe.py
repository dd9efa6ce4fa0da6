"""pandas' probe: its public API, and what its objects hold."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING

from numscope.operations.traits import Trait
from numscope.probes.layer.layer import Layer
from numscope.probes.pandas.adapter import OLDEST, TRIED
from numscope.probes.probe import Function, NotSpelledError

if TYPE_CHECKING:
    from numscope.probes.calling.written import Statement

_OBJECTS = "numscope.probes.pandas.objects"
_ACCESSORS = {
    "strings.accessor:StringMethods": "Series.str",
    "indexes.accessors:CombinedDatetimelikeProperties": "Series.dt",
    "indexes.accessors:DatetimeProperties": "Series.dt",
    "indexes.accessors:TimedeltaProperties": "Series.dt",
    "indexes.accessors:PeriodProperties": "Series.dt",
    "arrays.categorical:CategoricalAccessor": "Series.cat",
    "arrays.sparse.accessor:SparseAccessor": "Series.sparse",
    "arrays.sparse.accessor:SparseFrameAccessor": "DataFrame.sparse",
    "arrays.arrow.accessors:ListAccessor": "Series.list",
    "arrays.arrow.accessors:StructAccessor": "Series.struct",
}
_INDEXERS = {
    "indexing:_LocIndexer": "DataFrame.loc",
    "indexing:_iLocIndexer": "DataFrame.iloc",
    "indexing:_AtIndexer": "DataFrame.at",
    "indexing:_iAtIndexer": "DataFrame.iat",
}
_FIELDS = (
    *(
        "year",
        "month",
        "day",
        "hour",
        "minute",
        "second",
        "microsecond",
        "nanosecond",
        "date",
        "time",
        "quarter",
    ),
    *("week*", "day*", "is_*", "days", "seconds", "microseconds", "nanoseconds"),
)
_GROUPED = (
    *("DataFrameGroupBy", "SeriesGroupBy", "Resampler"),
    *("Rolling", "Expanding", "ExponentialMovingWindow", "Window"),
)
_FILES = (
    *(
        "csv",
        "excel",
        "hdf",
        "sql",
        "json",
        "html",
        "xml",
        "latex",
        "markdown",
        "string",
        "pickle",
        "parquet",
    ),
    *("feather", "orc", "stata", "clipboard", "gbq", "iceberg"),
)
_DRAWS = ("*.plot", "*.plot.*", "*.hist", "*.boxplot", "plotting.*")
_INDEXES = Function(traits=Trait.INDEXES | Trait.READS_PART)
_BY_ELEMENT = Function(traits=Trait.ELEMENTWISE)
_DIVIDES = Function(traits=Trait.ELEMENTWISE | Trait.DIVIDES)
_FILLS = Function(traits=Trait.FILLS)
_CHANGES = Function(changes=0, traits=Trait.INDEXES | Trait.WRITES_PART)


class PandasProbe(Layer):
    """Watch the public functions and methods of pandas."""

    library = "pandas"
    probe_version = 1
    oldest = OLDEST
    tried = TRIED
    public = (
        "pandas",
        "pandas.api.typing",
        "pandas.api.extensions",
        "pandas.api.indexers",
        "pandas.api.types",
        "pandas.arrays",
        "pandas.plotting",
        "pandas.testing",
        "pandas.tseries.frequencies",
        "pandas.tseries.offsets",
    )
    shorter: Mapping[str, str] = {"api.typing.": ""}
    handed_out: Mapping[str, str] = {
        **{f"pandas.core.{spot}": path for spot, path in {**_ACCESSORS, **_INDEXERS}.items()},
        "pandas.plotting._core:PlotAccessor": "DataFrame.plot",
    }
    holders: Mapping[str, str] = {
        **dict.fromkeys(_INDEXERS.values(), "obj"),
        "Series.str": "_orig",
        "DataFrame.plot": "_parent",
    }
    computed = (
        "Series.dt.*",
        "*.T",
        "DataFrame.values",
        *("*.hasnans", "*.has_duplicates", "*.is_unique", "*.is_monotonic_*"),
        *(f"{kind}Index.{field}" for kind in ("Datetime", "Period", "Timedelta") for field in _FIELDS),
    )
    facts_of: Mapping[str, Function] = {
        "*.__setitem__": _CHANGES,
        "*.__delitem__": _CHANGES,
        "*.insert": _CHANGES,
        "*.update": Function(changes=0),
        "*.__getitem__": _INDEXES,
        "DataFrame.groupby": _INDEXES,
        "Series.groupby": _INDEXES,
        "*.rolling": _INDEXES,
        "*.expanding": _INDEXES,
        "*.ewm": _INDEXES,
        "*.resample": _INDEXES,
        "*.head": _INDEXES,
        "*.tail": _INDEXES,
        "*.get": _INDEXES,
        "*.xs": _INDEXES,
        "*.pop": _CHANGES,
        **dict.fromkeys(("*.__truediv__", "*.__floordiv__", "*.__mod__"), _DIVIDES),
        **{
            f"*.__{name}__": _BY_ELEMENT
            for name in ["add", "sub", "mul", "pow", "radd", "rsub", "rmul", "rtruediv", "rpow", "neg", "abs"]
        },
        "*.transform": _BY_ELEMENT,
        **dict.fromkeys(_DRAWS, Function(traits=Trait.PLOTS)),
        **dict.fromkeys(("*.fillna", "*.interpolate", "*.ffill", "*.bfill"), _FILLS),
    }
    left_out: Mapping[str, str] = {
        **dict.fromkeys(("*Dtype", "*Dtype.*"), "describes element types and holds no elements"),
        **dict.fromkeys(
            ("Timestamp", "Timedelta", "Period", "Interval", "NaT", "NA"), "one moment or value, no array"
        ),
        **dict.fromkeys(("NaTType", "NAType"), "one moment or value, no array"),
        **dict.fromkeys(("DateOffset", "tseries.*"), "a rule for dates, which holds no array"),
        **dict.fromkeys(
            ("*_option", "option_context", "options", "set_eng_float_format"), "sets or tells an option"
        ),
        **dict.fromkeys(("show_versions", "test"), "tells about the installation"),
        **dict.fromkeys(
            ("Flags", "Flags.*", "NamedAgg", "Grouper", "IndexSlice"), "says what is wanted, holds no data"
        ),
        "api.extensions.register_*": "makes a class known to pandas",
        "api.extensions.ExtensionDtype*": "describes element types and holds no elements",
    }
    describes: Mapping[str, str] = {
        "Series": f"{_OBJECTS}:SERIES",
        "DataFrame": f"{_OBJECTS}:FRAME",
        "Index": f"{_OBJECTS}:index",
        "api.extensions.ExtensionArray": f"{_OBJECTS}:array",
        **dict.fromkeys(_GROUPED, f"{_OBJECTS}:grouped"),
        **dict.fromkeys((*_ACCESSORS.values(), "DataFrame.plot"), f"{_OBJECTS}:ACCESSOR"),
        **dict.fromkeys(_INDEXERS.values(), f"{_OBJECTS}:INDEXER"),
    }

    calling = "numscope.probes.pandas.calling.recipe"
    outside: Mapping[str, str] = {
        **dict.fromkeys(("read_*", "HDFStore*", "ExcelFile*"), "it reads a file"),
        **dict.fromkeys(
            (*(f"*.to_{kind}" for kind in _FILES), "ExcelWriter*", "to_pickle"), "it may write a file"
        ),
        **dict.fromkeys(_DRAWS, "it draws a figure"),
        "*.sample": "it draws random numbers",
    }

    def statement(self, operation: str, positional: list[str], named: dict[str, str]) -> Statement:
        """Raise NotSpelledError: its objects can't be written into the script of a halt yet."""
        raise NotSpelledError("calls of pandas are not written into scripts yet")

    def missing(self) -> list[str]:
        """Return the private parts that are not where the adapter expects them."""
        from numscope.probes.pandas import adapter

        return [*super().missing(), *adapter.missing(sys.modules["pandas"])]


PROBE = PandasProbe()
