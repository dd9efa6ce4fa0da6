"""How scikit-learn's estimators are made again of their parameters, and what they have learned is looked at."""

from __future__ import annotations

import ast
import inspect
from itertools import takewhile
from typing import Any

from ...calling.made import Kept, Made, Objects, Step
from ...calling.objects import ObjectRecipe, imported
from ...calling.recipes import Recipe
from ...calling.refusal import CannotReplayError
from ...calling.wanted import Wanted

# Classes with a random_state that they use only with these values of one parameter.
_DRAW_ONLY_WITH: dict[str, tuple[str, tuple[Any, ...]]] = {
    "LogisticRegression": ("solver", ("liblinear", "sag", "saga")),
    "Ridge": ("solver", ("sag", "saga")),
    "RidgeClassifier": ("solver", ("sag", "saga")),
    "Lasso": ("selection", ("random",)),
    "ElasticNet": ("selection", ("random",)),
    "SVC": ("probability", (1,)),
    "PCA": ("svd_solver", ("randomized", "arpack")),
}


class SklearnObjects(Objects):
    """Estimators as they were before `fit`: made of the parameters that differ from their defaults."""

    module = "sklearn"

    def makes(self, type_name: str) -> bool:
        """Return whether it is a class of scikit-learn: without facts all its parameters are the defaults."""
        return type_name.startswith("sklearn.")

    def made(self, kept: Kept) -> Made:
        """Return the call of an estimator's class. Raises CannotReplayError if it has been fitted, or draws."""
        kind = _class_of(kept)
        if any(name.endswith("_") for name in kept.parts):
            raise CannotReplayError(f"of a fitted {kept.kind} not everything is kept")
        defaults = inspect.signature(kind).parameters
        given = {name: _value(kept, name, value, defaults) for name, value in kept.facts.items()}
        _require_no_draws(kept.kind, given, defaults)
        return Made(f"{_home_of(kept)}.{kept.kind}", (), given)

    def require_whole(self, kept: Kept) -> None:
        """Raise CannotReplayError if nothing of what was learned is kept."""
        if not kept.parts:
            raise CannotReplayError(f"its result is a {kept.kind}, which is not kept")

    def look(self, kind: str, part: str) -> tuple[Step, ...]:
        """Return the way to what was learned under this name."""
        name, _, key = part.partition("[")
        steps = tuple(Step(".", one) for one in name.split("."))
        return (*steps, Step("[]", key[:-1])) if key else steps


def _class_of(kept: Kept) -> Any:
    found = getattr(imported(f"sklearn.{_home_of(kept)}"), kept.kind, None)
    if not isinstance(found, type):
        raise CannotReplayError(f"a {kept.kind} is no public class of scikit-learn")
    return found


def _home_of(kept: Kept) -> str:
    """Return the public module: that before the first private one, as in sklearn.linear_model._logistic."""
    parts = kept.home.split(".")
    if parts[0] != "sklearn":
        raise CannotReplayError(f"a {kept.kind} is a class of the program's own")
    public = takewhile(lambda part: not part.startswith("_"), parts[1:])
    return ".".join(public) or "base"


def _value(kept: Kept, name: str, value: Any, defaults: Any) -> Any:
    default = defaults[name].default if name in defaults else inspect.Parameter.empty
    if isinstance(default, bool) and isinstance(value, int):
        return bool(value)
    if not isinstance(value, str) or isinstance(default, str):
        return value
    if value.startswith("<") or default is inspect.Parameter.empty:
        raise CannotReplayError(f"the parameter {name} of a {kept.kind} is not kept")
    if value.startswith(("(", "[")):
        return ast.literal_eval(value)
    return value


def _require_no_draws(kind: str, given: dict[str, Any], defaults: Any) -> None:
    if "random_state" not in defaults:
        return
    parameter, drawing = _DRAW_ONLY_WITH.get(kind, ("", ()))
    is_seeded = isinstance(given.get("random_state", defaults["random_state"].default), int)
    if not is_seeded and (not parameter or given.get(parameter) in drawing):
        raise CannotReplayError(f"a {kind} without a number as random_state may draw random numbers")


def objects(library: str) -> Objects:
    """Return how the library's objects are made."""
    return SklearnObjects()


def recipe(wanted: Wanted) -> Recipe:
    """Return how the operation is called. Raises CannotReplayError if it can't be."""
    return ObjectRecipe(wanted, SklearnObjects())
