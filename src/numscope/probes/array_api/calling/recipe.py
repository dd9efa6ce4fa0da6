"""How arrays of the array API standard are made again of the elements that were recorded of them."""

from __future__ import annotations

from ...calling.made import Kept, Made, Objects, Part, Step
from ...calling.objects import ObjectRecipe
from ...calling.recipes import Recipe
from ...calling.refusal import CannotReplayError
from ...calling.wanted import Wanted


class StandardObjects(Objects):
    """Arrays whose elements lie in this machine's memory."""

    def __init__(self, module: str) -> None:
        self.module = module

    def made(self, kept: Kept) -> Made:
        """Return the call of `asarray`."""
        if "computed" in kept.facts:
            raise CannotReplayError("its blocks are computed later: their elements are not kept")
        if kept.parts != ("values",):
            raise CannotReplayError(f"the elements of an array on {kept.facts.get('device')} are not kept")
        return Made("asarray", (Part("values"),))

    def look(self, kind: str, part: str) -> tuple[Step, ...]:
        """Return the way to an array's elements."""
        return (Step("np"),)


def objects(library: str) -> Objects:
    """Return how the library's objects are made."""
    return StandardObjects(library)


def recipe(wanted: Wanted) -> Recipe:
    """Return how the operation is called. Raises CannotReplayError if it can't be."""
    return ObjectRecipe(wanted, objects(wanted.name.partition(".")[0]))
