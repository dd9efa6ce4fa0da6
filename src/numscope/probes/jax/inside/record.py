"""Writes what an instrumented copy gave as operations, each at the line of the program that its equation comes from."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import numscope._core as _core
from numscope.probes.jax.inside.equations import Body, Place, Values, body, called, place_of, scan_counts

PREFIX = "jax.shadow."


@dataclass(frozen=True)
class Around:
    """What encloses equations: attributes that each of them gets, and the place of the equation around them."""

    attributes: dict[str, Any] = field(default_factory=dict)
    place: Place = field(default_factory=Place)


class Recording:
    """Goes through a jaxpr as the copy did. libraries: how the names of files begin that are no program's."""

    def __init__(self, libraries: tuple[str, ...]) -> None:
        self._libraries = libraries

    def write(self, of: Body, arguments: list[Any], seen: list[Any], around: Around) -> None:
        """Record each equation of `of`, whose results are `seen`."""
        values = Values(of, arguments)
        for equation, one in zip(of.jaxpr.eqns, seen, strict=True):
            inputs = values.get(equation.invars)
            place = place_of(equation, self._libraries, around.place)
            self._equation(equation, inputs, one, replace(around, place=place))
            values.set(equation.outvars, one["results"])

    def _equation(self, equation: Any, inputs: list[Any], one: Any, around: Around) -> None:
        inside = one["inside"]
        inner = called(equation) if isinstance(inside, list) else None
        if inner is not None:
            self.write(inner, inputs, inside, around)
            return

        def give() -> tuple[None, Any]:
            if inside is not None:
                self._control_flow(equation, inputs, inside, around.place)
            results = one["results"]
            return None, results[0] if len(results) == 1 else tuple(results)

        operands = {f"in{number}": _shown(value) for number, value in enumerate(inputs) if value is not None}
        site = around.place.site
        name = PREFIX + equation.primitive.name
        _core.operate(name, operands, around.attributes, give, *([site] if site else []))

    def _control_flow(self, equation: Any, inputs: list[Any], inside: Any, place: Place) -> None:
        parameters = equation.params
        if equation.primitive.name == "cond":
            taken = min(max(int(inside["index"]), 0), len(inside["branches"]) - 1)
            branch = body(parameters["branches"][taken])
            self.write(branch, inputs[1:], inside["branches"][taken], Around({"branch": taken}, place))
        elif equation.primitive.name == "while":
            self._while(parameters, inputs, inside, place)
        elif parameters["length"]:
            self._scan(parameters, inputs, inside, place)

    def _while(self, parameters: Any, inputs: list[Any], inside: Any, place: Place) -> None:
        first = parameters["cond_nconsts"]
        given = [*inputs[first : first + parameters["body_nconsts"]], *inside["carry"]]
        facts = {"iteration": int(inside["at"]), "iterations": int(inside["count"])}
        if facts["iterations"]:
            self.write(body(parameters["body_jaxpr"]), given, inside["seen"], Around(facts, place))

    def _scan(self, parameters: Any, inputs: list[Any], inside: Any, place: Place) -> None:
        """One iteration: the first with NaN or infinity, else the last."""
        at = _first_bad(inside["seen"], parameters)
        first, count = scan_counts(parameters)
        rows = inputs[first + count :]
        given = [*inputs[:first], *_at(inside["carries"], at), *_at(rows, at)]
        facts = {"iteration": at, "iterations": parameters["length"]}
        self.write(body(parameters["jaxpr"]), given, _at(inside["seen"], at), Around(facts, place))


def _shown(value: Any) -> Any:
    """A jaxpr's own kinds of number as Python's."""
    kinds = (bool, int, float, complex)
    own = next((kind for kind in kinds if isinstance(value, kind)), None)
    return value if own is None or type(value) is own else own(value)


def _at(tree: Any, number: int) -> Any:
    import jax
    import numpy as np

    return jax.tree.map(lambda stacked: np.asarray(stacked)[number, ...], tree)


def _first_bad(seen: Any, parameters: Any) -> int:
    import jax
    import numpy as np

    order = range(parameters["length"])
    order = order[::-1] if parameters["reverse"] else order
    bad = np.zeros(len(order), bool)
    for stacked in map(np.asarray, jax.tree.leaves(seen)):
        if stacked.dtype.kind in "fcV" and stacked.size:
            bad |= ~np.isfinite(stacked.astype(_wide(stacked.dtype))).reshape(len(bad), -1).all(axis=1)
    return next((number for number in order if bad[number]), order[-1])


def _wide(dtype: Any) -> Any:
    return dtype if dtype.kind == "c" else "float64"
