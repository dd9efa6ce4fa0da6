"""How xarray's arrays are made again of dimensions, coordinates and the array that were recorded of them."""

from __future__ import annotations

from ...calling.made import Kept, Made, Objects, Part, Step
from ...calling.objects import ObjectRecipe
from ...calling.recipes import Recipe
from ...calling.refusal import CannotReplayError
from ...calling.wanted import Wanted


class XarrayObjects(Objects):
    """DataArrays and Variables in memory whose coordinates are those of their dimensions."""

    module = "xarray"

    def made(self, kept: Kept) -> Made:
        """Return the call of `DataArray` or `Variable`."""
        if kept.kind not in ("DataArray", "Variable"):
            raise CannotReplayError(f"a {kept.kind} of xarray is not kept")
        self.require_whole(kept)
        dimensions = [one.rpartition(": ")[0] for one in _listed(kept, "dimensions")]
        if kept.kind == "Variable":
            return Made("Variable", (dimensions, Part("values")))
        coordinates = _listed(kept, "coordinates")
        if further := [name for name in coordinates if name not in dimensions or name not in kept.parts]:
            raise CannotReplayError(f"its coordinate {further[0]!r} is not kept")
        named = {"dims": dimensions, "coords": {name: Part(name) for name in coordinates}}
        return Made("DataArray", (Part("values"),), {**named, "name": kept.facts.get("name")})

    def require_whole(self, kept: Kept) -> None:
        """Raise CannotReplayError if the array or a variable was not kept; coordinates of results never are."""
        wanted = _listed(kept, "variables") if kept.kind == "Dataset" else ["values"]
        for name in wanted:
            if name not in kept.parts:
                raise CannotReplayError(f"of a {kept.kind} the array {name!r} was not kept")

    def look(self, kind: str, part: str) -> tuple[Step, ...]:
        """Return the way to the array, or to that of a coordinate or a variable."""
        is_own = part == "values" and kind != "Dataset"
        return (*(() if is_own else (Step("[]", part),)), Step(".", "values"))


def _listed(kept: Kept, fact: str) -> list[str]:
    text = str(kept.facts.get(fact) or "")
    return text.split(", ") if text else []


def objects(library: str) -> Objects:
    """Return how the library's objects are made."""
    return XarrayObjects()


def recipe(wanted: Wanted) -> Recipe:
    """Return how the operation is called. Raises CannotReplayError if it can't be."""
    return ObjectRecipe(wanted, XarrayObjects())
