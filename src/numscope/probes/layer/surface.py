"""What a library makes public, found in its own modules and classes."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import FunctionType, ModuleType
from typing import Any

from numscope.probes.layer.entry import Entry
from numscope.probes.layer.patterns import Facts, listed
from numscope.probes.layer.special_methods import is_public
from numscope.probes.layer.unwrapping import getter_of, method_of

_READS = "a property that reads what is there"
_COMPILED = "compiled: no function written in Python"
_CONSTANT = "a value, not called"


@dataclass(frozen=True)
class Surface:
    """Where a library's public API is, as its probe declares it.

    library: its import name. modules: those whose public names are the API, the library itself first. names: how parts
    of a path are shortened, `{"api.typing.": ""}`. classes: those that the API hands out objects of and that no public
    module holds, "module:Class" -> path in the names of operations. computed: patterns of properties that compute.
    left_out: patterns of paths that touch no data, with the reason. once: a member that several classes inherit stands
    under the first of them only, since it needs one hook (of scipy.stats' distributions each has 40).
    """

    library: str
    modules: tuple[str, ...]
    names: Mapping[str, str] = field(default_factory=dict)
    classes: Mapping[str, str] = field(default_factory=dict)
    computed: tuple[str, ...] = ()
    left_out: Mapping[str, str] = field(default_factory=dict)
    once: bool = False

    def imported(self) -> Surface:
        """Return the part of it that is imported by now."""
        modules = tuple(name for name in self.modules if name in sys.modules)
        classes = {spot: path for spot, path in self.classes.items() if _held(spot) is not None}
        return replace(self, modules=modules, classes=classes)

    def without(self, other: Surface) -> Surface:
        """Return what of it is not in `other`."""
        modules = tuple(name for name in self.modules if name not in other.modules)
        classes = {spot: path for spot, path in self.classes.items() if spot not in other.classes}
        return replace(self, modules=modules, classes=classes)

    def classes_found(self) -> dict[type, str]:
        """Return the public classes that are imported, each with the path by which its operations are called."""
        found: dict[type, str] = {}
        for spot, path in self.classes.items():
            value = _held(spot)
            if isinstance(value, type):
                found.setdefault(value, path)
        for path, value in self._values():
            if isinstance(value, type) and self._owns(value) and not issubclass(value, BaseException):
                found.setdefault(value, path)
        return found

    @cached_property
    def found(self) -> dict[type, str]:
        """`classes_found` when it was first asked: what is imported later is part of another surface."""
        return self.classes_found()

    def entries(self) -> Iterator[Entry]:
        """Yield everything public that is imported by now; a function with several names once for each."""
        classes = self.found
        for path, value in self._values():
            if not isinstance(value, type):
                yield self._function(path, value)
            elif value not in classes:
                yield self._none(
                    path, "an exception" if issubclass(value, BaseException) else "another library's type"
                )
        for kind, path in classes.items():
            reason = self._reason(path)
            if reason:  # for its methods too, which need not be gone through
                yield self._none(path, reason)
            else:
                yield self._constructor(kind, path)
                yield from self._members(kind, path)

    def _values(self) -> Iterator[tuple[str, Any]]:
        """Yield (path, value) of the public modules' names. Nothing that loads on first use is loaded."""
        for module_name in self.modules:
            module = sys.modules.get(module_name)
            if module is None:
                continue
            held = vars(module)
            for name in held.get("__all__") or [name for name in held if not name.startswith("_")]:
                value = held.get(name)
                if name.startswith("_") or value is None or isinstance(value, ModuleType):
                    continue
                if "__all__" in held or self._is_from(value, module_name):
                    yield self._path(f"{module_name}.{name}"), value

    def _is_from(self, value: Any, module_name: str) -> bool:
        """Return whether a module that does not say what is public of it has not just imported a value for itself.

        Else `sklearn.base.BaseEstimator` would be `sklearn.calibration.BaseEstimator` in a program that has imported
        both, and named as no declaration of the probe has it.
        """
        return self._owns(value) and self._home(value.__module__) in (module_name, None)

    def _home(self, module: str) -> str | None:
        """Return the public part of the library that a module is in, itself perhaps; None: only the library is."""
        within = [
            name for name in self.modules if f"{module}.".startswith(f"{name}.") and name != self.library
        ]
        return max(within, key=len, default=None)

    def _path(self, full: str) -> str:
        path = full.removeprefix(f"{self.library}.")
        for part, shorter in self.names.items():
            if path.startswith(part):
                return shorter + path.removeprefix(part)
        return path

    def _owns(self, value: Any) -> bool:
        module = getattr(value, "__module__", None)
        return isinstance(module, str) and module.partition(".")[0] == self.library

    def _reason(self, path: str) -> str:
        return self._left_out.of(path, "")

    @cached_property
    def _left_out(self) -> Facts[str]:
        return Facts(self.left_out)

    @cached_property
    def _computed(self) -> Facts[bool]:
        return listed(self.computed)

    @cached_property
    def _inherited(self) -> set[tuple[str, int]]:
        return set()

    @cached_property
    def _public_of_bases(self) -> dict[type, list[tuple[str, Any]]]:
        return {}

    def _name(self, path: str) -> str:
        return f"{self.library}.{path}"

    def _none(self, path: str, reason: str, computes: bool = False) -> Entry:
        return Entry(self._name(path), reason=reason, computes=computes)

    def _function(self, path: str, value: Any) -> Entry:
        reason = self._reason(path)
        if reason:
            return self._none(path, reason)
        if isinstance(value, FunctionType):
            return Entry(self._name(path), value)
        return self._none(path, _COMPILED, True) if callable(value) else self._none(path, _CONSTANT)

    def _constructor(self, kind: type, path: str) -> Entry:
        if path in self.classes.values():
            return self._none(path, "its objects are handed out, not made by the program")
        for attribute in ("__init__", "__new__"):
            owner = self._provider(kind, attribute)
            function = method_of(vars(owner)[attribute])[0] if owner is not None else None
            if function is not None:
                return Entry(self._name(path), function, "", True, attribute == "__init__")
        return self._none(path, "its objects are made by compiled code", not self._is_abstract(kind))

    def _is_abstract(self, kind: type) -> bool:
        return self._provider(kind, "__init__") is None and kind.__init__ is object.__init__  # type: ignore[misc]

    def _provider(self, kind: type, attribute: str) -> type | None:
        """Return the class of the library in the resolution order that an attribute comes from."""
        owner = next((base for base in kind.__mro__ if attribute in vars(base)), None)
        return owner if owner is not None and self._owns(owner) else None

    def _members(self, kind: type, path: str) -> Iterator[Entry]:
        met: set[str] = set()
        for base in kind.__mro__:
            owned = self._owns(base)
            for attribute, member in self._public_of(base):
                if attribute in met:
                    continue
                met.add(attribute)
                if owned and (attribute, id(member)) not in self._inherited:
                    entry = self._member(f"{path}.{attribute}", attribute, member)
                    if self.once and entry.function is not None:
                        self._inherited.add((attribute, id(member)))
                    yield entry

    def _public_of(self, base: type) -> list[tuple[str, Any]]:
        """Return the public members of a class, which is asked for each class derived from it."""
        known = self._public_of_bases.get(base)
        if known is None:
            known = [(name, member) for name, member in vars(base).items() if self._is_public(name)]
            self._public_of_bases[base] = known
        return known

    def _is_public(self, attribute: str) -> bool:
        return is_public(attribute)

    def _member(self, path: str, attribute: str, member: Any) -> Entry:
        reason = self._reason(path)
        if reason:
            return self._none(path, reason)
        function, of_class = method_of(member)
        if function is not None:
            is_static = isinstance(member, staticmethod)
            return Entry(self._name(path), function, None if is_static else attribute, of_class)
        getter = getter_of(member)
        if getter is not None or isinstance(member, property):
            return self._property(path, attribute, getter)
        if isinstance(member, type) or not callable(member):
            return self._none(path, _READS if hasattr(type(member), "__get__") else _CONSTANT)
        return self._none(path, _COMPILED, True)

    def _property(self, path: str, attribute: str, getter: FunctionType | None) -> Entry:
        if not self._computed.of(path, False):
            return self._none(path, _READS)
        if getter is None:
            return self._none(path, _COMPILED, True)
        return Entry(self._name(path), getter, attribute)


def _held(spot: str) -> Any:
    """Return what "module:path" names, if the module is imported; None otherwise."""
    module, _, path = spot.partition(":")
    value: Any = sys.modules.get(module)
    for name in path.split("."):
        value = vars(value).get(name) if isinstance(value, (ModuleType, type)) else None
    return value
