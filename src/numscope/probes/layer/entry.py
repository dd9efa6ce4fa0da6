"""One public name of a library, and how its calls are seen or why they are not."""

from __future__ import annotations

from typing import Any, NamedTuple


class Entry(NamedTuple):
    """A public function, method or class of a library.

    name: as the operation is called. function: the function that a call runs, in Python or compiled by Cython; None:
    there is none to watch, for `reason`. attribute: of a method, what follows the name of the class; "" of a
    constructor; None: no method.
    without_first: argument 0 is a class or an object under construction; makes_first: that object is the result.
    computes: whether it can compute at all; otherwise it isn't missed.
    """

    name: str
    function: Any = None
    attribute: str | None = None
    without_first: bool = False
    makes_first: bool = False
    reason: str = ""
    computes: bool = True
