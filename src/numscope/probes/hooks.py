"""What a probe places its hooks with: the public face of the native core for libraries written in Python."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

import numscope._core as _core
from numscope.operations.traits import Trait
from numscope.probes.declaration import Blocks, Function, Parts, Refusal, Steps, find

if TYPE_CHECKING:
    from numscope.probes.layer.entry import Entry

_STANDS, _DESCRIBED = int(Trait.STANDS), int(Trait.DESCRIBED)


class Hooks:
    """Places hooks for one recording.

    scalars: the user wants the arithmetic of NumPy's scalars too; None: that on the program's own lines. tell: shows
    the user a sentence, such as that something takes long. layer: number of the library, whose calls inside one another
    pass unrecorded; 0: they are recorded. statistics: the user wants those of arrays. place: keeps what a probe finds
    out about the process's place among others: `rank`, `world_size`. refusals: what could not be placed, and why.
    """

    def __init__(
        self,
        scalars: bool | None = False,
        tell: Callable[[str], None] = lambda text: None,
        layer: int = 0,
        statistics: bool = True,
        place: Callable[[Mapping[str, Any]], None] = lambda found: None,
    ) -> None:
        self.scalars = scalars
        self.tell = tell
        self.layer = layer
        self.statistics = statistics
        self.place = place
        self.refusals: list[Refusal] = []

    def function(self, module: ModuleType, path: str, operation: str, facts: Function | None = None) -> None:
        """Record each call of the Python function or method at `path` within `module` as `operation`.

        The function stays the object that it is: a call through a name that was imported earlier is seen too. Arrays,
        numbers and objects among its arguments and results are described, and what it raises.
        """
        facts = facts or Function()
        target = self._written_in_python(module, path, operation)
        if target is None:
            return
        generator = partial(find, module, facts.generator) if facts.generator else None
        _core.know_traits({operation: facts.all_traits()})
        changes = -1 if facts.changes is None else facts.changes
        answer = _core.watch_function(target, operation, changes, generator)
        if answer:
            self.refusals.append(Refusal(operation, answer))

    def builtin(self, target: Any, operation: str) -> None:
        """Record each call of a function or method that is written in C as `operation`."""
        answer = _core.watch_method(target, operation)
        if answer:
            self.refusals.append(Refusal(operation, answer))

    def steps(self, module: ModuleType, steps: Steps) -> None:
        """Count the steps of the program by the batches of a library that trains models."""
        for path, ends in ((steps.begins, False), (steps.ends, True)):
            target = self._written_in_python(module, path, path)
            answer = _core.watch_steps(target, ends) if target else ""
            if answer:
                self.refusals.append(Refusal(path, answer))

    def _written_in_python(self, module: ModuleType, path: str, shown: str) -> FunctionType | None:
        owner, _, name = path.rpartition(".")
        holder = find(module, owner) if owner else module
        target = vars(holder).get(name) if isinstance(holder, (type, ModuleType)) else None
        if isinstance(target, (staticmethod, classmethod)):
            target = target.__func__
        if isinstance(target, FunctionType):
            return target
        self.refusals.append(Refusal(shown, "it is no function written in Python"))
        return None

    def entry(self, entry: Entry, facts: Function) -> None:
        """Record each call of a public function of a library that is found by its public API."""
        kind = _STANDS if facts.stands else _DESCRIBED
        _core.know_traits({entry.name: facts.all_traits() | kind})
        if isinstance(entry.function, FunctionType):
            answer = self._layered(entry, facts)
        else:
            answer = _core.watch_vectorcall(entry.function, entry.name)
        if answer:
            self.refusals.append(Refusal(entry.name, answer))

    def _layered(self, entry: Entry, facts: Function) -> str:
        return _core.watch_function(
            entry.function,
            entry.name,
            -1 if facts.changes is None else facts.changes,
            None,
            0 if facts.everywhere else self.layer,
            entry.without_first,
            entry.makes_first,
            entry.attribute,
        )

    def name_class(self, kind: type, name: str, holder: str | None = None) -> None:
        """Call the methods of a class, and of classes derived from it that have no name, after `name`.

        holder: of an accessor, the attribute with the object that it belongs to, after whose class it is called first.
        """
        _core.name_class(kind, name, holder)

    def describe(self, kind: type, describe: Callable[[Any], Any] | Blocks | str) -> None:
        """Record what describes each operand of a class, as `Layer.describes` has it."""
        if isinstance(describe, Blocks):
            _core.watch_blocks(kind, describe)
        else:
            _core.watch_object(kind, describe)

    def object(self, module: ModuleType, path: str, parts: Parts) -> None:
        """Record what objects of the class at `path` hold, wherever one is an operand."""
        kind = find(module, path)
        if isinstance(kind, type):
            _core.watch_object(kind, parts.attributes)
        else:
            self.refusals.append(Refusal(path, "it is no class"))
