"""NumPy's probe: recording begins with it, and every other probe's operands are described through it."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from numscope.probes.numpy import adapter
from numscope.probes.probe import Probe, Spelling

if TYPE_CHECKING:
    from numscope.probes.calling.recorded import RecordedOperation
    from numscope.probes.calling.written import Source, Statement
    from numscope.probes.hooks import Hooks

Described = tuple[tuple[Any, ...], tuple[Any, ...], tuple[Any, ...]]


class NumpyProbe(Probe):
    """Watch every public callable of the installed NumPy."""

    library = "numpy"
    title = "NumPy"
    probe_version = 1
    oldest = ".".join(map(str, adapter.OLDEST))
    changes_objects = False
    backends = "numscope.probes.numpy.calling.backends:Backend"

    def traits(self) -> Mapping[str, int]:
        """Return the library's table."""
        from numscope.operations.numpy import TRAITS

        return TRAITS

    def spelling(self, operation: str) -> Spelling:
        """Return the public path; which of these may be called is looked up in the NumPy that calls it."""
        path = operation.removeprefix("numpy.")
        return Spelling("numpy", path, recipe="numscope.probes.numpy.calling.recipe:NumpyRecipe")

    def source(self, operation: RecordedOperation, programs: tuple[str, ...]) -> Source:
        """Return a line with operators and methods as people write them."""
        from numscope.probes.numpy.calling.source import NumpyWriter

        return NumpyWriter(operation).write()

    def statement(self, operation: str, positional: list[str], named: dict[str, str]) -> Statement:
        """Return the call of the public name."""
        from numscope.probes.numpy.calling.source import statement

        return statement(operation, positional, named)

    def together(self, operation: str, values: list[Any]) -> Any:
        """Return a tuple; some functions of linear algebra have named ones since NumPy 1.25."""
        linalg = sys.modules["numpy.linalg"]
        function = operation.removeprefix("numpy.linalg.")
        if function not in ("svd", "qr", "eig", "eigh", "slogdet"):
            return super().together(operation, values)
        kind = type(getattr(linalg, function)(sys.modules["numpy"].eye(1)))
        return kind(*values) if kind is not tuple else tuple(values)

    def install(self, hooks: Hooks) -> None:
        """Place the hooks of the whole catalogue. Raises NotRecordedError if this NumPy is too old."""
        from numscope.probes.numpy import watch

        module = sys.modules["numpy"]
        self.refuse_too_old(module)
        self._refused = tuple(watch.install(module, scalars=hooks.scalars))
        hooks.describe(PurePath, named)

    def remove(self) -> None:
        """Put every pointer back, those of other probes' hooks too."""
        from numscope.probes.numpy import watch

        watch.remove()
        self._refused = ()

    def missing(self) -> list[str]:
        """Return the private parts that are not where the adapter expects them."""
        return adapter.moved(sys.modules["numpy"])

    def facts(self) -> dict[str, Any]:
        """Return how NumPy was built, and for which processor."""
        module = self.module()
        return adapter.build_facts(module) if module is not None else {}

    def random_state(self) -> Any:
        """Return the state of the global generator."""
        kind, keys, *rest = sys.modules["numpy.random"].get_state(legacy=True)
        return kind, keys.tolist(), rest


def named(path: PurePath) -> Described:
    """Describe a path by the name of its file, without the folder, which may be another one in each run."""
    return ("name", path.name), (), ()


PROBE = NumpyProbe()
