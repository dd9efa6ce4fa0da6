"""Names of nn.Modules, which the native recorder asks for when it first sees a module."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

from numscope.probes.torch.adapter import address_of, structure_of


class _Reference(weakref.ref[Any]):
    """A weak reference that still knows the address of what is gone."""

    __slots__ = ("address",)
    address: int


@dataclass(frozen=True)
class _Model:
    """Paths of an outermost module's submodules by address, and the structure that it had when these were asked for."""

    paths: dict[int, str]
    structure: list[int]


class ModuleNames:
    """Finds the path of a module within the outermost one around it; holds no module alive.

    `died` is called with the address of a module or class that was asked about and is gone: it may then be another's.
    `met` is called with (address, name) of the parameters of each outermost module, and its class. `unasked` makes a
    context in which no mode and no subclass of the program's is asked for what is read of a tensor.
    """

    def __init__(
        self,
        died: Callable[[int], None],
        met: Callable[[list[tuple[int, str]], str], None],
        unasked: Callable[[], AbstractContextManager[Any]],
    ) -> None:
        self._died = died
        self._unasked = unasked
        self._met = met
        self._models: weakref.WeakKeyDictionary[Any, _Model] = weakref.WeakKeyDictionary()
        self._names: weakref.WeakKeyDictionary[Any, str] = weakref.WeakKeyDictionary()
        self._watched: dict[int, _Reference] = {}

    def describe(self, outermost: Any, innermost: Any) -> tuple[str, str]:
        """Return (path of `innermost` within `outermost`, name of `outermost`); the path of the outermost is ""."""
        for module in (outermost, innermost):
            self._watch(module)
        return self._path(outermost, innermost), self._name(outermost)

    def _name(self, outermost: Any) -> str:
        """Return the class; of a second model of this class that is alive at the same time, with its number."""
        if outermost not in self._names:
            plain, taken = type(outermost).__name__, set(self._names.values())
            number = 1
            while (name := plain if number == 1 else f"{plain}#{number}") in taken:
                number += 1
            self._names[outermost] = name
        return self._names[outermost]

    def signature(self, kind: Any) -> tuple[str, tuple[str, ...]]:
        """Return the name of a class of modules, and those of the parameters of its `forward` without `self`."""
        self._watch(kind)
        forward = kind.forward
        while hasattr(forward, "__wrapped__"):
            forward = forward.__wrapped__
        code = getattr(forward, "__code__", None)
        names = code.co_varnames[1 : code.co_argcount] if code is not None else ()
        return kind.__name__, tuple(names)

    def _path(self, outermost: Any, innermost: Any) -> str:
        model = self._models.get(outermost)
        if model is None or (
            id(innermost) not in model.paths and structure_of(outermost) != model.structure
        ):  # the latter: a module has been added since
            model = self._learn(outermost)
        # Called, but not one of its submodules: a loss that `forward` makes for itself.
        return model.paths.get(id(innermost), f"<{type(innermost).__name__}>")

    def _learn(self, outermost: Any) -> _Model:
        paths = {id(module): name for name, module in outermost.named_modules()}
        model = self._models[outermost] = _Model(paths, structure_of(outermost))
        with self._unasked():
            parameters = [(address_of(parameter), name) for name, parameter in outermost.named_parameters()]
        self._met(parameters, self._name(outermost))
        return model

    def _watch(self, thing: Any) -> None:
        if id(thing) not in self._watched:
            reference = self._watched[id(thing)] = _Reference(thing, self.forget)
            reference.address = id(thing)

    def forget(self, reference: _Reference) -> None:
        """A module or class that was asked about is gone."""
        self._watched.pop(reference.address, None)
        for model in list(self._models.values()):
            model.paths.pop(reference.address, None)
        self._died(reference.address)
