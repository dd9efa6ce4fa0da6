"""The catalogue's entries of a class: its construction, methods, special methods and attributes."""

from __future__ import annotations

from collections.abc import Iterator
from types import (
    BuiltinFunctionType,
    ClassMethodDescriptorType,
    FunctionType,
    GetSetDescriptorType,
    MemberDescriptorType,
    MethodDescriptorType,
    ModuleType,
    WrapperDescriptorType,
)

from numscope.probes.numpy import adapter
from numscope.probes.numpy.attributes import REINTERPRETING, Samples
from numscope.probes.numpy.entry import Entry, Mechanism, no_data, through
from numscope.probes.numpy.excluded import reason_for, reason_for_class
from numscope.probes.numpy.functions import python_function
from numscope.probes.numpy.namespaces import Public
from numscope.probes.numpy.slots import ELEMENT_SLOTS, OPERATOR_SLOTS

UFUNC_METHODS = ("reduce", "accumulate", "reduceat", "outer", "at")

# What every class has of Python's own: the construction has its entry, the others are no NumPy.
_BOOKKEEPING = ("__new__", "__init__", "__doc__", "__dict__", "__weakref__", "__signature__")
# Special methods that are plain methods of C types and read or copy elements.
_COPYING = ("__array__", "__copy__", "__deepcopy__", "__reduce__", "__reduce_ex__", "__setstate__")
_ELEMENT_METHODS = (*_COPYING, "__complex__", "__dlpack__", "__round__")
_PROTOCOL = no_data("a rule of the language or of NumPy's protocols: moves no elements itself")
_PRINTED = through("text for people: the operations inside it are recorded")
_DISPATCHED = through("a caller's override hands over to it: recorded as the ufunc or function itself")
_SPECIAL_REASONS = {
    "__repr__": _PRINTED,
    "__str__": _PRINTED,
    "__format__": _PRINTED,
    "__array_ufunc__": _DISPATCHED,
    "__array_function__": _DISPATCHED,
    "__delitem__": through("the same C slot as __setitem__"),
    "__call__": through("recorded as the object that is called"),
}


