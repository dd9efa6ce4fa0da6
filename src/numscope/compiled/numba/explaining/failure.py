"""What is known about one Numba function that failed to compile or to be called."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from numscope.compiled.numba.explaining.stencils import Kernel


@dataclass(frozen=True)
class Attempt:
    """A call or operator for which Numba found no implementation.

    Its name, argument types, and the reasons.
    """

    name: str
    function_type: Any
    arguments: tuple[Any, ...]
    keywords: Mapping[str, Any]
    reasons: tuple[str, ...]
    text: str


@dataclass(frozen=True)
class Problem:
    """One typing error: its line, Numba's text, and the attempt behind it when it is about a call."""

    line: int | None
    message: str
    attempt: Attempt | None = None


@dataclass
class Inference:
    """How far type inference of one function got.

    `uses` and `definitions` map a source line to the variables read or assigned there and their types
    (None where still unknown); `returns` lists (line, type) of every return.
    """

    function: str
    file: str
    first_line: int
    problems: list[Problem] = field(default_factory=list)
    uses: dict[int, dict[str, Any]] = field(default_factory=dict)
    definitions: dict[int, dict[str, Any]] = field(default_factory=dict)
    returns: list[tuple[int, Any]] = field(default_factory=list)

    def assignments(self, name: str) -> list[tuple[int, Any]]:
        """Every line that assigns `name`, with the type it gives it there."""
        return [(line, types[name]) for line, types in sorted(self.definitions.items()) if name in types]

    def type_at(self, name: str, line: int) -> Any:
        """The type `name` has when `line` reads it, or the last one assigned before; None when unknown."""
        if name in self.uses.get(line, {}):
            return self.uses[line][name]
        before = [type_ for at, type_ in self.assignments(name) if at <= line]
        return before[-1] if before else None


@dataclass
class Argument:
    """One argument of the failing call: its Numba type, and its value when the call was seen."""

    type: Any
    value: Any = None
    seen: bool = False


@dataclass
class Failure:
    """One failure: the error, function and arguments, and the inferences that led there, innermost first.

    kernel: of the stencil that Numba was working on.
    """

    error: BaseException | Warning
    function: Callable[..., Any] | None = None
    arguments: dict[str, Argument] = field(default_factory=dict)
    inferences: list[Inference] = field(default_factory=list)
    signatures: list[Any] = field(default_factory=list)
    options: Mapping[str, Any] = field(default_factory=dict)
    call_site: tuple[str, int] | None = None
    during_call: bool = False
    kernel: Kernel | None = None
    names: Mapping[str, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The function's name, or an empty string."""
        return getattr(self.function, "__name__", "")

    @property
    def of_stencil(self) -> bool:
        """Whether the function is a stencil's kernel, and the arguments are those of the stencil."""
        return self.kernel is not None and self.kernel.function is self.function

    @property
    def integers(self) -> dict[str, int]:
        """The integers among the arguments of the call."""
        return {
            name: int(given.value)
            for name, given in self.arguments.items()
            if isinstance(given.value, int) and not isinstance(given.value, bool)
        }
