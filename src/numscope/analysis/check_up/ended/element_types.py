"""Elements of the wrong type: casts in place, texts, floats where integers must be, arrays where one number must be."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import numpy as np

from numscope.analysis.check_up import sources
from numscope.analysis.check_up.ended.ending import Ending, Reason, text_of
from numscope.analysis.concepts.syntax import last_name
from numscope.operations.lore.user_line import counted, of, verb

_ONE_NUMBER = (
    "only 0-dimensional arrays",
    "only length-1 arrays",
    "only size-1 arrays",
    "can only convert an array",
    "a Tensor with",
)


_TRUTH = ("The truth value of a", "Boolean value of Tensor")
_NO_INTEGER = (
    "'float' object cannot be interpreted as an integer",
    "expected a sequence of integers or a single integer",
)


def reasons(ending: Ending) -> Iterator[Reason | None]:
    """Yield why a value of this type could not be used."""
    yield _stored(ending)
    yield _nothing_in_arithmetic(ending)
    yield _objects(ending)
    yield _booleans_subtracted(ending)
    yield _dates_and_numbers(ending)
    yield _shape_of_two(ending)
    yield _mean_of_integers(ending)
    yield _one_number(ending)
    yield _one_truth(ending)
    yield _missing_as_integer(ending)
    yield _negative_power(ending)
    yield _out_of_range(ending)
    yield _count(ending)
    yield _mixed_tensors(ending)
    yield _labels_as_floats(ending)
    yield _read_only(ending)


def _stored(ending: Ending) -> Reason | None:
    found = re.search(r"output from dtype\('(.*?)'\) to dtype\('(.*?)'\)", ending.text)
    if ending.kind != "UFuncOutputCastingError" or found is None or not ending.arrays:
        return None
    result, there = found.groups()
    first = ending.arrays[0]
    return Reason(
        f"{first.name} is {there}, and the result is {result}: it can't be stored there in place",
        f"create {first.name} as {result} (`dtype={'float' if result == 'float64' else result}`), or make a new array: "
        f"`{first.code} = {first.code} {_sign(ending)} ...`",
    )


def _sign(ending: Ending) -> str:
    signs = {"add": "+", "subtract": "-", "multiply": "*", "divide": "/", "power": "**", "matmul": "@"}
    return signs.get(ending.called, "...")


def _one_number(ending: Ending) -> Reason | None:
    if not (ending.text.startswith(_ONE_NUMBER) and ending.arrays):
        return None
    array = ending.arrays[0]
    call = _call_around(ending)
    size = int(np.prod(array.shape))
    taker = f"`{text_of(call.func)}`" if call is not None else "the line"
    problem = f"{array.name} has {counted(size, 'element')}, and {taker} takes one number"
    if call is None:
        return Reason(problem, f"take one element: `{array.code}[0]`")
    name = last_name(call.func)
    if name in ("int", "float", "complex", "bool"):
        return Reason(
            problem, f"for all of them `{array.code}.astype({name})`, for one `{name}({array.code}[0])`"
        )
    if isinstance(getattr(np, name, None), np.ufunc):
        numpy = sources.module_name(ending.source, "numpy") or "np"
        return Reason(problem, f"write `{numpy}.{name}({array.code})`, which takes arrays")
    return Reason(problem, f"call it for each element, or give it one: `{array.code}[0]`")


def _call_around(ending: Ending) -> ast.Call | None:
    """Return the call of the line that took the array, where there is one only with one argument."""
    statement = sources.statement(ending.source, ending.line)
    given = ending.argument(0)
    calls = (
        [node for node in ast.walk(statement) if isinstance(node, ast.Call)] if statement is not None else []
    )
    fitting = [
        call for call in calls if len(call.args) == 1 and given and text_of(call.args[0]) == given.written
    ]
    return fitting[-1] if fitting else None


def _one_truth(ending: Ending) -> Reason | None:
    if not (ending.text.startswith(_TRUTH) and "ambiguous" in ending.text):
        return None
    statement = sources.statement(ending.source, ending.line)
    words = (
        [node for node in ast.walk(statement) if isinstance(node, (ast.BoolOp, ast.UnaryOp))]
        if statement
        else []
    )
    for node in words:
        if isinstance(node, ast.BoolOp):
            word, sign = ("and", "&") if isinstance(node.op, ast.And) else ("or", "|")
            parts = f" {sign} ".join(f"({text_of(one)})" for one in node.values)
            return Reason(
                f"`{word}` asks for one truth value, and gets one for each element", f"write `{parts}`"
            )
        if isinstance(node.op, ast.Not):
            text = text_of(node.operand)
            return Reason(
                "`not` asks for one truth value, and gets one for each element", f"write `~({text})`"
            )
    if isinstance(statement, (ast.If, ast.While, ast.Assert)) and not ending.arrays:
        test = text_of(statement.test)
        return Reason(
            f"`{test}` has a value for each element, and one truth value is asked for",
            f"say which is meant: `({test}).any()` or `({test}).all()`; to choose rows, index by it",
        )
    array = ending.arrays[0] if ending.arrays else None
    if array is None or not array.written:
        return None
    true = int(np.count_nonzero(array.numbers)) if array.numbers is not None else None
    size = int(np.prod(array.shape))
    said = f": true for {of(true, size, 'element')}" if true is not None else ""
    return Reason(
        f"{array.name} has {counted(size, 'element')}, and one truth value is asked for{said}",
        f"say which is meant: `({array.written}).any()` or `({array.written}).all()`; to choose elements, index by it",
    )


def _missing_as_integer(ending: Ending) -> Reason | None:
    if ending.text.startswith("cannot convert float NaN to integer") and ending.arrays:
        array = ending.arrays[0]
        name = array.name if array.written else "the number"
        return Reason(
            f"{name} is NaN, and an integer can't be",
            "look where it became NaN; leave it out, or give it a value first",
        )
    if ending.kind != "IntCastingNaNError":
        return None
    values = next(
        (one for one in ending.given if one.operand.name == "values" and one.numbers is not None), None
    )
    if values is None or values.numbers.dtype.kind != "f":
        return None
    bad = np.flatnonzero(~np.isfinite(values.numbers))
    if not bad.size:
        return None
    return Reason(
        f"{of(len(bad), values.numbers.size, 'value')} {verb(len(bad), 'is', 'are')} missing or infinite "
        f"(row {bad[0]}), and an integer can't be",
        "fill them first (`fillna`), leave them out (`dropna`), or take integers that may miss: `astype('Int64')`",
    )


def _negative_power(ending: Ending) -> Reason | None:
    if not ending.text.startswith("Integers to negative integer powers") or not ending.arrays:
        return None
    array = ending.arrays[0]
    exponent = ending.argument(1)
    power = exponent.operand.literal if exponent is not None and exponent.operand.kind == "int" else None
    said = f"`{array.code} ** {float(power)}`" if power is not None else f"`{array.code}.astype(float)` first"
    return Reason(
        f"{array.name} is {array.operand.dtype}: a negative power of it is no integer", f"take floats: {said}"
    )


def _out_of_range(ending: Ending) -> Reason | None:
    found = ending.numbers(r"Python integer (-?\d+) out of bounds for u?int(?:8|16|32|64)\b")
    if found is None:
        return None
    dtype = ending.text.rpartition("bounds for ")[2].split()[0].strip(".")
    low, high = np.iinfo(dtype).min, np.iinfo(dtype).max
    array = ending.arrays[0] if ending.arrays else None
    wider = next(
        (
            name
            for name in ("int16", "int32", "int64")
            if np.iinfo(name).min <= found[0] <= np.iinfo(name).max
        ),
        None,
    )
    name = array.name if array is not None else "the array"
    return Reason(
        f"{found[0]:,} does not fit in {dtype} ({low:,} to {high:,}), the type of {name}",
        f"create {name} with `dtype=np.{wider}`, or look where the number comes from"
        if wider
        else "create it as float",
    )


def _count(ending: Ending) -> Reason | None:
    if not any(text in ending.text for text in _NO_INTEGER):
        return None
    shapes = [
        one
        for one in ending.given
        if one.operand.kind == "literal" and re.search(r"\d\.\d", str(one.operand.literal))
    ]
    if len(shapes) == 1:
        return Reason(
            f"{shapes[0].operand.literal} holds a float: lengths are integers",
            "make it an integer where it is computed: `//` in place of `/`, or `int(...)`",
        )
    scalars = [one for one in ending.given if one.operand.kind == "scalar" and one.numbers is not None]
    if len(scalars) == 1 and scalars[0].numbers.dtype.kind == "f":
        one = scalars[0]
        return Reason(
            f"{one.name} is {one.numbers}, a float: `{ending.called}` takes an integer there",
            f"make it one: `int({one.written or '...'})`",
        )
    floats = [
        one
        for one in ending.given
        if one.operand.kind == "float" and float(one.operand.literal or 0.5).is_integer()
    ]
    if len(floats) != 1:
        return None
    name = floats[0].name if floats[0].written else f"an argument of `{ending.called}`"
    whole = int(floats[0].operand.literal or 0)
    return Reason(
        f"{name} is {floats[0].operand.literal}, a float: `{ending.called}` takes an integer there ({whole})",
        f"make it an integer where it is computed: `//` in place of `/`, or `int({floats[0].written or '...'})`",
    )


def _mixed_tensors(ending: Ending) -> Reason | None:
    if "must have the same dtype" not in ending.text and "expected scalar type" not in ending.text:
        return None
    arrays = [
        one for one in ending.arrays if (one.operand.dtype or "").startswith(("float", "bfloat", "int"))
    ]
    types = list(dict.fromkeys(one.operand.dtype for one in arrays))
    if len(types) < 2:
        return None
    first = arrays[0]
    other = next(one for one in arrays if one.operand.dtype != first.operand.dtype)
    names = [
        f"the {one.operand.name}" if one.operand.name and not one.written else one.name
        for one in (first, other)
    ]
    from_numpy = types[0] == "float64"
    said = " (NumPy makes float64)" if from_numpy else ""
    return Reason(
        f"{names[0]} is {first.operand.dtype}{said}, {names[1]} {other.operand.dtype}: they must be of one type",
        "turn it into float32 where it is made: `.float()`"
        if from_numpy
        else f"turn one of them into the other's type: `.to(torch.{other.operand.dtype})`",
    )


def _labels_as_floats(ending: Ending) -> Reason | None:
    if not ending.raised_by("aten::cross_entropy_loss", "aten::nll_loss") or "Long" not in ending.text:
        return None
    labels = ending.arrays[1] if len(ending.arrays) > 1 else None
    if labels is None or not (labels.operand.dtype or "").startswith(("float", "int32")):
        return None
    return Reason(
        f"{labels.name if labels.written else 'labels'} is {labels.operand.dtype}, and numbers of classes "
        f"must be int64",
        f"write `{labels.written or 'labels'}.long()`, or make them integers where they are created",
    )


def _read_only(ending: Ending) -> Reason | None:
    if "read-only" not in ending.text or not ending.arrays:
        return None
    array = ending.arrays[0]
    return Reason(
        f"{array.name} can't be written to: it shows memory that others read, or that was mapped for reading",
        f"take a copy first: `{array.code} = {array.code}.copy()`",
    )


def _nothing_in_arithmetic(ending: Ending) -> Reason | None:
    if "NoneType" not in ending.text or "unsupported operand" not in ending.text:
        return None
    objects = [one for one in ending.arrays if one.operand.dtype == "object"]
    if objects:
        return Reason(
            f"{objects[0].name} holds Python objects, None among them",
            f"make them numbers where it is created: `{objects[0].code}.astype(float)` turns None into NaN",
        )
    given = next((one for one in ending.given if one.operand.kind == "none"), None)
    written = given.written if given is not None else ""
    return Reason(
        f"`{written}` is None" if written not in ("", "None") else "an operand is None",
        "look where it was set: a function without `return`, or one that works in place, gives None",
    )


def _objects(ending: Ending) -> Reason | None:
    array = next((one for one in ending.arrays if one.operand.dtype == "object"), None)
    if array is None or "loop of ufunc does not support argument" not in ending.text:
        return None
    return Reason(
        f"{array.name} holds Python objects (dtype object), which `{ending.called}` can't take",
        f"make them numbers: `{array.code}.astype(float)`; None becomes NaN",
    )


def _booleans_subtracted(ending: Ending) -> Reason | None:
    if not ending.text.startswith("numpy boolean subtract") or len(ending.arrays) < 2:
        return None
    first, second = (one.code for one in ending.arrays[:2])
    return Reason(
        "both sides are truth values, of which there is no difference",
        f"where they differ: `{first} ^ {second}`; the first without the second: `{first} & ~{second}`; "
        f"as numbers: `{first}.astype(int) - {second}`",
    )


def _dates_and_numbers(ending: Ending) -> Reason | None:
    dates = [
        one for one in ending.arrays if (one.operand.dtype or "").startswith(("datetime64", "timedelta64"))
    ]
    if ending.kind != "UFuncBinaryResolutionError" or not dates:
        return None
    return Reason(
        f"{dates[0].name} holds times ({dates[0].operand.dtype}), the other side numbers without a unit",
        "say the unit: `np.timedelta64(12, 'h')`",
    )


def _shape_of_two(ending: Ending) -> Reason | None:
    found = ending.numbers(r"Cannot interpret '(\d+)' as a data type")
    first = ending.argument(0)
    if found is None or first is None or first.operand.kind != "int":
        return None
    return Reason(
        f"the second argument of `{ending.called}` is the type of its elements, and {found[0]} is none",
        f"give the shape as one tuple: `{ending.called}(({first.operand.literal}, {found[0]}))`",
    )


def _mean_of_integers(ending: Ending) -> Reason | None:
    array = ending.arrays[0] if ending.arrays else None
    if array is None or "must be either a floating point or complex dtype" not in ending.text:
        return None
    return Reason(
        f"{array.name} is {array.operand.dtype}: its {ending.called} is no integer",
        f"write `{array.code}.float().{ending.called}()`",
    )