class ClassEntries:
    """Lists the entries of one public class."""

    def __init__(self, numpy: ModuleType, public: Public, samples: Samples) -> None:
        assert isinstance(public.value, type)
        self.numpy = numpy
        self.name = public.name
        self.aliases = public.aliases
        self.cls: type = public.value
        self.samples = samples
        self.is_scalar = issubclass(self.cls, numpy.generic)
        self.is_random = self.cls.__module__.startswith("numpy.random")
        self.is_python = any(isinstance(value, FunctionType) for value in vars(self.cls).values())

    def entries(self) -> Iterator[Entry]:
        """Yield the construction's entry, then one of every public member that the class itself defines."""
        reason = reason_for_class(self.numpy.dtype, self.cls)
        if reason is not None:
            yield Entry(self.name, "class", self.cls, reason=reason, aliases=self.aliases)
            return
        yield self._construction()
        for key, value in list(vars(self.cls).items()):
            special = key.startswith("__") and key.endswith("__") and key not in _BOOKKEEPING
            if special or not key.startswith("_"):
                entry = self._member(key, value)
                if entry is not None:
                    yield entry
        if self.cls is self.numpy.ndarray:
            for key in REINTERPRETING:
                # The core places a hook on the setter alone when the name ends so.
                name = f"{self.name}.{key}.__set__"
                yield Entry(name, "attribute setter", vars(self.cls)[key], Mechanism.ATTRIBUTE)
        if self.cls is self.numpy.ndarray and "__buffer__" not in vars(self.cls):
            # Before Python 3.12 the slot has no special method that shows it.
            yield self._slot("__buffer__", ELEMENT_SLOTS["__buffer__"])

    def _construction(self) -> Entry:
        own = vars(self.cls)
        if self.is_random:
            reason = no_data("making a generator draws no numbers")
            return Entry(self.name, "class", self.cls, reason=reason, aliases=self.aliases)
        if isinstance(own.get("__new__"), BuiltinFunctionType):
            # Not `exact`: a subclass that kept the old pointer would make object creation "not safe".
            return Entry(
                self.name,
                "class",
                self.cls,
                Mechanism.SLOT,
                None,
                ("tp_new",),
                False,
                self.is_scalar,
                self.aliases,
            )
        for key in ("__new__", "__init__"):
            function = getattr(own.get(key), "__func__", own.get(key))
            if isinstance(function, FunctionType):
                return python_function(self.name, "class", function, self.aliases)
        reason = through("construction ends in a base class, an array function or a watched attribute")
        return Entry(self.name, "class", self.cls, reason=reason, aliases=self.aliases)

    def _member(self, key: str, value: object) -> Entry | None:
        if isinstance(value, WrapperDescriptorType):
            return self._special(key, value)
        if isinstance(value, MethodDescriptorType | ClassMethodDescriptorType) or adapter.is_cython_function(
            value
        ):
            return self._method(key, value)
        if isinstance(value, GetSetDescriptorType):
            return self._attribute(key, value)
        if isinstance(value, MemberDescriptorType):
            return self._described(key, "attribute", value)
        if isinstance(value, property):
            return self._property(key, value)
        function = getattr(value, "__func__", value)
        if isinstance(function, FunctionType):
            return self._python_method(key, function)
        if not callable(value) or isinstance(value, type):
            return None
        return Entry(f"{self.name}.{key}", "callable object", value)

    def _described(self, key: str, kind: str, value: object) -> Entry:
        reason = no_data("describes the object, reads no elements")
        return Entry(f"{self.name}.{key}", kind, value, reason=reason)

    def _slot(self, key: str, slots: tuple[str, ...]) -> Entry:
        return Entry(
            f"{self.name}.{key}",
            "special method",
            self.cls,
            Mechanism.SLOT,
            slots=slots,
            exact=self.is_scalar,
            scalars=self.is_scalar,
        )

    def _special(self, key: str, value: object) -> Entry:
        name, kind = f"{self.name}.{key}", "special method"
        if self.is_scalar and self.cls not in self.samples.concrete_scalars:
            # Such a type has no instances of its own; what inherits from it converts to an array.
            reason = _SPECIAL_REASONS.get(
                key, through("converts the scalar to an array: recorded as the array's")
            )
            return Entry(name, kind, value, reason=reason)
        if key in ELEMENT_SLOTS and issubclass(self.cls, self.samples.element_holders):
            return self._slot(key, ELEMENT_SLOTS[key])
        if key in OPERATOR_SLOTS and self.is_scalar:
            return self._slot(key, OPERATOR_SLOTS[key])
        if key in OPERATOR_SLOTS:
            return Entry(name, kind, value, reason=through("an operator: recorded as the ufunc it calls"))
        return Entry(name, kind, value, reason=_SPECIAL_REASONS.get(key, _PROTOCOL))

    def _method(self, key: str, value: object) -> Entry:
        name, kind = f"{self.name}.{key}", "method"
        if adapter.is_cython_function(value):
            kind = "Cython method"
        if self.cls is self.numpy.ufunc and key in UFUNC_METHODS:
            return Entry(name, "ufunc method", value, Mechanism.UFUNC_METHOD)
        special = key.startswith("__")
        if special and (self.is_random or key not in _ELEMENT_METHODS):
            return Entry(name, kind, value, reason=_SPECIAL_REASONS.get(key, _PROTOCOL))
        reason = reason_for(name, value)
        if reason is not None:
            return Entry(name, kind, value, reason=reason)
        return Entry(name, kind, value, Mechanism.METHOD, scalars=self.is_scalar)

    def _attribute(self, key: str, value: object) -> Entry:
        name, kind = f"{self.name}.{key}", "attribute"
        if key.startswith("__") and key not in ("__array_interface__", "__array_struct__"):
            return Entry(name, kind, value, reason=_PROTOCOL)
        if self.is_random:
            return Entry(name, kind, value, reason=no_data("the generator's state and settings"))
        if self.cls is self.numpy.ufunc or not self.samples.yields_data(self.cls, key):
            return self._described(key, kind, value)
        return Entry(name, kind, value, Mechanism.ATTRIBUTE, scalars=self.is_scalar)

    def _property(self, key: str, value: property) -> Entry:
        name, kind = f"{self.name}.{key}", "property"
        if issubclass(self.cls, self.numpy.ndarray) and not self.samples.may_yield_data(key):
            return self._described(key, kind, value)
        if not isinstance(value.fget, FunctionType):
            # For example `property(operator.attrgetter("_data"))`: hands out an object that it holds.
            return self._described(key, kind, value)
        return Entry(name, kind, value.fget, Mechanism.FUNCTION)

    def _python_method(self, key: str, function: FunctionType) -> Entry | None:
        name = f"{self.name}.{key}"
        special = key.startswith("__")
        if special and key not in (*ELEMENT_SLOTS, *OPERATOR_SLOTS, *_ELEMENT_METHODS, "__call__"):
            return Entry(name, "Python method", function, reason=_SPECIAL_REASONS.get(key, _PROTOCOL))
        return python_function(name, "Python method", function)
