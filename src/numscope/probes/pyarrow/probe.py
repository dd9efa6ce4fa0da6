"""pyarrow's probe: its public functions and methods, and what its objects hold."""

from __future__ import annotations

from collections.abc import Mapping

from numscope.operations.traits import Trait
from numscope.probes.layer.layer import Layer
from numscope.probes.layer.surface import Surface
from numscope.probes.probe import Function

_OBJECTS = "numscope.probes.pyarrow.objects"
_INDEXES = Function(traits=Trait.INDEXES | Trait.READS_PART)
_CONVERTS = Function(traits=Trait.COPIES)
_BY_ELEMENT = Function(traits=Trait.ELEMENTWISE)
_TYPE = "describes element types and holds no elements"
_NO_DATA = "touches no data"
_OPERATOR = "an operator of compiled code, recorded as `compute.call_function`"
_ELEMENT = "gives one element"
_COMPARED = "compares objects in compiled code, and gives no array"


class PyarrowProbe(Layer):
    """Watch the public functions and methods of pyarrow that compute or move elements."""

    library = "pyarrow"
    probe_version = 1
    oldest = "15.0"
    tried = ("26.0",)
    public = ("pyarrow", "pyarrow.compute", "pyarrow.parquet", "pyarrow.csv", "pyarrow.feather")
    # Base classes of several public ones: their compiled methods can't be named after each.
    handed_out: Mapping[str, str] = {
        "pyarrow.lib:_PandasConvertible": "PandasConvertible",
        "pyarrow.lib:_Tabular": "Tabular",
    }
    facts_of: Mapping[str, Function] = {
        **dict.fromkeys(("*.slice", "*.column", "*.chunk", "*.field", "*.select"), _INDEXES),
        **dict.fromkeys(("compute.divide*",), Function(traits=Trait.ELEMENTWISE | Trait.DIVIDES)),
        **{f"compute.{name}*": _BY_ELEMENT for name in ("add", "subtract", "multiply", "negate", "power")},
        **dict.fromkeys(("*.fill_null", "compute.fill_null*"), Function(traits=Trait.FILLS)),
        **dict.fromkeys(("array", "chunked_array", "*.cast", "compute.cast", "*.to_numpy"), _CONVERTS),
        **dict.fromkeys(("*.to_pandas", "*.from_pandas", "*.from_dlpack", "*.combine_chunks"), _CONVERTS),
        **dict.fromkeys(("*.__array__", "*.__arrow_c_*__", "*.__dlpack__", "*.to_tensor"), _CONVERTS),
    }
    left_out: Mapping[str, str] = {
        **dict.fromkeys(("*Type", "*Type.*", "Field*", "Schema*", "KeyValue*", "DictionaryMemo*"), _TYPE),
        **dict.fromkeys(("*Scalar", "*Scalar.*", "*.__getitem__"), _ELEMENT),
        **dict.fromkeys(("*.validate", "*.equals", "*.to_string", "*.dim_name", "*.length"), _NO_DATA),
        **dict.fromkeys(("*.buffers", "*.get_total_buffer_size", "*.close", "*.format"), _NO_DATA),
        **dict.fromkeys(("*Buffer", "*Buffer.*", "*Stream", "*Stream.*", "*.*Properties*"), _NO_DATA),
        **dict.fromkeys(
            ("BufferReader*", "*NativeFile*", "PythonFile*", "OSFile*", "*MappedFile*"), _NO_DATA
        ),
        **dict.fromkeys(("*Memory*", "*BufferWriter*", "Codec*", "*Info", "*Info.*", "Device*"), _NO_DATA),
        **dict.fromkeys(
            ("Message*", "Cache*", "Metadata*", "parquet.*MetaData*", "parquet.*Schema*"), _NO_DATA
        ),
        **dict.fromkeys(
            ("compute.*Options*", "compute.*Function*", "compute.*registry", "compute.get_*"), _NO_DATA
        ),
        **dict.fromkeys(("compute.list_functions", "compute.Expression*", "compute.Declaration*"), _NO_DATA),
        **dict.fromkeys(("compute.field", "compute.scalar", "compute.register_*", "compute.*Udf*"), _NO_DATA),
        **dict.fromkeys(
            ("csv.*Options*", "csv.InvalidRow*", "feather.FeatherError", "feather.schema"), _NO_DATA
        ),
        **dict.fromkeys(("*.*.schema", "*.SortingColumn*", "*.Statistics*", "feather.check_*"), _NO_DATA),
        **dict.fromkeys(("parquet.ParquetReader.set_*", "parquet.ParquetReader.column_name_idx"), _NO_DATA),
        **dict.fromkeys(("parquet.filters*", "parquet.read_schema", "parquet.read_metadata"), _NO_DATA),
        **{
            f"*.__{name}__": _OPERATOR for name in ("add", "sub", "mul", "truediv", "pow", "and", "or", "xor")
        },
        **{
            f"*.__r{name}__": _OPERATOR
            for name in ("add", "sub", "mul", "truediv", "pow", "and", "or", "xor")
        },
        **dict.fromkeys(("*.__neg__", "*.__abs__", "*.__[lr]*shift__"), _OPERATOR),
        **{f"*.__{name}__": _COMPARED for name in ("lt", "le", "eq", "ne", "gt", "ge")},
    }
    describes: Mapping[str, str] = {
        "Array": f"{_OBJECTS}:array",
        "ChunkedArray": f"{_OBJECTS}:chunked",
        "Table": f"{_OBJECTS}:table",
        "RecordBatch": f"{_OBJECTS}:table",
    }
    calling = "numscope.probes.pyarrow.calling.recipe"
    outside: Mapping[str, str] = {
        **dict.fromkeys(("*.read_*", "*.ParquetFile*", "*.ParquetDataset*"), "it reads a file"),
        **dict.fromkeys(("*.write_*", "*Writer*"), "it writes a file"),
    }

    def surface(self) -> Surface:
        """Return where the public API is."""
        from numscope.probes.pyarrow.surface import ArrowSurface

        return self.surface_of(ArrowSurface)


PROBE = PyarrowProbe()
