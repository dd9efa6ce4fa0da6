"""Shapes and lengths that do not fit: joining, assigning, reshaping, in place, tables, layers."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence

from numscope.analysis.check_up.ended.ending import Ending, Given, Reason
from numscope.operations.lore.user_line import counted

Shape = tuple[int, ...]

_JOINING = (
    "concatenate",
    "append",
    "vstack",
    "hstack",
    "stack",
    "column_stack",
    "cat",
    "dstack",
    "row_stack",
)
_MOST_FACTORS = 6
# Of more elements than any array has its divisors are not looked for: the number comes from a message.
_LARGEST = 10**12


def reasons(ending: Ending) -> Iterator[Reason | None]:
    """Yield why shapes did not fit."""
    yield _joined(ending)
    yield _assigned(ending)
    yield _reshaped(ending)
    yield _in_place(ending)
    yield _ragged(ending)
    yield _subscripts(ending)
    yield _not_viewed(ending)
    yield _of_a_table(ending)
    yield _unequal(ending)
    yield _crossed(ending)
    yield _product(ending)
    yield _stacks_of_matrices(ending)
    yield _parts(ending)
    yield _axes_named(ending)
    yield _names_of_columns(ending)


def _joined(ending: Ending) -> Reason | None:
    parts = [one for one in ending.arrays if one.operand.item or ending.raised_by("append")]
    if not ending.raised_by(*_JOINING) or len(parts) < 2:
        return None
    shapes = [part.shape for part in parts]
    odd = _odd_one(shapes)
    first = 0 if odd else 1
    texts = f"{parts[first].name} has the shape {shapes[first]}, {parts[odd].name} {shapes[odd]}"
    if ending.raised_by("stack"):
        return Reason(
            f"{texts}: arrays that are stacked must have one shape", "bring them to one length first"
        )
    axis = _axis(ending, shapes[first])
    depths = {len(shape) for shape in shapes}
    if len(depths) > 1:
        return Reason(
            f"{texts}: all must have as many axes", _with_axis(parts[odd], shapes[odd], shapes[first], axis)
        )
    along = [number for number, lengths in enumerate(zip(*shapes, strict=True)) if len(set(lengths)) > 1]
    problem = f"{texts}: only along axis {axis}, on which they are joined, may their lengths differ"
    if len(along) == 1 and along[0] != axis:
        return Reason(problem, f"join them along axis {along[0]}, or bring them to one length on it")
    return Reason(problem, "bring them to one length on the other axes")


def _odd_one(shapes: Sequence[Shape]) -> int:
    """Return the number of the first shape that is not the most frequent one."""
    usual = max(shapes, key=shapes.count)
    return next((number for number, shape in enumerate(shapes) if shape != usual), 0)


def _axis(ending: Ending, shape: Shape) -> int:
    named = next((one.operand.literal for one in ending.given if one.operand.name in ("axis", "dim")), None)
    if isinstance(named, int):
        return named % max(len(shape), 1)
    return 1 if ending.raised_by("hstack", "column_stack") and len(shape) > 1 else 0


def _with_axis(odd: Given, shape: Shape, other: Shape, axis: int) -> str:
    if len(other) - len(shape) == 1 and shape == other[:axis] + other[axis + 1 :]:
        index = ", ".join("None" if place == axis else ":" for place in range(len(other)))
        return f"give it the axis: `{odd.code}[{index}]`"
    return "give the one with fewer axes a new one: `[:, None]` or `[None, :]`"


def _assigned(ending: Ending) -> Reason | None:
    found = re.search(
        r"could not broadcast input array from shape \(([\d, ]*)\) into shape \(([\d, ]*)\)", ending.text
    )
    if found is None or not ending.raised_by("__setitem__"):
        return None
    source, target = (tuple(map(int, re.findall(r"\d+", text))) for text in found.groups())
    array, index, value = ending.argument(0), ending.argument(1), ending.argument(2)
    name = (
        f"`{array.written}[{index.written}]`"
        if array and index and array.written and index.written
        else "the place"
    )
    given = value.name if value is not None else "what is put there"
    problem = f"{name} has the shape {target}, {given} {source}"
    for text, shape in _turned(source):
        if value is not None and _fits(shape, target):
            return Reason(problem, f"write `{value.code}{text}`")
    return Reason(
        problem, "take as many values as there are places, or make the array larger where it is created"
    )


def _turned(shape: Shape) -> Iterator[tuple[str, Shape]]:
    """Yield what makes other shapes of one without a copy: a transposition, a new axis at each place."""
    if len(shape) == 2:
        yield ".T", shape[::-1]
    for place in range(1, len(shape) + 1):
        index = [":"] * place + ["None"] + [":"] * (len(shape) - place)
        yield f"[{', '.join(index)}]", (*shape[:place], 1, *shape[place:])


def _fits(shape: Shape, target: Shape) -> bool:
    """Whether an array of this shape can be put where there is the other."""
    lined_up = zip(shape[::-1], target[::-1], strict=False)
    return len(shape) <= len(target) and all(length in (1, there) for length, there in lined_up)


def _reshaped(ending: Ending) -> Reason | None:
    found = re.search(
        r"(?:cannot reshape array of|shape '\[.*\]' is invalid for input of) size (\d+)", ending.text
    )
    shape = re.search(r"into shape \(([-\d, ]*)\)|shape '\[([-\d, ]*)\]'", ending.text)
    if found is None or shape is None:
        return None
    size = int(found[1])
    if size > _LARGEST:
        return None
    wanted = tuple(map(int, re.findall(r"-?\d+", shape[1] or shape[2] or "")))
    array = ending.arrays[0] if ending.arrays else None
    name = array.name if array is not None else "the array"
    known = math.prod(one for one in wanted if one >= 0)
    if -1 in wanted:
        return Reason(
            f"{name} has {counted(size, 'element')}, no multiple of {known}, which {wanted} needs",
            f"leave {size % known if known else size} out, or choose lengths whose product divides {size:,}",
        )
    return Reason(
        f"{name} has {counted(size, 'element')}, the shape {wanted} {known:,}", _lengths_for(size, wanted)
    )


def _lengths_for(size: int, wanted: Shape) -> str:
    fitting = [length for length in wanted if length and size % length == 0]
    if fitting:
        rest = [str(size // fitting[0]) if len(wanted) == 2 else "-1"]
        return f"({fitting[0]}, {rest[0]}) would fit: look where the other length comes from"
    pairs = [(low, size // low) for low in range(2, math.isqrt(size) + 1) if size % low == 0]
    if len(wanted) == 2 and pairs:
        shown = ", ".join(map(str, pairs[-_MOST_FACTORS:][::-1]))
        return f"{size:,} elements fill {shown}: look where the lengths come from"
    return f"look where the lengths come from: their product must be {size:,}"


def _in_place(ending: Ending) -> Reason | None:
    found = re.search(
        r"non-broadcastable output operand with shape \(([\d, ]*)\) doesn't match the broadcast shape \(([\d, ]*)\)",
        ending.text,
    )
    if found is None or not ending.arrays:
        return None
    target, result = (tuple(map(int, re.findall(r"\d+", text))) for text in found.groups())
    first, others = ending.arrays[0], ending.arrays[1:]
    problem = f"{first.name} has the shape {target}, the result {result}: it can't be stored there"
    extra = len(result) - len(target)
    if others and extra > 0 and result[extra:] == target:
        axes = "0" if extra == 1 else str(tuple(range(extra)))
        total = f"to sum over axis {axes}, `{others[0].code}.sum(axis={axes})`; "
        return Reason(problem, f"{total}to get the larger array, `{first.code} = {first.code} + ...`")
    return Reason(
        problem, f"make a new array: `{first.code} = {first.code} ...` in place of the operation in place"
    )


def _ragged(ending: Ending) -> Reason | None:
    if "inhomogeneous shape" not in ending.text:
        return None
    given = ending.argument(0)
    rows = given.items if given is not None else None
    lengths = [len(row) for row in rows or () if isinstance(row, (list, tuple))]
    name = given.name if given is not None and given.written else "the list"
    said = (
        f"the rows of {name} have {_listed(lengths)} elements"
        if len(set(lengths)) > 1
        else f"the rows of {name} differ in length"
    )
    return Reason(
        f"{said}: an array is rectangular",
        f"bring them to one length (with NaN at the end), or keep a list of arrays: `[np.array(row) for row "
        f"in {given.code if given else 'rows'}]`",
    )


def _listed(lengths: list[int]) -> str:
    shown = [str(length) for length in lengths[:4]]
    return ", ".join(shown[:-1]) + (f" and {shown[-1]}" if len(lengths) <= 4 else f", {shown[-1]} ...")


def _subscripts(ending: Ending) -> Reason | None:
    first = ending.argument(0)
    if not ending.raised_by("einsum") or first is None or first.operand.kind != "string":
        return None
    terms = str(first.operand.literal).replace(" ", "").split("->")[0].split(",")
    arrays = ending.arrays
    lengths: dict[str, tuple[int, Given]] = {}
    for term, array in zip(terms, arrays, strict=False):
        if "." in term:
            return None
        if len(term) != len(array.shape):
            return Reason(
                f"`{term}` names {counted(len(term), 'axis', 'axes')}, and {array.name} has {len(array.shape)}",
                "give each axis one letter",
            )
        for letter, length in zip(term, array.shape, strict=True):
            before, whose = lengths.setdefault(letter, (length, array))
            if before != length and 1 not in (before, length):
                return Reason(
                    f"`{letter}` is {before} in {whose.name} {whose.shape} and {length} in {array.name} {array.shape}",
                    "a letter stands for one length: look whether the letters of one array are in the wrong order",
                )
    return None


def _not_viewed(ending: Ending) -> Reason | None:
    if not ending.text.startswith("view size is not compatible") or not ending.arrays:
        return None
    array = ending.arrays[0]
    return Reason(
        f"{array.name} was transposed or cut out: its elements do not lie one after the other, and `view` copies none",
        f"write `reshape` in place of `view`: `{array.code}.reshape(...)`",
    )


def _of_a_table(ending: Ending) -> Reason | None:
    found = ending.numbers(r"Length of values \((\d+)\) does not match length of index \((\d+)\)")
    if found is None:
        return None
    values, rows = found
    column, given = ending.argument(1), ending.argument(2)
    name = given.name if given is not None and given.written else "what is put there"
    of = (
        f"column {column.operand.literal!r}"
        if column is not None and column.operand.kind == "string"
        else "the column"
    )
    return Reason(
        f"the table has {counted(rows, 'row')}, and {name} has {counted(values, 'value')} for {of}",
        "look where rows were left out; a Series with labels is put where its labels say, without this error",
    )


def _unequal(ending: Ending) -> Reason | None:
    """Functions that take columns of one length."""
    said = (
        "Incompatible dimensions",
        "same length",
        "inconsistent numbers of samples",
        "must be the same",
        "equal length",
        "same first dimension",
    )
    whole = [
        one for one in ending.given if one.length is not None and (one.shape or one.operand.kind == "literal")
    ]
    if not any(text in ending.text for text in said) or len(whole) < 2:
        return None
    first = whole[0]
    other = next((one for one in whole if one.length != first.length), None)
    if other is None:
        return None
    return Reason(
        f"{first.name} has {counted(first.length or 0, 'row' if len(first.shape) > 1 else 'value')}, "
        f"{other.name} {other.length}",
        "look where one of them lost rows: filters, differences and shifts must be applied to both",
    )


def _crossed(ending: Ending) -> Reason | None:
    if not ending.raised_by("numpy.cross") or not ending.arrays:
        return None
    array = ending.arrays[0]
    return Reason(
        f"{array.name} has vectors of length {array.shape[-1] if array.shape else 1}: a cross product is one "
        f"of length 3",
        "take the three components, or choose their axis by `axis=`",
    )


def _product(ending: Ending) -> Reason | None:
    """A product with a list, whose length the record has no shape for."""
    found = ending.numbers(
        r"core dimension 0, with gufunc signature .*\(size (\d+) is different from (\d+)\)"
    )
    first, second = ending.argument(0), ending.argument(1)
    if found is None or first is None or second is None:
        return None
    return Reason(
        f"{first.name} has {counted(found[1], 'column')}, and {second.name} {counted(found[0], 'row')}",
        "both must be equal for a product: look where these lengths come from",
    )


def _parts(ending: Ending) -> Reason | None:
    array, parts = ending.argument(0), ending.argument(1)
    if "does not result in an equal division" not in ending.text or array is None or parts is None:
        return None
    length = array.shape[0] if array.shape else 0
    return Reason(
        f"{array.name} has {counted(length, 'element')}, no multiple of {parts.operand.literal}",
        "take `np.array_split`, whose parts may differ by one, or leave the rest out",
    )


def _axes_named(ending: Ending) -> Reason | None:
    if "axes don't match array" not in ending.text or not ending.arrays:
        return None
    array = ending.arrays[0]
    return Reason(
        f"{array.name} has {counted(len(array.shape), 'axis', 'axes')}, and `transpose` must be given each of them",
        f"to exchange two of them: `{array.code}.swapaxes(0, 1)`; else name all in their new order",
    )


def _names_of_columns(ending: Ending) -> Reason | None:
    found = ending.numbers(
        r"Length mismatch: Expected axis has (\d+) elements, new values have (\d+) elements"
    )
    if found is None:
        return None
    return Reason(
        f"the axis has {counted(found[0], 'label')}, and {found[1]} are given",
        "look which columns there are (`df.columns`); to rename some of them: `df.rename(columns={...})`",
    )


def _stacks_of_matrices(ending: Ending) -> Reason | None:
    if not ending.raised_by("matmul", "bmm") or len(ending.arrays) < 2:
        return None
    first, second = ending.arrays[:2]
    if min(len(first.shape), len(second.shape)) < 2 or first.shape[-1] == second.shape[-2]:
        return None
    problem = (
        f"rows of {first.name} {first.shape} have {first.shape[-1]} numbers, columns of {second.name} {second.shape} "
        f"{second.shape[-2]}"
    )
    if first.shape[-1] == second.shape[-1]:
        turn = "transpose" if ending.raised_by("aten::matmul", "aten::bmm") else "swapaxes"
        return Reason(problem, f"exchange the last two axes: `{second.code}.{turn}(-1, -2)`")
    return Reason(problem, "look where these lengths come from: both must be equal for a product")
