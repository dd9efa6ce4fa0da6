"""Formulas are recognised by NumPy's names, and advice is given in the words of the program's library."""

from __future__ import annotations

from functools import cache

from numscope.operations.lore import jax, numpy, tensorflow, torch

_OF_TORCH = "aten::"


@cache
def short_name(name: str) -> str:
    """Return an operation's name without where it is from: that of NumPy's function of the same meaning, if any."""
    if name.startswith(_OF_TORCH):
        own = name[len(_OF_TORCH) :].rstrip("_")
        return torch.MEANING.get(own, own)
    of_another = jax.own_name(name) or tensorflow.own_name(name)
    if of_another is not None:
        return numpy.OPERATORS.get(of_another, of_another)
    last = name.rpartition(".")[2]
    return numpy.OPERATORS.get(last) or name.removeprefix("numpy.").removeprefix("ndarray.")


def function_name(name: str) -> str:
    """Return the last word of an operation's short name: `norm` of `numpy.linalg.norm`."""
    return short_name(name).rpartition(".")[2]


def in_words_of(name: str, kind: str, advice: str) -> str:
    """Return `advice` against a loss of this kind, written for NumPy, in the words of the library of `name`."""
    if jax.own_name(name) is not None:
        return advice.replace("np.", "jnp.")
    if tensorflow.own_name(name) is not None:
        return (
            advice.replace("np.", "keras.ops.") if name.startswith("keras.") else tensorflow.in_words(advice)
        )
    if not name.startswith(_OF_TORCH):
        return advice
    return torch.FORMULAS.get(kind, advice.replace("np.", "torch."))
