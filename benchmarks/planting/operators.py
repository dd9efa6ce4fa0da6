"""Faults that make NaN, each an operator: from an expression of a script to what a mistaken person would have written.

An operator is given a node and the script, and returns texts to stand in the node's place. Most of them change no
result, or raise: who plants them keeps those whose results hold NaN.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Collection, Iterator, Mapping

from benchmarks.planting.source import Edit, Source

Operator = Callable[[ast.expr, Source], Iterator[str]]

_KEEPS_APART = {
    "clip",
    "maximum",
    "minimum",
    "fmax",
    "fmin",
    "abs",
    "absolute",
    "fabs",
    "nan_to_num",
    "max",
    "min",
    "clamp",
}
_DEALS_WITH_GAPS = {"dropna", "fillna", "ffill", "bfill", "interpolate", "clip", "abs", "clamp", "clamp_min"}
_ROOTS_AND_LOGS = {"sqrt", "log", "log2", "log10", "log1p", "arcsin", "arccos", "arccosh", "arctanh", "power"}
_ANGLES = {"sin", "cos", "tan"}
_DRAWS = (
    "subplot",
    "plot",
    "text",
    "annotate",
    "set_",
    "tick",
    "legend",
    "figure",
    "fill",
    "ax",
    "add_",
    "scatter",
)
_LAYOUT = {
    "figsize",
    "lw",
    "linewidth",
    "markersize",
    "ms",
    "s",
    "zorder",
    "pad",
    "fontsize",
    "rotation",
    "dpi",
    "color",
}
_RANGES = {"linspace", "arange", "uniform", "range"}
_TABLES = {"Series", "DataFrame"}
_SMALL = 1e-3
_DATE = re.compile(r"(19|20)\d\d(?=-|$)")
_MISSPELT = {ast.Lt: ">", ast.LtE: ">", ast.Gt: "<", ast.GtE: "<", ast.Eq: "!=", ast.NotEq: "=="}


def name_of(node: ast.expr) -> str:
    """Return the last name of what is called: `clip` of `np.clip`."""
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _numbers(node: ast.expr) -> float | None:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = _numbers(node.operand)
        return None if inner is None else -inner
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        return float(node.value)  # type: ignore[arg-type]
    return None


def _of_module(node: ast.expr) -> bool:
    """Return whether a call is of a function, `np.clip(x)`, not of a method, `x.clip()`."""
    return isinstance(node, ast.Name) or (
        isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id in {"np", "numpy", "math", "torch", "jnp", "scipy", "sp", "cupy"}
    )


def guard_dropped(node: ast.expr, source: Source) -> Iterator[str]:
    """Leave out a clip, a maximum, an absolute value, a fill, or a small number that is added."""
    if isinstance(node, ast.Call) and node.args and _of_module(node.func):
        if name_of(node.func) in _KEEPS_APART:
            yield from (source.of(one) for one in node.args[:2] if _numbers(one) is None)
        if name_of(node.func) == "where" and len(node.args) == 3:
            yield from map(source.of, node.args[1:])
    elif (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in _DEALS_WITH_GAPS
    ):
        yield source.of(node.func.value)
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        small = _numbers(node.right)
        if (small is not None and 0 < small <= _SMALL) or name_of(node.right).startswith("eps"):
            yield f"({source.of(node.left)})"


def mask_dropped(node: ast.expr, source: Source) -> Iterator[str]:
    """Take all elements in place of those of a condition."""
    if (
        isinstance(node, ast.Subscript)
        and isinstance(node.slice, ast.Compare | ast.UnaryOp)
        and _numbers(node.slice) is None
    ):
        yield source.of(node.value)


def sign_flipped(node: ast.expr, source: Source) -> Iterator[str]:
    """Subtract what was added, the other way round, or leave out a minus."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub | ast.Add):
        left, right = source.of(node.left), source.of(node.right)
        yield f"({left} - ({right}))" if isinstance(node.op, ast.Add) else f"({left} + {right})"
        yield f"({right} - ({left}))"
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        yield f"({source.of(node.operand)})"
    elif isinstance(node, ast.Call) and name_of(node.func) in _ROOTS_AND_LOGS and node.args:
        inner = source.of(node.args[0])
        yield source.of(node).replace(inner, f"-({inner})", 1)


