"""The instrumented copy of a jitted function: it computes the same, and gives what each equation gave besides.

What it gives is a tree with one entry an equation, which `record.py` goes through in the same order.
"""

from __future__ import annotations

import sys
from typing import Any

from numscope.probes.jax.inside.equations import Body, Values, bind, body, called, scan_counts


def run(of: Body, arguments: list[Any]) -> tuple[list[Any], list[Any]]:
    """Evaluate a jaxpr; return its results and what each of its equations gave."""
    values = Values(of, arguments)
    seen = []
    for equation in of.jaxpr.eqns:
        results, inside = _equation(equation, values.get(equation.invars))
        values.set(equation.outvars, results)
        seen.append({"results": [_plain(result) for result in results], "inside": inside})
    return values.get(of.jaxpr.outvars), seen


def _equation(equation: Any, inputs: list[Any]) -> tuple[list[Any], Any]:
    handler = {"scan": _scan, "while": _while, "cond": _cond}.get(equation.primitive.name)
    if handler is not None:
        return handler(equation.params, inputs)
    inner = called(equation)
    if inner is not None:
        return run(inner, inputs)
    return bind(equation, inputs), None


def _scan(parameters: Any, inputs: list[Any]) -> tuple[list[Any], Any]:
    """What ran inside is stacked, an iteration after the other, with what each was given by the one before."""
    lax, of = sys.modules["jax"].lax, body(parameters["jaxpr"])
    first, count = scan_counts(parameters)
    constants, carry, rows = inputs[:first], inputs[first : first + count], inputs[first + count :]

    def step(carried: Any, row: Any) -> Any:
        results, seen = run(of, [*constants, *carried, *row])
        return results[:count], (results[count:], [_plain(one) for one in carried], seen)

    options = {name: parameters[name] for name in ("length", "reverse", "unroll")}
    last, (gathered, carries, seen) = lax.scan(step, carry, rows, **options)
    return [*last, *gathered], {"carries": carries, "seen": seen}


def _while(parameters: Any, inputs: list[Any]) -> tuple[list[Any], Any]:
    """One iteration is kept: the first that gave NaN or infinity, else the last."""
    jax = sys.modules["jax"]
    test, of = body(parameters["cond_jaxpr"]), body(parameters["body_jaxpr"])
    one, two = parameters["cond_nconsts"], parameters["cond_nconsts"] + parameters["body_nconsts"]
    for_test, for_body, start = inputs[:one], inputs[one:two], inputs[two:]

    def kept_of(carried: Any) -> Any:
        results, seen = run(of, [*for_body, *carried])
        return results, {"carry": [_plain(one) for one in carried], "seen": seen}

    def step(state: Any) -> Any:
        carried, kept, at, count, found = state
        results, new = kept_of(carried)
        kept = jax.tree.map(lambda old, new: jax.numpy.where(found, old, new), kept, new)
        return results, kept, jax.numpy.where(found, at, count), count + 1, found | _is_bad(new["seen"])

    nothing = _zeros(jax.eval_shape(lambda carried: kept_of(carried)[1], start))
    state = (start, nothing, jax.numpy.int32(0), jax.numpy.int32(0), jax.numpy.bool_(False))
    state = jax.lax.while_loop(lambda state: run(test, [*for_test, *state[0]])[0][0], step, state)
    return state[0], {**state[1], "at": state[2], "count": state[3]}


def _cond(parameters: Any, inputs: list[Any]) -> tuple[list[Any], Any]:
    """Each branch has a place for what ran inside it; that of the branch not taken holds zeros."""
    jax = sys.modules["jax"]
    branches = [body(branch) for branch in parameters["branches"]]
    index, operands = inputs[0], inputs[1:]
    empty = [
        _zeros(jax.eval_shape(lambda *given, of=of: run(of, list(given))[1], *operands)) for of in branches
    ]

    def taking(number: int) -> Any:
        def branch(*given: Any) -> Any:
            results, seen = run(branches[number], list(given))
            return results, [seen if place == number else one for place, one in enumerate(empty)]

        return branch

    results, seen = jax.lax.switch(index, [taking(number) for number in range(len(branches))], *operands)
    return results, {"index": index, "branches": seen}


def _plain(value: Any) -> Any:
    """An array as it is; None for random keys, which have no numbers of their own."""
    import numpy as np

    return value if isinstance(getattr(value, "dtype", None), np.dtype) else None


def _zeros(shapes: Any) -> Any:
    jax = sys.modules["jax"]
    return jax.tree.map(lambda one: jax.numpy.zeros(one.shape, one.dtype), shapes)


def _is_bad(seen: Any) -> Any:
    """Whether any number is NaN or infinite."""
    jax = sys.modules["jax"]
    numbers = [one for one in jax.tree.leaves(seen) if jax.numpy.issubdtype(one.dtype, jax.numpy.inexact)]
    bad = jax.numpy.bool_(False)
    for one in numbers:
        bad = bad | ~jax.numpy.isfinite(one).all()
    return bad
