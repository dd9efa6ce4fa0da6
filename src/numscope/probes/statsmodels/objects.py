"""What statsmodels' objects hold: the data of a model, and what fitting it gave. Nothing is computed for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

Described = tuple[tuple[Any, ...], tuple[Any, ...], tuple[Any, ...]]
_MOST_PARTS = 24
_NUMBERS = (float, np.ndarray, np.generic)
_DATA = ("endog", "exog", "weights")
_KNOWN = ("params", "normalized_cov_params", "df_model", "df_resid", "nobs")


def model(value: Any) -> Described:
    """Describe a model: its data, without a copy."""
    held = vars(value)
    return (), tuple(_pairs((name, held.get(name)) for name in _DATA)), ()


def results(value: Any) -> Described:
    """Describe what a fit gave: the model, its parameters, and what has been computed of them by now."""
    held = vars(value)
    facts = (*_facts(held), *_outcome(held.get("mle_retvals")))
    known = [(name, held.get(name)) for name in _KNOWN]
    known += list(held.get("_cache", {}).items())
    return facts, tuple(_pairs(known))[: 2 * _MOST_PARTS], ()


def wrapped(value: Any) -> Described:
    """Describe what a fit gave by what lies behind its wrapper, whose attributes compute."""
    return results(object.__getattribute__(value, "_results"))


def _facts(held: dict[str, Any]) -> tuple[Any, ...]:
    facts = ("model", type(held["model"]).__name__) if "model" in held else ()
    return (*facts, "covariance", held["cov_type"]) if isinstance(held.get("cov_type"), str) else facts


def _outcome(returned: Any) -> Iterator[Any]:
    """Yield how the optimiser of a likelihood ended."""
    for name, one in returned.items() if isinstance(returned, dict) else ():
        if isinstance(one, (bool, int, str)):
            yield name
            yield one


def _pairs(named: Iterable[tuple[str, Any]]) -> Iterator[Any]:
    for name, one in named:
        if isinstance(one, _NUMBERS) and not (isinstance(one, np.ndarray) and one.dtype == object):
            yield name
            yield one
