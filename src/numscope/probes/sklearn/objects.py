"""What scikit-learn's estimators hold: the parameters that differ from their defaults, and what `fit` has set.

Called for each operand of each recorded call: the defaults of a class are read once.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from numscope.operations.lore.convergence import LIMIT, REACHED

Described = tuple[tuple[Any, ...], tuple[Any, ...], tuple[Any, ...]]
_MOST_PARTS = 24
_PLAIN = (str, int, float, bool, type(None))
_NUMBERS = (int, float, np.generic)
_SCORES = re.compile("_(test|train)_")
# Where an estimator keeps others that compute in its place.
_INNER = ("best_estimator_", "estimator_", "regressor_", "transformer_")
_defaults: dict[type, dict[str, Any]] = {}


def estimator(value: Any) -> Described:
    """Describe an estimator: changed parameters, and the arrays and numbers that `fit` has set."""
    held = vars(value)
    facts = (*_changed(value, held), *_reached_limit(held))
    fitted = tuple(_fitted(held, ""))
    if len(fitted) < 2 * _MOST_PARTS:
        fitted += tuple(_inner(held))
    return facts, fitted[: 2 * _MOST_PARTS], ()


def _changed(value: Any, held: dict[str, Any]) -> Iterator[Any]:
    for name, default in _defaults_of(type(value)).items():
        given = held.get(name, default)
        if given is not default and not _is_equal(given, default):
            yield name
            yield (
                given.item()
                if isinstance(given, np.generic)
                else given
                if isinstance(given, _PLAIN)
                else _text(given)
            )


def _reached_limit(held: dict[str, Any]) -> tuple[Any, ...]:
    """Return the fact that `fit` did as many iterations as it may, and had not met its tolerance before.

    Not of those that do all of them whatever comes out: without a tolerance, or going on from the last `fit`.
    """
    limit, done, tolerance = held.get(LIMIT), held.get("n_iter_"), held.get("tol")
    runs_to_the_end = not isinstance(tolerance, float) or tolerance <= 0 or held.get("warm_start")
    if runs_to_the_end or done is None or not isinstance(limit, int) or limit < 2:
        return ()
    return (LIMIT, limit, REACHED, True) if np.max(done) >= limit else ()


def _is_equal(given: Any, default: Any) -> bool:
    return isinstance(given, _PLAIN) and isinstance(default, _PLAIN) and given == default


def _text(given: Any) -> str:
    """Return a parameter in words: estimators by their classes, arrays by their shapes, in <> as what is not kept."""
    if isinstance(given, np.ndarray):
        return f"<array of shape {given.shape}>"
    if isinstance(given, (list, tuple)) and len(given) <= _MOST_PARTS:
        plain = all(isinstance(one, _PLAIN) for one in given)
        return repr(given) if plain else ", ".join(map(_step, given))
    return f"<{getattr(given, '__name__', type(given).__name__)}>"


def _step(given: Any) -> str:
    if isinstance(given, (list, tuple)) and len(given) >= 2 and isinstance(given[0], str):
        return f"{given[0]}: {given[1] if isinstance(given[1], str) else type(given[1]).__name__}"
    return str(given) if isinstance(given, _PLAIN) else type(given).__name__


def _fitted(held: Mapping[str, Any], before: str) -> Iterator[Any]:
    for name, given in held.items():
        if not name.endswith("_") or name.startswith("_"):
            continue
        if _is_data(given):
            yield before + name
            yield given
        elif isinstance(given, dict):
            yield from _scores(given, before + name)


def _scores(results: Mapping[Any, Any], name: str) -> Iterator[Any]:
    """Yield the scores among the results of a search; how long it took is different each time."""
    for key, given in results.items():
        if isinstance(key, str) and _SCORES.search(key) and _is_data(given):
            yield f"{name}[{key}]"
            yield given


def _is_data(value: Any) -> bool:
    return value.dtype != object if isinstance(value, np.ndarray) else isinstance(value, _NUMBERS)


def _inner(held: dict[str, Any]) -> Iterator[Any]:
    """Yield what estimators inside have learned: the steps of a pipeline, the best one of a search."""
    steps = held.get("steps") or held.get("transformers_") or ()
    named = [(step[0], step[1]) for step in steps if isinstance(step, tuple)]
    for name, inner in (*named, *((name, held.get(name)) for name in _INNER)):
        if hasattr(inner, "get_params") and not isinstance(inner, type):
            yield from _fitted(vars(inner), f"{name}.")


def _defaults_of(kind: type) -> dict[str, Any]:
    known = _defaults.get(kind)
    if known is None:
        known = _defaults[kind] = _read_defaults(kind)
    return known


def _read_defaults(kind: type) -> dict[str, Any]:
    try:
        parameters = inspect.signature(kind).parameters.values()
    except (TypeError, ValueError):
        return {}
    named = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    return {one.name: one.default for one in parameters if one.kind in named}
