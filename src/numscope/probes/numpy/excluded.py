"""What NumPy makes public that never touches an array's elements, and why.

Nothing is listed here to be watched: whatever is not named in these tables is, so what a new NumPy adds is
watched from its first day.
"""

from __future__ import annotations

import inspect
from pathlib import PurePath
from types import FunctionType

from numscope.probes.numpy.entry import Reason, no_data

# Source files (without leading underscores and `_impl`) that hold nothing but questions and settings.
_FILES = {
    "ufunc_config": "reads or sets how floating-point errors are treated",
    "numerictypes": "asks about element types",
    "type_check": "asks about element types",
    "utils": "describes the installation or an object's documentation",
    "__config__": "describes how NumPy was built",
    "getlimits": "gives the limits of an element type",
    "array_api_info": "lists what the installation can do",
    "introspect": "describes the installation",
    "version": "compares version numbers",
    "datasource": "finds or downloads files",
    "arrayprint": "formats one number, or sets how arrays are printed",
    "array_utils": "asks about an array's memory or axes",
    "pytesttester": "runs NumPy's own tests",
}
_NAMES = {
    "add_docstring": "attaches documentation",
    "add_newdoc": "attaches documentation",
    "add_newdoc_ufunc": "attaches documentation",
    "as_ctypes_type": "translates element types",
    "base_repr": "formats one integer",
    "binary_repr": "formats one integer",
    "broadcast_shapes": "works on shapes",
    "datetime_data": "asks about an element type",
    "fill_value": "reads a setting of the array",
    "format_float": "formats one number",
    "format_parser": "parses field names",
    "get_bit_generator": "returns which generator is in use",
    "get_state": "reads the generator's state",
    "geterrobj": "reads how floating-point errors are treated",
    "isfortran": "asks about an array's memory",
    "isscalar": "asks about a type",
    "iterable": "asks about a type",
    "load_library": "loads a shared library",
    "ndpointer": "makes a type for ctypes",
    "normalize_axis_index": "works on axis numbers",
    "promote_types": "asks about element types",
    "resolve_dtypes": "asks about element types",
    "seed": "sets the generator's state",
    "set_bit_generator": "sets which generator is in use",
    "set_default_printstyle": "sets how polynomials are printed",
    "set_numeric_ops": "sets which ufuncs the operators call",
    "set_state": "sets the generator's state",
    "set_string_function": "sets how arrays are printed",
    "set_typeDict": "sets the names of element types",
    "seterrobj": "sets how floating-point errors are treated",
    "setflags": "sets an array's flags",
    "xerbla": "reports an error of LAPACK",
}


def source_file(value: object) -> str:
    """Name of the source file a Python function or class comes from, without leading underscores and `_impl`."""
    functions = [value] if isinstance(value, FunctionType) else list(vars(value).values())
    for function in functions:
        if isinstance(function, FunctionType):
            inner = inspect.unwrap(function)
            if not isinstance(inner, FunctionType):
                continue
            stem = PurePath(inner.__code__.co_filename).stem
            return stem if stem.startswith("__") else stem.lstrip("_").removesuffix("_impl")
    return ""


def reason_for(name: str, value: object) -> Reason | None:
    """Why `value`, publicly called `name`, touches no elements; None if it may."""
    text = _NAMES.get(name.rpartition(".")[2])
    if text is None and isinstance(value, FunctionType | type):
        text = _FILES.get(source_file(value))
    if text is None and type(value).__name__ == "PytestTester":
        text = _FILES["pytesttester"]
    return None if text is None else no_data(text)


def reason_for_class(numpy_dtype: type, cls: type) -> Reason | None:
    """Why nothing about the class `cls` touches elements; None if something may."""
    if issubclass(cls, BaseException):
        return no_data("an exception or a warning")
    if issubclass(cls, numpy_dtype):
        return no_data("describes element types and holds no elements")
    if not cls.__module__.startswith("numpy"):
        return no_data(f"a type of {cls.__module__.partition('.')[0]}")
    return reason_for(cls.__name__, cls)
