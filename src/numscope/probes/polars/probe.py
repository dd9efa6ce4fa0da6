"""polars' probe: its public functions written in Python, and what its objects hold."""

from __future__ import annotations

from collections.abc import Mapping

from numscope.operations.traits import Trait
from numscope.probes.layer.layer import Layer
from numscope.probes.layer.surface import Surface
from numscope.probes.probe import Function

_OBJECTS = "numscope.probes.polars.objects"
_GROUPED = {
    f"polars.dataframe.group_by:{name}": f"DataFrame.{name}"
    for name in ("GroupBy", "DynamicGroupBy", "RollingGroupBy")
}
_ACCESSORS = {
    "polars.series.string:StringNameSpace": "Series.str",
    "polars.series.datetime:DateTimeNameSpace": "Series.dt",
    "polars.series.list:ListNameSpace": "Series.list",
    "polars.series.array:ArrayNameSpace": "Series.arr",
    "polars.series.categorical:CatNameSpace": "Series.cat",
    "polars.series.struct:StructNameSpace": "Series.struct",
    "polars.series.binary:BinaryNameSpace": "Series.bin",
}
_INDEXES = Function(traits=Trait.INDEXES | Trait.READS_PART)
_DIVIDES = Function(traits=Trait.ELEMENTWISE | Trait.DIVIDES)
_BY_ELEMENT = Function(traits=Trait.ELEMENTWISE)
_CONVERTS = Function(traits=Trait.COPIES)
_PLAN = "adds to a plan, which `collect` computes"
_NO_DATA = "touches no data"
_TYPE = "describes element types and holds no elements"


class PolarsProbe(Layer):
    """Watch the public functions and methods of polars that compute."""

    library = "polars"
    probe_version = 1
    oldest = "1.0"
    tried = ("2.1",)
    handed_out: Mapping[str, str] = {**_GROUPED, **_ACCESSORS}
    facts_of: Mapping[str, Function] = {
        **dict.fromkeys(
            ("*.__getitem__", "*.head", "*.tail", "*.limit", "*.slice", "*.get_column", "*.to_series"),
            _INDEXES,
        ),
        **dict.fromkeys(("*.group_by*", "*.get_columns", "*.item", "*.row", "*.iter_*"), _INDEXES),
        "*.__setitem__": Function(changes=0, traits=Trait.INDEXES | Trait.WRITES_PART),
        **dict.fromkeys(("*.__truediv__", "*.__floordiv__", "*.__mod__"), _DIVIDES),
        **{f"*.__{name}__": _BY_ELEMENT for name in ("add", "sub", "mul", "pow", "radd", "rsub", "rmul")},
        "set_random_seed": Function(traits=Trait.SEEDS),
        **dict.fromkeys(("*.fill_nan", "*.fill_null", "*.interpolate*"), Function(traits=Trait.FILLS)),
        **dict.fromkeys(
            (
                *("Series", "DataFrame", "*.cast", "*.clone", "*.rechunk", "from_*"),
                *("*.to_numpy", "*.to_arrow", "*.to_pandas", "*.to_torch", "*.to_jax", "*.to_list"),
                *("*.__array__", "*.__arrow_c_*__"),
            ),
            _CONVERTS,
        ),
    }
    left_out: Mapping[str, str] = {
        **dict.fromkeys(("LazyFrame.collect*", "LazyFrame.sink_*", "LazyFrame.profile"), ""),
        **dict.fromkeys(("LazyFrame.describe", "LazyFrame.fetch", "SQLContext", "SQLContext.execute"), ""),
        "LazyFrame.*": _PLAN,
        **dict.fromkeys(("Expr", "Expr.*", "*Expr"), _PLAN),
        **dict.fromkeys(("col", "lit", "when", "*Context*", "*Provider*", "*Credential*"), _NO_DATA),
        **dict.fromkeys(
            ("Config*", "*_string_cache", "StringCache*", "*.flags", "*.plot", "*.style"), _NO_DATA
        ),
        **dict.fromkeys(("show_versions", "build_info", "thread_pool_size", "get_index_type"), _NO_DATA),
        **dict.fromkeys(("*.is_empty", "*.get_column_index", "*.glimpse", "*.show", "*.lazy"), _NO_DATA),
        **dict.fromkeys(("DataType*", "Schema*", "Catalog*", "QueryOptFlags*", "*Engine*"), _NO_DATA),
        **dict.fromkeys(
            ("Int[0-9]*", "UInt*", "Float*", "Decimal*", "Boolean*", "Binary*", "String*"), _TYPE
        ),
        **dict.fromkeys(("Date", "Date.*", "Datetime*", "Duration*", "Time", "Time.*", "Null*"), _TYPE),
        **dict.fromkeys(("Array*", "List*", "Struct*", "Map*", "Enum*", "Categor*", "Object*"), _TYPE),
        **dict.fromkeys(("Unknown*", "Field*", "*Extension*", "*_extension_type", "self_dtype"), _TYPE),
        **dict.fromkeys(("CompatLevel*", "Parquet*", "PartitionBy*", "ScanCast*", "dtype_of"), _NO_DATA),
        **dict.fromkeys(("read_*_schema", "read_*_metadata", "escape_regex", "sql_expr"), _NO_DATA),
        **dict.fromkeys(("explain_all", "any", "coalesce", "arg_where", "row_index"), _PLAN),
    }
    describes: Mapping[str, str] = {
        "Series": f"{_OBJECTS}:series",
        "DataFrame": f"{_OBJECTS}:frame",
        "LazyFrame": f"{_OBJECTS}:lazy",
        "Expr": f"{_OBJECTS}:expression",
        **dict.fromkeys(_GROUPED.values(), f"{_OBJECTS}:grouped"),
    }
    calling = "numscope.probes.polars.calling.recipe"
    outside: Mapping[str, str] = {
        **dict.fromkeys(("read_*", "scan_*"), "it reads a file"),
        **dict.fromkeys(("*.write_*", "*.sink_*"), "it writes a file"),
        **dict.fromkeys(("*.sample", "*.shuffle"), "it draws random numbers"),
    }

    def surface(self) -> Surface:
        """Return where the public API is."""
        from numscope.probes.polars.surface import PolarsSurface

        return self.surface_of(PolarsSurface)


PROBE = PolarsProbe()
