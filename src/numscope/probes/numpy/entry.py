"""One line of the catalogue: a public callable or data-yielding attribute, and how it is watched or why not."""

from __future__ import annotations

import enum
from dataclasses import dataclass


class Mechanism(enum.Enum):
    """Which pointer is swapped."""

    VECTORCALL = "vectorcall pointer"
    METHOD = "method definition"
    INSTANCE_METHOD = "method definition, named by the instance"
    UFUNC_METHOD = "method definition, named by the ufunc"
    SLOT = "type slot"
    ATTRIBUTE = "attribute's getter and setter"
    FUNCTION = "Python function's vectorcall pointer"
    FROMPYFUNC = "method definition, and every ufunc it makes"


class Standing(enum.Enum):
    """Where an entry stands; the value is how the coverage report says it."""

    WATCHED = "watched"
    SCALARS = "watched on own lines"
    INSIDE = "seen through what it calls"
    NO_DATA = "computes or moves no array data"
    UNACCOUNTED = "unaccounted for"


@dataclass(frozen=True)
class Reason:
    """Why something has no hook of its own; `inside` says that what it calls is recorded instead."""

    text: str
    inside: bool


@dataclass(frozen=True)
class Entry:
    """A public callable or attribute.

    `target` is what the mechanism is applied to (a class, for slots); `slots` are the C slots of a slot entry;
    `exact` keeps a slot's hook from subclasses; `scalars` marks NumPy scalars' own arithmetic, of which a part is
    recorded unless asked for. `also` names the entry whose hook comes with this one. `refusal` is why a hook that was
    tried could not be placed.
    """

    name: str
    kind: str
    target: object
    mechanism: Mechanism | None = None
    reason: Reason | None = None
    slots: tuple[str, ...] = ()
    exact: bool = False
    scalars: bool = False
    aliases: tuple[str, ...] = ()
    also: str = ""
    refusal: str = ""

    @property
    def standing(self) -> Standing:
        """Whether and how the entry is accounted for."""
        if self.mechanism is not None:
            return Standing.SCALARS if self.scalars else Standing.WATCHED
        if self.reason is None:
            return Standing.UNACCOUNTED
        return Standing.INSIDE if self.reason.inside else Standing.NO_DATA

    @property
    def explanation(self) -> str:
        """By what it is watched, or why it is not."""
        if self.mechanism is not None:
            where = f" {', '.join(self.slots)}" if self.slots else ""
            return self.mechanism.value + where + (" (own lines; all with --scalars)" if self.scalars else "")
        return self.reason.text if self.reason else f"unaccounted for {self.refusal}".rstrip()


def through(text: str) -> Reason:
    """A reason that says what is recorded instead."""
    return Reason(text, inside=True)


def no_data(text: str) -> Reason:
    """A reason that says why there is nothing to record."""
    return Reason(text, inside=False)
