"""Numba's parts that the probe touches. No other module of the probe names them.

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
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import ModuleType
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


DISPATCHER = Compiled("numba.core.registry", "CPUDispatcher", ("overloads",))
DUFUNC = Compiled("numba.np.ufunc.dufunc", "DUFunc", ("_dispatcher", "overloads"))
GUFUNC = Compiled("numba.np.ufunc.gufunc", "GUFunc", ("gufunc_builder", "nb_func", "overloads"))
COMPILED = (DISPATCHER, DUFUNC, GUFUNC)


def listen(on_start: Callable[[Any], None], on_end: Callable[[Any], None]) -> Callable[[], None]:
    """Be told whenever Numba begins and ends to compile a function; returns what ends that."""
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
    inner = getattr(function, "_dispatcher", function)
    return getattr(inner, "py_func", function)


def class_of_instance(instance: Any) -> tuple[str, str] | None:
    """Module and name of the jitclass that `instance` is of, or None if it is of none."""
    kind = getattr(type(instance), "_numba_type_", None)
    if kind is None:
        return None
    methods = [method.py_func for method in kind.class_type.jit_methods.values()]
    return (methods[0].__module__ if methods else "?"), kind.class_type.class_name


def class_of_constructor(function: Any) -> tuple[str, str] | None:
    """Module and name of the jitclass whose constructor `function` (plain Python) is, or None."""
    cls = function.__globals__.get("__numba_cls_")
    return None if cls is None else (cls.__mro__[1].__module__, cls.__name__)


def moved() -> Iterator[str]:
    """Name every part that is not where this module expects it."""
    for kind in COMPILED:
        try:
            found = kind.type()
        except (ImportError, AttributeError) as error:
            yield f"{kind.module}.{kind.name} is gone: {error}"
            continue
        if "__call__" not in dir(found):
            yield f"{kind.module}.{kind.name} can't be called"
    register: Callable[..., Any] | None = getattr(_events(), "register", None)
    if register is None:
        yield "numba.core.event.register is gone"
