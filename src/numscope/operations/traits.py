"""The traits of an operation: what every question asks of it in place of its name."""

from __future__ import annotations

import enum


class Trait(enum.IntFlag):
    """What is known of an operation, whatever its arguments. The bits are `enum operation_trait` of format.h."""

    UNINITIALISED = 1 << 0  # it gives uninitialised memory
    VIEW = 1 << 1  # its result shows the memory of its first operand, where it can; it computes nothing
    WRITES = 1 << 2  # it changes an array that it was given, other than by out=
    ASSIGNS = 1 << 3  # it writes into its first operand and computes nothing of what that held
    OVERWRITES = 1 << 4  # it writes all of its first operand and reads nothing of it
    DRAWS = 1 << 5  # what it gives depends on a generator of random numbers
    SEEDS = 1 << 6  # it makes such a generator, or sets its state, from a seed
    COPIES = 1 << 7  # a result that shares no memory with an input is a copy of it, not computed
    NONFINITE_ON_PURPOSE = 1 << 8  # to make, find or replace NaN or infinities is what it is for
    MASKS = 1 << 9  # attention masks are made with it: minus infinity, given to it, is the mask
    FRAME = 1 << 10  # no operation of its own: what runs inside it stands for it
    GRAPH_NODE = 1 << 11  # a node of a backward graph
    ELEMENTWISE = 1 << 12  # it computes each element from its inputs' elements at the same index
    CONTRACTS = 1 << 13  # it sums products over an axis: matrix products and their like
    BLAS = 1 << 14  # it computes in BLAS or LAPACK, whose threads have floating-point flags of their own
    DIVIDES = 1 << 15  # its second operand is a divisor
    EXPORTS = 1 << 16  # it hands memory to compiled code, mostly to be written: what that held means nothing
    READS_PART = 1 << 17  # it takes a part of its first operand
    WRITES_PART = 1 << 18  # it puts something into a part of its first operand
    COMBINES = 1 << 19  # a method of a ufunc, which reduces, accumulates or pairs elements
    INDEXES = 1 << 20  # it goes to elements of its first operand by index: quick, however large that is
    TAKES_NUMBERS = 1 << 21  # plain numbers among its arguments are data, as arrays would be
    SCALAR = 1 << 22  # a NumPy scalar's own arithmetic: of its calls a part may be recorded
    LIFTS = 1 << 23  # its first operand was made of Python's numbers just before
    STANDS = 1 << 24  # a library's public call, whose operands are objects: it stands for what ran inside it
    FILLS = 1 << 25  # it replaces NaN: those in its result count as made by it
    DESCRIBED = 1 << 26  # all data among its operands is described: other objects are settings and functions
    SHADOW = (
        1 << 27
    )  # it ran inside something compiled, or in a copy beside it, and stands at the line that it was compiled from
    NO_FLAGS = (
        1 << 28
    )  # the processor's floating-point flags say nothing of it: it compiles, or computes elsewhere
    PLOTS = 1 << 29  # it shows its operands to people, as a picture
    MODULE = (
        1 << 30
    )  # no operation: a layer of a model was called, or a model was met; `module_calls` has these

    @property
    def words(self) -> str:
        """The trait's name in plain words: `nonfinite on purpose`."""
        return str(self.name).lower().replace("_", " ")


NO_TRAITS = Trait(0)
# `resize_` is no allocation: it also changes what it was given.
_ALLOCATION = Trait.UNINITIALISED | Trait.WRITES
# These write or show memory and compute nothing of what it held.
PASSES_ON = Trait.VIEW | Trait.ASSIGNS


def allocates(traits: int, owned: bool = True) -> bool:
    """Return whether a result is new, uninitialised memory. owned: the result's memory is its own.

    What may show other memory as well (`np.ndarray(shape, buffer=b)`) has allocated only what the result owns.
    """
    return traits & _ALLOCATION == Trait.UNINITIALISED and (owned or not traits & Trait.VIEW)


def allocates_sql(traits: str, owned: str = "true") -> str:
    """Return the same question in SQL; `traits` and `owned` are expressions."""
    has = f"{traits} & {int(_ALLOCATION)} = {int(Trait.UNINITIALISED)}"
    return f"({has} and ({owned} or {traits} & {int(Trait.VIEW)} = 0))"


def expects_nonfinite(traits: int) -> bool:
    """Return whether a NaN or an infinity in a result is nobody's fault, wherever the result's memory is from."""
    unwritten = traits & Trait.UNINITIALISED and not traits & Trait.VIEW
    return bool(unwritten or traits & Trait.NONFINITE_ON_PURPOSE)


def has_sql(traits: str, wanted: int) -> str:
    """Return, in SQL, whether any trait of `wanted` is set; `traits` is the expression for the number."""
    return f"({traits} & {int(wanted)} <> 0)"
