"""The catalogue's entries of what is callable in a module: functions of every kind, and callable objects."""

from __future__ import annotations

from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType

from numscope.probes.numpy import adapter
from numscope.probes.numpy.entry import Entry, Mechanism, through
from numscope.probes.numpy.excluded import reason_for
from numscope.probes.numpy.namespaces import Public


def python_function(name: str, kind: str, function: FunctionType, aliases: tuple[str, ...] = ()) -> Entry:
    """The entry of a function written in Python."""
    reason = reason_for(name, function)
    if reason is not None:
        return Entry(name, kind, function, reason=reason, aliases=aliases)
    return Entry(name, kind, function, Mechanism.FUNCTION, aliases=aliases)


def _is_indexed_object(value: object) -> bool:
    """Whether `value` is like `numpy.r_`: an instance made to be indexed."""
    return type(value).__module__.startswith("numpy") and hasattr(type(value), "__getitem__")


def function_entry(numpy: ModuleType, public: Public) -> Entry | None:
    """The entry of a public object that is no class; None for a constant."""
    name, aliases, value = public.name, public.aliases, public.value
    if isinstance(value, numpy.ufunc):
        return Entry(name, "ufunc", value, Mechanism.VECTORCALL, aliases=aliases)
    if isinstance(value, adapter.array_function_type(numpy)):
        return Entry(name, "array function", value, Mechanism.VECTORCALL, aliases=aliases)
    if value is numpy.frompyfunc:
        return Entry(name, "builtin function", value, Mechanism.FROMPYFUNC, aliases=aliases)
    if isinstance(value, FunctionType):
        return python_function(name, "Python function", value, aliases)
    if isinstance(value, numpy.ndarray | numpy.generic):
        return None
    if callable(value):
        return _called_object(name, aliases, value)
    if _is_indexed_object(value):
        reason = through("a Python object made to be indexed: the operations inside it are recorded")
        return Entry(name, "indexed object", value, reason=reason, aliases=aliases)
    return None


def _called_object(name: str, aliases: tuple[str, ...], value: object) -> Entry:
    owner = getattr(value, "__self__", None)
    is_bound = isinstance(value, BuiltinFunctionType | MethodType) and not isinstance(
        owner, ModuleType | None
    )
    if is_bound and owner is adapter.global_random_state():
        reason = reason_for(name, value)
        if reason is not None:
            return Entry(name, "bound method", value, reason=reason, aliases=aliases)
        method = f"numpy.random.RandomState.{getattr(value, '__name__', '')}"
        return Entry(name, "bound method", value, Mechanism.INSTANCE_METHOD, aliases=aliases, also=method)
    kind = "Cython function" if adapter.is_cython_function(value) else "builtin function"
    without_data = reason_for(name, value)
    if without_data is not None:
        return Entry(name, kind, value, reason=without_data, aliases=aliases)
    if not is_bound and (kind == "Cython function" or isinstance(value, BuiltinFunctionType)):
        return Entry(name, kind, value, Mechanism.METHOD, aliases=aliases)
    reason = through("a Python object that is called: the operations inside it are recorded")
    return Entry(name, "callable object", value, reason=reason, aliases=aliases)
