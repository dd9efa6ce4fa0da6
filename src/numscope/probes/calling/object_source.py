"""A recorded call with objects of a library as a line of source that makes these objects of arrays."""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from numscope.probes.calling.made import Kept, Objects, write, write_look
from numscope.probes.calling.objects import behind, function_at, home, imported, receiver_path, short
from numscope.probes.calling.recorded import RecordedOperand, RecordedOperation, slot_of
from numscope.probes.calling.refusal import CannotReplayError
from numscope.probes.calling.source import Writer
from numscope.probes.calling.written import Library, NoSourceError, Source, joined
from numscope.probes.declaration import Spelling


class ObjectWriter(Writer):
    """Writes a call of a function, or of a method of an object that is made in the line."""

    def __init__(self, operation: RecordedOperation, spelling: Spelling, objects: Objects) -> None:
        super().__init__(operation)
        self._spelling, self._objects = spelling, objects
        slots = [slot_of(one) for one in operation.operands]
        self._behind = {
            id(one): [operation.operands[part] for part in behind(slots, at)]
            for at, one in enumerate(operation.operands)
            if one.kind == "object"
        }
        if any(one.kind == "object" and one.item for one in operation.operands):
            raise NoSourceError("a list of objects is not written as source yet")
        changed = [one for one in operation.mutated if one.kind == "object"]
        if changed and not operation.outputs:
            raise NoSourceError("it changes an object in place")
        self._in_objects = {id(part) for one in changed for part in (one, *self._behind[id(one)])}

    def write(self) -> Source:
        """Return the line. Raises NoSourceError with the reason if there is none."""
        try:
            source = super().write()
            owner = next((one for one in self._operation.outputs if one.kind == "object"), None)
            results = None if owner is None else self._results(owner)
        except CannotReplayError as reason:
            raise NoSourceError(str(reason)) from None
        home = self._spelling.module
        own = self._objects.module
        imports = own if home == own or not home.startswith(own) else home
        source = replace(source, library=Library(imports, imports))
        if results is None:
            return source
        places = tuple(max(0, at - 1) for at in range(len(self._operation.outputs)))
        return replace(source, results=f"[{', '.join(results)}]", places=places)

    def _results(self, owner: RecordedOperand) -> list[str]:
        self._objects.require_whole(self._kept(owner))
        parts = self._behind[id(owner)]
        if not parts or len(parts) + 1 != len(self._operation.outputs):
            raise NoSourceError(f"its result is a {owner.type}, which is not kept")
        steps = (self._objects.look(short(owner.type), part.name or "") for part in parts)
        return [write_look("result", step) for step in steps]

    def _call(self, positional: list[str], named: dict[str, str]) -> tuple[str, bool]:
        module, path = imported(self._spelling.module), self._spelling.path
        attributes = receiver_path(module, path)
        if attributes is None:
            function_at(module, path)
            return f"{self._spelling.module}.{path}({joined(positional, named)})", False
        if not positional:
            raise NoSourceError("the object whose method it is is not kept")
        text = ".".join([positional[0], *attributes])
        if _is_property(module, path):
            return text, False
        return f"{text}({joined(positional[1:], named)})", False

    def _argument(self, operand: RecordedOperand) -> str:
        parts = self._behind.get(id(operand), [])
        is_made = parts or operand.attributes or self._objects.makes(operand.type or "")
        if operand.kind != "object" or not is_made:
            return super()._argument(operand)
        names = {part.name or "": self._text_of(part) for part in parts}
        return write(self._objects.module, self._objects.made(self._kept(operand)), names)

    def _text_of(self, part: RecordedOperand) -> str:
        return super()._argument(part)

    def _kept(self, owner: RecordedOperand) -> Kept:
        names = tuple(part.name or "" for part in self._behind[id(owner)])
        return Kept(short(owner.type), owner.attributes, names, home(owner.type))

    def _left(self) -> Iterable[RecordedOperand]:
        """Of an object that is changed beside a result, a test sees the result."""
        return [one for one in self._operation.mutated if id(one) not in self._in_objects]


def _is_property(module: Any, path: str) -> bool:
    found = module
    *owners, name = path.split(".")
    for part in owners:
        found = getattr(found, part, None)
    return isinstance(inspect.getattr_static(found, name, None), property)
