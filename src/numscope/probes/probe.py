"""The one contract between numscope and a library: what a probe says, and when it is asked.

A probe describes one library to the whole of numscope: how its operations are seen, what they mean and how a recorded
call is written again. numscope brings some; any package adds another with an entry point of the group
`numscope.probes` (see docs/howto/add-a-library.md). This module names no library.

A probe object is made before its library is imported, and in processes that only read traces: it must not import the
library, numscope's native core or anything large before `install` is called.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Iterator, Mapping
from types import ModuleType
from typing import TYPE_CHECKING, Any

from numscope.errors import NumscopeError
from numscope.probes.declaration import Function as Function
from numscope.probes.declaration import Parts as Parts
from numscope.probes.declaration import Refusal as Refusal
from numscope.probes.declaration import Spelling as Spelling
from numscope.probes.declaration import Status as Status
from numscope.probes.declaration import Steps as Steps
from numscope.probes.declaration import find

if TYPE_CHECKING:
    from numscope.probes.calling.recorded import RecordedOperation
    from numscope.probes.calling.written import Source, Statement
    from numscope.probes.hooks import Hooks

# Raised when a method changes so that a probe written for the version before would do something wrong.
PROBE_VERSION = 1
# Set by `numscope run --inside-jit`: what a library compiled, or made a graph of, is looked into.
INSIDE_VARIABLE = "NUMSCOPE_INSIDE_JIT"


class NotRecordedError(NumscopeError):
    """The library can't be recorded here; the text says why, to the user."""


class NotSpelledError(NumscopeError):
    """The call can't be written again; the text says why."""


