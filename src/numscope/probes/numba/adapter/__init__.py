"""Numba's parts that are not public. No module outside of this package names them.

This module has those that the probe touches in a recorded program, `compiler` and `simulator` those of the tools for
compiled code; `parts` lists every one, and `missing` looks at them.

| what                       | where, Numba 0.60 to 0.68                              | needed for                     |
|----------------------------|--------------------------------------------------------|--------------------------------|
| jitted functions           | numba.core.registry.CPUDispatcher, called by tp_call   | their calls                    |
| @vectorize                 | numba.np.ufunc.dufunc.DUFunc                           | their calls                    |
| @guvectorize               | numba.np.ufunc.gufunc.GUFunc                           | their calls                    |
| compiled versions          | .overloads, ._dispatcher.overloads, .gufunc_builder... | whether a call compiled one    |
| class of a jitclass object | ._numba_type_                                          | names of methods               |
| class a constructor makes  | __numba_cls_ among the constructor's globals           | names of constructors          |
| start and end of compiling | numba.core.event, "numba:compile"                      | how long it took               |
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from types import FrameType, ModuleType
from typing import Any


@dataclass(frozen=True)
class Compiled:
    """A type of callable that Numba makes: where it is, and the attributes that lead to its compiled versions."""

    module: str
    name: str
    versions: tuple[str, ...]

    def type(self) -> type:
        """The type itself; its module is loaded with Numba."""
        found: type = getattr(importlib.import_module(self.module), self.name)
        return found


# Modules that are waited for, or looked for among those loaded.
REGISTRY_MODULE = "numba.core.registry"
DISPATCHER_MODULE = "numba.core.dispatcher"
ERRORS_MODULE = "numba.core.errors"
JITCLASS_CALLS_MODULE = "numba.experimental.jitclass.boxing"

DISPATCHER = Compiled(REGISTRY_MODULE, "CPUDispatcher", ("overloads",))
DUFUNC = Compiled("numba.np.ufunc.dufunc", "DUFunc", ("_dispatcher", "overloads"))
GUFUNC = Compiled("numba.np.ufunc.gufunc", "GUFunc", ("gufunc_builder", "nb_func", "overloads"))
COMPILED = (DISPATCHER, DUFUNC, GUFUNC)


def listen(on_start: Callable[[Any], None], on_end: Callable[[Any], None]) -> Callable[[], None]:
    """Call `on_start` and `on_end` around each compilation by Numba; return a function that ends this."""
    event = _events()
    methods = {"on_start": staticmethod(on_start), "on_end": staticmethod(on_end)}
    made = type("Listener", (event.Listener,), methods)()
    event.register("numba:compile", made)
    return lambda: event.unregister("numba:compile", made)


def _events() -> ModuleType:
    return importlib.import_module("numba.core.event")


def versions_of(function: Any, kind: Compiled) -> Any:
    """The compiled versions of `function`, by signature."""
    found = function
    for name in kind.versions:
        found = getattr(found, name)
    return found


def python_function(function: Any) -> Any:
    """The Python function behind a jitted function, or a ufunc of Numba's."""
    inner = dispatcher_of(function)
    return getattr(inner, "py_func", function)


def class_of_instance(instance: Any) -> tuple[str, str] | None:
    """Module and name of the jitclass that `instance` is of, or None if it is of none."""
    kind = getattr(type(instance), "_numba_type_", None)
    if kind is None:
        return None
    methods = [method.py_func for method in kind.class_type.jit_methods.values()]
    return (methods[0].__module__ if methods else "?"), kind.class_type.class_name


@dataclass(frozen=True)
class MethodCall:
    """A call of a jitclass's method: its Python function, the fields of its object as they are now, the arguments."""

    function: Any
    fields: dict[str, Any]
    arguments: tuple[Any, ...]


def called_method(frame: FrameType) -> MethodCall | None:
    """Return the call that a frame makes, if it is the one in which Numba calls a method of a jitclass."""
    arguments = frame.f_locals.get("args")
    if frame.f_globals.get("__name__") != JITCLASS_CALLS_MODULE or not arguments:
        return None
    kind = getattr(type(arguments[0]), "_numba_type_", None)
    made = frame.f_locals.get("method")
    if kind is None or made is None:
        return None
    method = kind.class_type.jit_methods.get(made.py_func.__code__.co_names[0])
    if method is None:
        return None
    fields = {name: getattr(arguments[0], name) for name in kind.struct}
    return MethodCall(method.py_func, fields, tuple(arguments[1:]))


def class_of_constructor(function: Any) -> tuple[str, str] | None:
    """Module and name of the jitclass whose constructor `function` (plain Python) is, or None."""
    cls = function.__globals__.get("__numba_cls_")
    return None if cls is None else (cls.__mro__[1].__module__, cls.__name__)


def dispatcher_of(function: Any) -> Any:
    """Return what compiles a jitted function, or a function of `vectorize`."""
    return getattr(function, "_dispatcher", function)


def missing() -> list[str]:
    """Return the parts that this version of Numba lacks, as `module:path (purpose)`. Imports Numba."""
    from numscope.probes.numba.adapter import parts

    return parts.missing()
