"""What a probe declares of its library, and what it answers: plain facts without behaviour."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from numscope.operations.traits import Trait


@dataclass(frozen=True)
class Refusal:
    """An operation that could not be watched, and why."""

    name: str
    reason: str


@dataclass(frozen=True)
class Status:
    """What `numscope doctor` shows of a library: whether all is as it should be, and what was seen."""

    good: bool
    text: str


# As numbers: a recording asks for the traits of 2,000 functions of pandas, and flags take 2 us to be added.
_WRITES, _DRAWS = int(Trait.WRITES), int(Trait.DRAWS)


@dataclass(frozen=True)
class Function:
    """A function or method of a library, written in Python, of which each call is an operation.

    changes: the argument that it changes in place, counted from 0 (of a method, `self` counts); None: it changes none.
    generator: the path within the library of the numpy.random generator that it draws from; "": it draws from none.
    traits: further flags of numscope.operations; that it changes an argument or draws is known without them.
    everywhere: of a `Layer`, it is recorded inside the library's own calls too.
    stands: of a `Layer`, it is given objects and stands for what runs inside it; a function of arrays computes as
    NumPy's do.
    """

    changes: int | None = None
    generator: str = ""
    traits: int = 0
    everywhere: bool = False
    stands: bool = True

    def all_traits(self) -> int:
        """Return the traits that the declaration amounts to."""
        writes = _WRITES if self.changes is not None else 0
        draws = _DRAWS if self.generator else 0
        return int(self.traits) | writes | draws


@dataclass(frozen=True)
class Parts:
    """What objects of a library's type hold, and how one is made again.

    attributes: those that are recorded wherever such an object is an operand: arrays and numbers. make: the path within
    the library of what makes an object, called with these attributes by name; "": none can be made.
    """

    attributes: tuple[str, ...]
    make: str = ""


@dataclass(frozen=True)
class Steps:
    """Where a library that trains models counts its batches: each is a step of the program.

    begins, ends: the paths within the library of functions written in Python. When `begins` has been called, batches
    are the steps, and not what optimisers do in them; a step has ended when a call of `ends` has returned.
    """

    begins: str
    ends: str


class Blocks(NamedTuple):
    """Where objects of a class keep their arrays, if these are the rows of blocks: the core reads them without Python.

    The first nine are names of attributes: manager, of the object; axes and blocks, a list and a tuple, of the
    manager; identity, of an axis, shared by axes that are the same; numbers, of an axis that is a range: the range;
    values and places, of a block; positions, of places: a slice, or an array of the numbers of columns; name, of the
    object ("": it has none).

    say(object): facts, labels of columns as texts (None: the object is one array), and whether its last axis has
    an array; or None: `otherwise` describes it. It is asked once for axes and name, which must say all, and of a
    last axis that is a range, its numbers.
    column(label, row, values): facts and parts of a row of a block that is no NumPy array, and its bytes (-1: not
    known). fixed(axis): parts that never change. otherwise(object): as in `Layer.describes`.
    """

    manager: str
    axes: str
    identity: str
    numbers: str
    blocks: str
    values: str
    places: str
    positions: str
    name: str
    say: Callable[[Any], tuple[tuple[Any, ...], tuple[str, ...] | None, bool] | None]
    column: Callable[[str, int, Any], tuple[tuple[Any, ...], tuple[Any, ...], int]]
    fixed: Callable[[Any], tuple[Any, ...]]
    otherwise: Callable[[Any], Any]


@dataclass(frozen=True)
class Spelling:
    """How a recorded call is written again: `import MODULE`, then `MODULE.PATH(arguments)`.

    generator: the path within the module of the generator that it draws from; "": it draws from none. objects: what
    objects among the arguments hold, by the name of their type. recipe: what makes such a call in a replay, a function
    "module:name" of one `numscope.probes.calling.wanted.Wanted`, loaded where numscope may not be installed.
    """

    module: str
    path: str
    generator: str = ""
    objects: Mapping[str, Parts] = field(default_factory=dict)
    recipe: str = "numscope.probes.calling.spelled:SpelledRecipe"


def find(owner: Any, path: str) -> Any:
    """Return what stands at a dotted path within an imported module or a class; None if nothing does."""
    for name in path.split("."):
        owner = getattr(owner, name, None)
    return owner