class Probe:
    """A library as numscope sees it. A probe of one's own is a class derived from this one, and one object of it.

    library: the name by which it is imported. probe_version: the PROBE_VERSION that the probe was written for, as a
    number in its own class. title: the name in sentences for users. tried: versions ("2.13") on which the probe's tests
    have passed; empty: not kept. oldest: the oldest version that can work. prefixes: how the names of its operations
    begin.

    thread_functions: the library's functions that return and set with how many threads it computes, if it has such.
    settings: switches that choose how it computes: what reads and what sets each, functions or one attribute, by their
    path within the library; a replay puts them back.
    changes_objects: its functions may change objects that are no arrays: mock has such a call run.
    backends: for replay in other libraries' place: "module:name" of what is made with a library's name, and whose
    `function` gives what an operation is there; "": there are none.

    functions, objects: what there is to see of a library written in Python, by the path within it: `Scaler.transform`
    of the library `toylib` is recorded as the operation `toylib.Scaler.transform`. A probe that declares these needs no
    method of its own. steps: where it counts its batches, if it trains models.
    """

    library: str
    probe_version: int
    title: str = ""
    tried: tuple[str, ...] = ()
    oldest: str = ""
    prefixes: tuple[str, ...] = ()
    functions: Mapping[str, Function] = {}
    objects: Mapping[str, Parts] = {}
    steps: Steps | None = None
    thread_functions: tuple[str, str] | None = None
    settings: Mapping[str, tuple[str, str]] = {}
    changes_objects: bool = True
    backends: str = ""
    _refused: tuple[Refusal, ...] = ()

    def __init_subclass__(cls) -> None:
        library = getattr(cls, "library", "")
        if not library:
            return  # a class for the probes of several libraries
        cls.title = cls.title or library
        cls.prefixes = cls.prefixes or (f"{library}.",)

    # ---- in a recorded process ----

    def install(self, hooks: Hooks) -> None:
        """Put the hooks in place: the library has just been imported.

        Called once a recording; numscope takes away what `hooks` placed. Raises NotRecordedError with the reason if the
        library can't be recorded here.
        """
        module = sys.modules[self.library]
        self.refuse_too_old(module)
        for path, parts in self.objects.items():
            hooks.object(module, path, parts)
        for path, function in self.functions.items():
            hooks.function(module, path, f"{self.library}.{path}", function)
        if self.steps is not None:
            hooks.steps(module, self.steps)
        self._refused = tuple(hooks.refusals)

    def stop(self) -> None:
        """Write nothing from now on: the recording is about to be closed. Hooks of `install` need nothing here."""

    def remove(self) -> None:
        """Take away what `install` placed otherwise than by `hooks`."""

    def reduced(self) -> str:
        """Return what of the installed library is not seen, and why, in a sentence for the user; "": all is."""
        refused = ", ".join(f"{refusal.name} ({refusal.reason})" for refusal in self._refused)
        return f"not seen: {refused}" if refused else ""

    def refusals(self) -> tuple[Refusal, ...]:
        """Return the operations that `install` could not watch."""
        return self._refused

    def facts(self) -> dict[str, Any]:
        """Return what else of the imported library can change numbers, by name: it is kept for each process."""
        return {}

    # ---- the library's own code ----

    def sources(self) -> tuple[str, ...]:
        """Return the packages and modules that are the library's own code.

        What they call on the way belongs to the library and not to the user.
        """
        return (self.library,)

    def missing(self) -> list[str]:
        """Return the parts of the imported library that the probe needs and does not find: the canary."""
        module = self.module()
        generators = (one.generator for one in self.functions.values())
        steps = (self.steps.begins, self.steps.ends) if self.steps is not None else ()
        wanted = (*self.functions, *self.objects, *generators, *steps)
        return [path for path in dict.fromkeys(wanted) if path and find(module, path) is None]

    # ---- what its operations mean ----

    def traits(self) -> Mapping[str, int]:
        """Return the traits (flags of `numscope.operations`) of operations by name, asked before `install`.

        What the declared functions do stands in their declarations: this is for operations that are hooked otherwise.
        """
        return {}

    def spelling(self, operation: str) -> Spelling:
        """Return how a call of `operation` is written again. Raises NotSpelledError with the reason if it can't be.

        Asked by testgen, replay and reproduction scripts, where the library may not have been imported.
        """
        path = operation.removeprefix(f"{self.library}.")
        function = self.functions.get(path)
        if function is None:
            raise NotSpelledError(f"the probe of {self.title} knows no operation of this name")
        return Spelling(self.library, path, function.generator, self.objects)

    def source(self, operation: RecordedOperation, programs: tuple[str, ...]) -> Source:
        """Return a line of source that makes a recorded call again, for testgen.

        programs: files of the program whose functions may be called. Raises NotSpelledError, or NoSourceError of
        `calling.written`, with the reason if there is none.
        """
        from numscope.probes.calling.spelled_source import SpelledWriter

        return SpelledWriter(operation, self.spelling(operation.name)).write()

    def statement(self, operation: str, positional: list[str], named: dict[str, str]) -> Statement:
        """Return a call for a script; its arguments are source already. Raises NotSpelledError if there can be none."""
        from numscope.probes.calling.spelled_source import statement

        return statement(self.spelling(operation), positional, named)

    def owns(self, operation: str) -> bool:
        """Return whether an operation of this name is the library's."""
        return operation.startswith(self.prefixes)

    def together(self, operation: str, values: list[Any]) -> Any:
        """Return several results as a call of `operation` gives them, for mock."""
        return tuple(values)

    # ---- chance ----

    def random_state(self) -> Any:
        """Return the state of the library's generators, of which `repr` tells two states apart; None: it has none."""
        return {path: plain(bits.state) for path, bits in self._bit_generators()} or None

    def _bit_generators(self) -> Iterator[tuple[str, Any]]:
        """Yield the path and the bit generator of each generator that the functions draw from."""
        for path in sorted({function.generator for function in self.functions.values()} - {""}):
            generator = find(self.module(), path)
            bits = getattr(generator, "bit_generator", None) or getattr(generator, "_bit_generator", None)
            if bits is not None:
                yield path, bits

    # ---- for people ----

    def status(self) -> Status:
        """Return what `numscope doctor` shows, asked in a process of its own: import the library and look."""
        if importlib.util.find_spec(self.library) is None:
            return Status(True, "not installed: nothing of it to record")
        module = importlib.import_module(self.library)
        if is_older(module, self.oldest):
            return Status(False, f"{version_of(module)} is older than {self.oldest}: not recorded")
        missing = self.missing()
        text = f"{version_of(module)}{self.untried(module)}"
        return Status(not missing, f"{text}; moved or gone: {', '.join(missing)}" if missing else text)

    def module(self) -> ModuleType | None:
        """Return the library if this process has imported it."""
        return sys.modules.get(self.library)

    def refuse_too_old(self, module: ModuleType) -> None:
        """Raise NotRecordedError if the imported library is older than `oldest`."""
        if is_older(module, self.oldest):
            raise NotRecordedError(f"{self.title} {version_of(module)} is older than {self.oldest}")

    def untried(self, module: ModuleType) -> str:
        """Return a remark on a version that the probe was not tested on; "" for one that it was."""
        version = f"{version_of(module)}."
        is_tried = not self.tried or version.startswith(tuple(f"{tried}." for tried in self.tried))
        return "" if is_tried else ", a version on which numscope was not tested"


def is_older(module: ModuleType, oldest: str) -> bool:
    """Return whether an imported library is older than the version `oldest`; "": none is."""
    return bool(oldest) and _numbers(version_of(module)) < _numbers(oldest)


def plain(value: Any) -> Any:
    """Return a generator's state with lists in the place of arrays, whose `repr` leaves elements out."""
    if isinstance(value, dict):
        return {name: plain(part) for name, part in value.items()}
    return value.tolist() if hasattr(value, "tolist") else value


def _numbers(version: str) -> tuple[int, ...]:
    parts = version.partition("+")[0].split(".")
    return tuple(int(part) for part in parts[:2] if part.isdecimal())


def version_of(module: ModuleType) -> str:
    """Return the version that an imported library gives for itself, past lazy loading; "?" if it gives none."""
    held = object.__getattribute__(module, "__dict__")
    # A library may look its version up on first use, in the module that setuptools-scm writes.
    written = vars(sys.modules.get(f"{held.get('__name__')}._version", object))
    version = held.get("__version__") or written.get("__version__") or written.get("version")
    return version if isinstance(version, str) else "?"
