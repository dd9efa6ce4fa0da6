"""What an operation does with its arrays, as something that can be drawn."""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace

import numpy as np

from numscope.analysis.explain.clash import Clash, broadcast_clash, product_clash
from numscope.analysis.explain.indices import picked
from numscope.analysis.explain.sharing import Buffer, shared_buffer
from numscope.operations.traits import Trait
from numscope.trace import Operand, Operation

_REDUCTIONS = frozenset(
    (
        "reduce",
        "sum",
        "mean",
        "min",
        "max",
        "amin",
        "amax",
        "prod",
        "any",
        "all",
        "argmin",
        "argmax",
        "std",
        "var",
        "median",
        "average",
        "ptp",
        "norm",
        "count_nonzero",
        "nansum",
        "nanmean",
        "nanmin",
        "nanmax",
        "nanstd",
        "nanvar",
        "nanprod",
        "nanmedian",
    )
)
# Operators of torch, which have no trait for it; in place they end in an underscore.
_ARITHMETIC = frozenset(
    ("add", "sub", "mul", "div", "pow", "eq", "ne", "lt", "le", "gt", "ge", "maximum", "minimum")
)
_PRODUCTS = frozenset(("numpy.matmul", "numpy.dot", "numpy.ndarray.dot", "aten::matmul", "aten::mm"))


@dataclass(frozen=True)
class Picture:
    """How results come from inputs.

    kind: `broadcast` (element by element, shapes stretched to fit), `reduce` (along `axes`), `product` (rows by
    columns), `pick` and `assign` (an index; `picks` are flat positions in the first input), `view` (the same elements,
    seen otherwise), `make` (no array went in), `other`. buffer: the memory that the first input and the result share.
    new_nans: NaN in the results while none went in. clash: why the shapes of an operation that raised do not fit.
    """

    kind: str
    axes: tuple[int, ...] = ()
    keepdims: bool = False
    picks: tuple[int, ...] | None = None
    buffer: Buffer | None = None
    new_nans: int = 0
    clash: Clash | None = None


def picture_of(operation: Operation) -> Picture:
    """The picture of `operation`."""
    inputs = [operand for operand in operation.inputs if operand.kind == "array"]
    results = [operand for operand in (*operation.outputs, *operation.mutated) if operand.is_array()]
    if operation.exception is not None and not results:
        return Picture("other", clash=clash_of(operation))
    if not inputs or not results:
        return Picture("make" if results and not inputs else "other", new_nans=_new_nans(operation))
    buffer = (
        shared_buffer(inputs[0], results[0]) if operation.outputs and operation.how != "in place" else None
    )
    nans = _new_nans(operation)
    last = operation.name.rpartition(".")[2]
    if last == "__getitem__":
        return Picture("pick", picks=picked(operation), buffer=buffer, new_nans=nans)
    if last == "__setitem__":
        return Picture("assign", picks=picked(operation), new_nans=nans)
    axes = _reduced(operation, inputs[0], results[0]) if last in _REDUCTIONS else None
    if axes is not None:
        keep = len(results[0].shape or ()) == len(inputs[0].shape or ())
        return Picture("reduce", axes=axes, keepdims=keep, new_nans=nans)
    if operation.name in _PRODUCTS and all(len(operand.shape or ()) in (1, 2) for operand in inputs):
        return Picture("product", new_nans=nans)
    if _is_elementwise(operation, inputs, results[0]):
        return Picture("broadcast", new_nans=nans)
    return Picture("view" if buffer is not None else "other", buffer=buffer, new_nans=nans)


def clash_of(operation: Operation) -> Clash | None:
    """Return why the shapes of an operation of arrays do not fit; None if they do, or another rule decides it."""
    shapes = [operand.shape or () for operand in operation.inputs if operand.kind == "array"]
    if operation.name in _PRODUCTS:
        return product_clash(shapes[0], shapes[1]) if len(shapes) == 2 else None
    arithmetic = operation.name.rpartition("::")[2].removesuffix("_") in _ARITHMETIC
    by_elements = (
        arithmetic or _is_function_of_elements(operation.name) or operation.traits & Trait.ELEMENTWISE
    )
    clash = broadcast_clash(shapes) if by_elements else None
    if (
        clash is not None
        and clash.fix is not None
        and operation.how == "in place"
        and clash.fix.result != shapes[0]
    ):
        return replace(clash, fix=None)  # what it is written into keeps its shape
    return clash


def _new_nans(operation: Operation) -> int:
    def count(operands: tuple[Operand, ...]) -> int:
        return sum(operand.statistics.nans for operand in operands if operand.statistics is not None)

    given = any(
        isinstance(operand.literal, float) and operand.literal != operand.literal
        for operand in operation.inputs
    )
    return 0 if given or count(operation.inputs) else count((*operation.outputs, *operation.mutated))


def _reduced(operation: Operation, source: Operand, result: Operand) -> tuple[int, ...] | None:
    """Return the axes that are gone, or have become 1; None where the result has another shape."""
    shape = source.shape or ()
    axes = _axes_given(operation, len(shape))
    if axes is None:
        return None
    kept = tuple(1 if axis in axes else length for axis, length in enumerate(shape))
    gone = tuple(length for axis, length in enumerate(shape) if axis not in axes)
    return axes if result.shape in (kept, gone) else None


def _axes_given(operation: Operation, dimensions: int) -> tuple[int, ...] | None:
    every = tuple(range(dimensions))
    for operand in operation.operands:
        if operand.role != "argument" or (operand.name != "axis" and operand.position != 1):
            continue
        given: object = operand.literal
        if operand.kind == "literal" and isinstance(given, str):
            try:
                given = ast.literal_eval(given)
            except (ValueError, SyntaxError):
                return None
        if operand.kind == "none":
            return every
        numbers = given if isinstance(given, tuple) else (given,)
        axes = [
            number for number in numbers if isinstance(number, int) and -dimensions <= number < dimensions
        ]
        return tuple(sorted(axis % dimensions for axis in axes)) if len(axes) == len(numbers) else None
    # A ufunc's own reduce takes the first axis where none is given; all others take all.
    return every[:1] if operation.name.endswith(".reduce") else every


def _is_function_of_elements(name: str) -> bool:
    found: object = np
    for part in name.split(".")[1:]:
        found = getattr(found, part, None)
    is_ufunc = isinstance(found, np.ufunc) and found.signature is None
    return is_ufunc or name in ("numpy.where", "numpy.clip", "numpy.broadcast_to", "numpy.round")


def _is_elementwise(operation: Operation, inputs: list[Operand], result: Operand) -> bool:
    if not _is_function_of_elements(operation.name):
        return False
    try:
        return (
            np.broadcast_shapes(*(operand.shape or () for operand in inputs), result.shape or ())
            == result.shape
        )
    except ValueError:
        return False
