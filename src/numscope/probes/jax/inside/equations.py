"""What an equation of a jaxpr is: an operation, a call of another jaxpr, or control flow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

# Parameters that hold the jaxpr of what is called: jit, remat, custom_jvp_call, custom_vjp_call and their like.
_CALLED = ("jaxpr", "call_jaxpr", "fun_jaxpr")


@dataclass(frozen=True)
class Body:
    """A jaxpr with its constants."""

    jaxpr: Any
    constants: tuple[Any, ...]


def body(jaxpr: Any) -> Body:
    """Return a jaxpr, closed over its constants or not, as a Body."""
    if hasattr(jaxpr, "consts"):
        return Body(jaxpr.jaxpr, tuple(jaxpr.consts))
    return Body(jaxpr, ())


def called(equation: Any) -> Body | None:
    """Return what the equation calls with its own inputs and outputs; None: it is no call."""
    for name in _CALLED:
        found = equation.params.get(name)
        if found is None or not (hasattr(found, "eqns") or hasattr(found, "jaxpr")):
            continue
        inner = body(found)
        sizes = len(inner.jaxpr.invars), len(inner.jaxpr.outvars)
        if sizes == (len(equation.invars), len(equation.outvars)):
            return inner
    return None


def bind(equation: Any, inputs: list[Any]) -> list[Any]:
    """Apply the equation's primitive; return its results."""
    parameters = equation.primitive.get_bind_params(equation.params)
    # Functions and parameters; since 0.10 the parameters alone.
    functions, parameters = ((), parameters) if isinstance(parameters, Mapping) else parameters
    results = equation.primitive.bind(*functions, *inputs, **parameters)
    return list(results) if equation.primitive.multiple_results else [results]


class Values:
    """The values of a jaxpr's variables while it is gone through."""

    def __init__(self, of: Body, arguments: list[Any]) -> None:
        self._known: dict[Any, Any] = {}
        self.set(of.jaxpr.constvars, of.constants)
        self.set(of.jaxpr.invars, arguments)

    def set(self, variables: Any, values: Any) -> None:
        """Remember what an equation gave."""
        self._known.update(zip(variables, values, strict=True))

    def get(self, variables: Any) -> list[Any]:
        """Return the values of variables and literals."""
        return [one.val if hasattr(one, "val") else self._known[one] for one in variables]


@dataclass(frozen=True)
class Place:
    """Where in the program an equation comes from. site: file, function, line. depth: how many of its frames ran."""

    site: tuple[str, str, int] | None = None
    depth: int = 0


def place_of(equation: Any, libraries: tuple[str, ...], outer: Place) -> Place:
    """Return where an equation comes from; `outer`: where that comes from inside of which it stands.

    What is derived from a function that was traced before (its gradient) has lost the frames of the function that
    called it: then the line of the call says more.
    """
    frames = [frame for frame in _frames(equation) if not frame[0].startswith(libraries)]
    return Place(frames[0], len(frames)) if len(frames) >= max(outer.depth, 1) else outer


def _frames(equation: Any) -> Iterator[tuple[str, str, int]]:
    traceback = getattr(equation.source_info, "traceback", None)
    for frame in getattr(traceback, "frames", None) or ():
        yield frame.file_name, frame.function_name, int(frame.line_num)


def scan_counts(parameters: Any) -> tuple[int, int]:
    """Return how many of a scan's inputs are constants, and how many are carried from one iteration to the next."""
    if "num_consts" in parameters:  # before 0.12
        return parameters["num_consts"], parameters["num_carry"]
    constants, carried, _ = parameters["ft_in"].unpack()
    return len(list(constants)), len(list(carried))