def wrong_operation(node: ast.expr, source: Source) -> Iterator[str]:
    """Divide what was multiplied, or take a root or the inverse for a power."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult | ast.Div):
        left, right = source.of(node.left), source.of(node.right)
        yield f"({left} / ({right}))" if isinstance(node.op, ast.Mult) else f"({left} * ({right}))"
        yield f"({right} / ({left}))"
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow) and _numbers(node.right) is not None:
        yield f"({source.of(node.left)} ** 0.5)"
        yield f"({source.of(node.left)} ** -({source.of(node.right)}))"


def domain_widened(node: ast.expr, source: Source) -> Iterator[str]:
    """Begin a range at 0 or below it, or end it too far."""
    if (
        not isinstance(node, ast.Call)
        or len(node.args) < 2
        or name_of(node.func) not in {"linspace", "arange", "uniform", "range"}
    ):
        return
    head, begin, end = source.of(node.func), source.of(node.args[0]), source.of(node.args[1])
    rest = "".join(f", {source.of(one)}" for one in node.args[2:])
    rest += "".join(f", {one.arg}={source.of(one.value)}" for one in node.keywords if one.arg)
    yield f"{head}(0, {end}{rest})"
    if name_of(node.func) != "range":
        yield f"{head}(-({end}), {end}{rest})"
        yield f"{head}({begin}, 1000 * ({end}){rest})"


def zero_divisor(node: ast.expr, source: Source) -> Iterator[str]:
    """Divide by what is 0 at its smallest element."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div) and _numbers(node.right) is None:
        left, right = source.of(node.left), source.of(node.right)
        yield f"({left} / ({right} - ({right}).min()))"
        yield f"({left} / ({right} - {right}))"
        yield f"({left} // ({right}))"
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow) and name_of(node.left):
        yield f"(({source.of(node.left)} - {source.of(node.left)}.min()) ** -1)"


def other_axis(node: ast.expr, source: Source) -> Iterator[str]:
    """Reduce over the other axis."""
    if isinstance(node, ast.Call):
        for one in node.keywords:
            number = _numbers(one.value)
            if one.arg in {"axis", "dim"} and number in (0, 1):
                yield source.of(node).replace(
                    f"{one.arg}={source.of(one.value)}", f"{one.arg}={1 - int(number)}", 1
                )


