"""A probe that finds the public API of its library in the library itself."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Mapping
from types import ModuleType
from typing import TYPE_CHECKING, Any

from numscope.probes.probe import Function, NotSpelledError, Probe, Refusal, Spelling

if TYPE_CHECKING:
    from numscope.probes.calling.made import Objects
    from numscope.probes.calling.recorded import RecordedOperation
    from numscope.probes.calling.written import Source
    from numscope.probes.hooks import Hooks
    from numscope.probes.layer.coverage import LayerCoverage
    from numscope.probes.layer.installation import Installation
    from numscope.probes.layer.surface import Surface


class Layer(Probe):
    """A library that computes with the arrays of another, each public call of which is an operation.

    public: modules whose public names are its API; empty: the library's own module. shorter: beginnings of paths, and
    what stands for them in the names of operations. handed_out: classes of which the API hands out objects and that no
    public module holds, "module:Class" -> path. holders: paths of accessors, each with the attribute that holds the
    object to which it belongs: `DataFrame.loc` of a Series is recorded as `Series.loc`.

    computed: patterns of the paths of properties that compute; others are not watched. left_out: patterns of paths that
    touch no data, each with the reason. facts_of: patterns of paths -> what is known of these functions; the first that
    fits counts.

    describes: path of a public class -> "module:function", which describes an object of it, or of a class derived from
    it: it returns (facts, parts, parts that never change), each a tuple (name, value, name, value ...). Facts are texts
    and numbers, parts are arrays and numbers; in place of parts it may return another object, which is described. Or
    "module:NAME" of `Blocks`, or of a text: the attribute whose object describes it.

    calling: the module with `recipe`, which calls operations again with objects made of what was recorded, and with
    `objects`, which says how they are made; "": calls of arrays and numbers alone are made again.

    outside: patterns of paths of functions that read, write or show something outside the program, each with a
    sentence that says so: replay must not call them again.
    """

    public: tuple[str, ...] = ()
    shorter: Mapping[str, str] = {}
    handed_out: Mapping[str, str] = {}
    holders: Mapping[str, str] = {}
    computed: tuple[str, ...] = ()
    left_out: Mapping[str, str] = {}
    facts_of: Mapping[str, Function] = {}
    describes: Mapping[str, str] = {}
    calling: str = ""
    outside: Mapping[str, str] = {}
    _installation: Installation | None = None

    def surface(self) -> Surface:
        """Return where the library's public API is."""
        from numscope.probes.layer.surface import Surface

        return self.surface_of(Surface)

    def surface_of(self, kind: type[Surface]) -> Surface:
        """Return what the class declares of the public API, as a surface of this kind."""
        modules = self.public or (self.library,)
        return kind(self.library, modules, self.shorter, self.handed_out, self.computed, self.left_out)

    def coverage(self) -> LayerCoverage:
        """Return what of the installed library is watched. Raises ImportError if it can't be imported."""
        from numscope.probes.layer.coverage import measure

        return measure(self)

    def install(self, hooks: Hooks) -> None:
        """Watch the public API. Raises NotRecordedError if the library is too old."""
        from numscope.probes.layer.installation import Installation

        module = sys.modules[self.library]
        self.refuse_too_old(module)
        if self.steps is not None:
            hooks.steps(module, self.steps)
        self._installation = Installation(self.surface(), hooks, self)
        self._installation.install()

    def remove(self) -> None:
        """Watch no further parts."""
        if self._installation is not None:
            self._installation.remove()
        self._installation = None

    def refusals(self) -> tuple[Refusal, ...]:
        """Return the operations that `install` could not watch."""
        return self._installation.refusals() if self._installation is not None else ()

    def missing(self) -> list[str]:
        """Return the handed-out classes, and where steps are counted, that are not where they are expected."""
        from numscope.probes.declaration import find

        spots = ((spot, *spot.split(":")) for spot in self.handed_out)
        gone = [spot for spot, module, path in spots if find(_imported(module), path) is None]
        return [*super().missing(), *gone]

    def spelling(self, operation: str) -> Spelling:
        """Return the call of a public function. Raises NotSpelledError if it must not be made again."""
        from numscope.probes.layer.spelling import refusal_of, spelling_of

        refusal = refusal_of(operation.removeprefix(f"{self.library}."), self.outside, self.facts_of)
        if refusal:
            raise NotSpelledError(refusal)
        return spelling_of(operation, self.library, self.public, self.calling)

    def source(self, operation: RecordedOperation, programs: tuple[str, ...]) -> Source:
        """Return a line that calls it again, with objects made of the arrays that were recorded of them."""
        if not self.calling:
            return super().source(operation, programs)
        from numscope.probes.calling.object_source import ObjectWriter

        objects: Objects = importlib.import_module(self.calling).objects(self.library)
        return ObjectWriter(operation, self.spelling(operation.name), objects).write()

    def describer(self, path: str) -> Any:
        """Return what describes objects of the class at `path`; None: nothing does."""
        target = self.describes.get(path)
        if target is None:
            return None
        module, _, name = target.partition(":")
        return getattr(importlib.import_module(module), name)


def _imported(module: str) -> ModuleType | None:
    """Import a part of the library that is loaded on first use; None: there is none of this name."""
    try:
        return importlib.import_module(module)
    except ImportError:
        return None
