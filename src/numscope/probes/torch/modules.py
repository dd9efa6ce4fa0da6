"""Names of nn.Modules, which the native recorder asks for when it first sees a module."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

from numscope.probes.torch.adapter import address_of


class ModuleNames:
    """Finds the path of a module within the outermost one around it; holds no module alive.

    `died` is called when a module that was asked about is gone: its address may then be another's. `met` is called
    with (address, name) of the parameters of each outermost module, and its class. `unasked` makes a context in which
    no mode and no subclass of the program's is asked for what is read of a tensor.
    """

    def __init__(
        self,
        died: Callable[[], None],
        met: Callable[[list[tuple[int, str]], str], None],
        unasked: Callable[[], AbstractContextManager[Any]],
    ) -> None:
        self._died = died
        self._unasked = unasked
        self._met = met
        self._paths: weakref.WeakKeyDictionary[Any, dict[int, str]] = weakref.WeakKeyDictionary()
        self._names: weakref.WeakKeyDictionary[Any, str] = weakref.WeakKeyDictionary()
        self._watched: dict[int, weakref.ref[Any]] = {}

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
        forward = kind.forward
        while hasattr(forward, "__wrapped__"):
            forward = forward.__wrapped__
        code = getattr(forward, "__code__", None)
        names = code.co_varnames[1 : code.co_argcount] if code is not None else ()
        return kind.__name__, tuple(names)

    def _path(self, outermost: Any, innermost: Any) -> str:
        for again in (False, True):  # a module may have been added since
            paths = self._paths.get(outermost)
            if paths is None or again:
                paths = self._learn(outermost)
            if id(innermost) in paths:
                return paths[id(innermost)]
        return f"<{type(innermost).__name__}>"  # called, but not one of its submodules

    def _learn(self, outermost: Any) -> dict[int, str]:
        paths = {id(module): name for name, module in outermost.named_modules()}
        self._paths[outermost] = paths
        with self._unasked():
            parameters = [(address_of(parameter), name) for name, parameter in outermost.named_parameters()]
        self._met(parameters, self._name(outermost))
        return paths

    def _watch(self, module: Any) -> None:
        number = id(module)
        if number not in self._watched:
            self._watched[number] = weakref.ref(module, self.forget)

    def forget(self, reference: weakref.ref[Any]) -> None:
        """A module that was asked about is gone."""
        number = next((number for number, known in self._watched.items() if known is reference), 0)
        self._watched.pop(number, None)
        for paths in list(self._paths.values()):
            paths.pop(number, None)
        self._died()