def missing_number(node: ast.expr, source: Source) -> Iterator[str]:
    """Write NaN for a number of a list."""
    if (
        isinstance(node, ast.List | ast.Tuple)
        and len(node.elts) >= 3
        and all(_numbers(one) is not None for one in node.elts)
    ):
        words = [source.of(one) for one in node.elts]
        words[len(words) // 2] = "float('nan')"
        yield f"[{', '.join(words)}]"


def misaligned(node: ast.expr, source: Source) -> Iterator[str]:
    """Shift a date by years, or the rows of a column against its index."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and (year := _DATE.match(node.value)):
        for more in (1, 30):
            yield repr(str(int(year[0]) + more) + node.value[4:])
    if (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in {"Series", "DataFrame"}
    ):
        for one in node.keywords:
            if one.arg == "index":
                yield f"{source.of(node)}.reindex(range(3, 30))"
                yield f"{source.of(node)}.rename(index=str).reindex({source.of(one.value)})"
    if (
        isinstance(node, ast.Subscript)
        and isinstance(node.slice, ast.Constant)
        and isinstance(node.slice.value, str)
    ):
        yield f"{source.of(node)}.shift(1)"
        yield f"{source.of(node)}.set_axis({source.of(node)}.index.astype(str)).reindex({source.of(node)}.index)"


def longer_window(node: ast.expr, source: Source) -> Iterator[str]:
    """Look over more rows than there are."""
    if isinstance(node, ast.Call) and name_of(node.func) in {
        "rolling",
        "shift",
        "diff",
        "pct_change",
        "resample",
    }:
        for one in [*node.args, *(one.value for one in node.keywords)]:
            if _numbers(one) is not None:
                yield source.of(node).replace(source.of(one), f"{source.of(one)}000", 1)


def step_too_large(node: ast.expr, source: Source) -> Iterator[str]:
    """Multiply a number by a thousand or more."""
    number = _numbers(node)
    if (
        isinstance(node, ast.Constant)
        and number is not None
        and number != 0
        and isinstance(node.value, float)
    ):
        yield from (f"{source.of(node)} * {factor}" for factor in ("1e3", "1e5", "1e8"))


def number_zeroed(node: ast.expr, source: Source) -> Iterator[str]:
    """Write 0, or the negative, for a number."""
    number = _numbers(node)
    if isinstance(node, ast.Constant) and number:
        yield "0.0" if isinstance(node.value, float) else "0"
        yield f"-{source.of(node)}"


def half_precision(node: ast.expr, source: Source) -> Iterator[str]:
    """Keep what is computed in 16 bits."""
    if isinstance(node, ast.BinOp) or (isinstance(node, ast.Call) and _of_module(node.func)):
        torch = "import torch" in source.text
        yield f"({source.of(node)}).half()" if torch else f"({source.of(node)}).astype('float16')"


def single_value(node: ast.expr, source: Source) -> Iterator[str]:
    """Take the spread of a single value."""
    if isinstance(node, ast.Call) and name_of(node.func) in {"std", "var", "cov", "corr", "sem", "corrcoef"}:
        if _of_module(node.func) and node.args:
            yield f"{source.of(node.func)}({source.of(node.args[0])}[:1], ddof=1)"
        elif isinstance(node.func, ast.Attribute):
            yield f"{source.of(node.func.value)}[:1].{node.func.attr}(ddof=1)"


def emptied(node: ast.expr, source: Source) -> Iterator[str]:
    """Select what is not there: a slice the other way round, or a comparison the other way."""
    if isinstance(node, ast.Subscript):
        if isinstance(node.slice, ast.Slice):
            lower, upper = (one and source.of(one) for one in (node.slice.lower, node.slice.upper))
            yield f"{source.of(node.value)}[{upper or ''}:{lower or '0'}]"
        elif isinstance(node.slice, ast.Compare) and len(node.slice.ops) == 1:
            yield f"{source.of(node.value)}[{_other_comparison(node.slice, source)}]"
    elif isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in _MISSPELT:
        yield _other_comparison(node, source)


def _other_comparison(node: ast.Compare, source: Source) -> str:
    sign = _MISSPELT.get(type(node.ops[0]), "==")
    return f"({source.of(node.left)} {sign} {source.of(node.comparators[0])})"


def wrong_units(node: ast.expr, source: Source) -> Iterator[str]:
    """Give per cent for a share, degrees for radians."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub) and _numbers(node.left) == 1:
        yield f"({source.of(node.left)} - 100 * {source.of(node.right)})"
    if isinstance(node, ast.Call) and len(node.args) == 1:
        inner = source.of(node.args[0])
        if name_of(node.func) in _ANGLES | {
            "exp",
            "sinh",
            "cosh",
            "log",
            "sqrt",
            "arcsin",
            "arccos",
            "gamma",
        }:
            yield f"{source.of(node.func)}(180 / 3.141592653589793 * ({inner}))"
            yield f"{source.of(node.func)}(({inner}) / 100 - 1)"
        if name_of(node.func) in {"deg2rad", "radians"}:
            yield inner


def argument_forgotten(node: ast.expr, source: Source) -> Iterator[str]:
    """Leave out an argument that is named."""
    if isinstance(node, ast.Call):
        for one in node.keywords:
            if one.arg is None:
                continue
            words = [source.of(other) for other in node.args]
            words += [
                f"{o.arg}={source.of(o.value)}" if o.arg else f"**{source.of(o.value)}"
                for o in node.keywords
                if o is not one
            ]
            yield f"{source.of(node.func)}({', '.join(words)})"


OPERATORS: Mapping[str, Operator] = {
    operator.__name__: operator
    for operator in (
        guard_dropped,
        mask_dropped,
        sign_flipped,
        wrong_operation,
        domain_widened,
        zero_divisor,
        other_axis,
        missing_number,
        misaligned,
        longer_window,
        step_too_large,
        number_zeroed,
        half_precision,
        single_value,
        emptied,
        wrong_units,
        argument_forgotten,
    )
}
MISSING_ROW = "missing_row"
WRITES_NAN = (MISSING_ROW, missing_number.__name__)


def edits(source: Source, executed: Collection[int]) -> dict[str, list[Edit]]:
    """Return every edit of the lines that ran, by the name of its operator."""
    found: dict[str, list[Edit]] = {name: [] for name in (*OPERATORS, MISSING_ROW)}
    inside_text = {
        id(part)
        for node in ast.walk(source.tree)
        if isinstance(node, ast.JoinedStr)
        for part in ast.walk(node)
    }
    computed_with = {id(one) for node in ast.walk(source.tree) for one in _computed_with(node)}
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Assign) and node.lineno in executed:
            found[MISSING_ROW] += _missing_rows(node, source)
        if not isinstance(node, ast.expr) or id(node) in inside_text or node.lineno not in executed:
            continue
        if isinstance(getattr(node, "ctx", None), ast.Store | ast.Del):
            continue
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, int | float)
            and id(node) not in computed_with
        ):
            continue
        start, end = source.span(node)
        for name, operator in OPERATORS.items():
            texts = filter(None, operator(node, source))
            found[name] += [Edit(name, start, end, text, node.lineno, source.of(node)) for text in texts]
    return {name: some for name, some in found.items() if some}


def _computed_with(node: ast.AST) -> list[ast.expr]:
    """Return the numbers that a node computes with, or gives a name to: not the sizes of figures and the like."""
    if isinstance(node, ast.BinOp):
        return [node.left, node.right]
    if isinstance(node, ast.UnaryOp):
        return [node.operand]
    if isinstance(node, ast.Assign):
        return [node.value]
    if isinstance(node, ast.Call) and (_of_module(node.func) or not name_of(node.func).startswith(_DRAWS)):
        return [*node.args, *(one.value for one in node.keywords if one.arg not in _LAYOUT)]
    return []


def _missing_rows(node: ast.Assign, source: Source) -> Iterator[Edit]:
    """Yield lines that put NaN into what a call gave a name to."""
    target = node.targets[0]
    if not isinstance(target, ast.Name) or not isinstance(node.value, ast.Call):
        return
    _, end = source.span(node)
    lead = "\n" + " " * node.col_offset
    for place in ("[3]", ".iloc[3]", ".iloc[3, 0]"):
        text = f"{lead}{target.id}{place} = float('nan')"
        yield Edit(MISSING_ROW, end, end, text, node.lineno, lead=len(lead))
