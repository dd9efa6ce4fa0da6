"""Formulas that lose digits, and the ones that do not: what each finding is called, and what to write instead.

Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., 2002: cancellation 1.7 and 1.8, variance 1.9, sums 4,
overflow in norms 27.5; log1p and expm1 1.14; softmax and log-sum-exp: Blanchard, Higham & Higham, IMA J. Numer. Anal.
41 (2021), 2311.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from numscope.analysis.precision.nodes import Node
from numscope.operations.lore.formulas import in_words_of
from numscope.operations.lore.nonfinite import LOGARITHMS

SUMS = (
    "add.reduce",
    "add.accumulate",
    "sum",
    "cumsum",
    "mean",
    "nansum",
    "nanmean",
    "average",
    "einsum",
    "dot",
)
# Sums of products of their operands: with absolute values for operands, they give the size of the terms.
LINEAR = ("add.reduce", "sum", "mean", "dot", "matmul", "einsum", "inner", "vdot", "cumsum", "add.accumulate")
# The sizes of what is added beside the size of the sum.
_CANCELS = 1000
_MEANS = ("mean", "add.reduce", "sum", "average", "divide", "dot")
_SQUARES = ("square", "multiply", "power")
_EXPONENTIALS = ("exp", "exp2")


@dataclass(frozen=True)
class Remedy:
    """What a loss is called, and what to write instead."""

    kind: str
    advice: str


def remedy_for(node: Node, dtype: str, spoiled: bool, condition: float | None = None) -> Remedy:
    """What is known about the loss at `node`. spoiled: elements became infinite, NaN or zero on the way."""
    remedy = _in_numpy(node, dtype, spoiled)
    if remedy.kind == "long sum" and condition is not None and condition >= _CANCELS:
        remedy = replace(remedy, kind="sum that cancels")
    return Remedy(remedy.kind, in_words_of(node.name, remedy.kind, remedy.advice))


def _in_numpy(node: Node, dtype: str, spoiled: bool) -> Remedy:
    if spoiled:
        return _range(node)
    if node.is_of("subtract", "add"):
        return _cancellation(node)
    if node.is_of(*LOGARITHMS):
        return _logarithm(node)
    if node.is_of(*SUMS, "matmul", "inner", "vdot", "tensordot", "prod", "cumprod", "multiply.reduce"):
        return Remedy("long sum", _sum_advice(dtype))
    if node.loop > 1:
        return Remedy("sum in a loop", f"round once, not {node.loop:,} times: {_sum_advice(dtype)}")
    return Remedy(
        "ill-conditioned", "small errors of its inputs come out large: compute the inputs more accurately"
    )


def _sum_advice(dtype: str) -> str:
    if dtype in ("float16", "float32", "complex64"):
        return "sum in float64: dtype=np.float64"
    return "np.sum over a contiguous axis sums in pairs; math.fsum rounds once"


def _cancellation(node: Node) -> Remedy:
    """Two numbers that are nearly equal are subtracted, and were not exact."""
    nodes = list(node.nodes())
    names = [inner.name for inner in nodes]
    both = len(nodes) == 2
    if node.loop > 100:
        return Remedy(
            "sum in a loop",
            f"rounded {node.loop:,} times: multiply the step by the count, or np.sum, or math.fsum",
        )
    if both and _is_variance(nodes):
        return Remedy(
            "naive variance", "np.var(x): first the mean, then the squares of the differences from it"
        )
    if node.has_number(1) and node.among(*_EXPONENTIALS):
        return Remedy("exp(x) - 1", "np.expm1(x)")
    if node.has_number(1) and node.among("cos"):
        return Remedy("1 - cos(x)", "2 * np.sin(x / 2)**2")
    if both and all(inner.is_of(*_EXPONENTIALS) for inner in nodes):
        return Remedy("exp(a) - exp(b)", "np.exp(b) * np.expm1(a - b); with b = -a: 2 * np.sinh(a)")
    if both and all(inner.is_of(*LOGARITHMS) for inner in nodes):
        return Remedy("log(a) - log(b)", "np.log1p((a - b) / b)")
    if both and all(inner.is_of("sin", "cos", "tan") for inner in nodes):
        return Remedy("sin(a) - sin(b)", "2 * np.cos((a + b) / 2) * np.sin((a - b) / 2)")
    if both and all(inner.is_of("sqrt") for inner in nodes):
        return Remedy("sqrt(a) - sqrt(b)", "(a - b) / (np.sqrt(a) + np.sqrt(b))")
    if both and all(inner.is_of("divide", "reciprocal") for inner in nodes):
        return Remedy("1/a - 1/b", "(b - a) / (a * b)")
    if both and all(inner.is_of(*_SQUARES) for inner in nodes):
        return Remedy("a**2 - b**2", "(a - b) * (a + b)")
    if any(inner.is_of("sqrt") for inner in nodes):
        return Remedy(
            "b - sqrt(d)",
            "of a quadratic's roots take q = -(b + copysign(sqrt(d), b)) / 2, then q / a and c / q",
        )
    if node.has_number(1) and any(name.rpartition(".")[2] in ("tanh", "erf", "sqrt") for name in names):
        return Remedy(
            "1 - f(x)", "the function's complement (erfc, 2 / (exp(2 * x) + 1)), or multiply by 1 + f(x)"
        )
    return Remedy(
        "cancellation", "nearly equal numbers are subtracted: rearrange, or compute both in higher precision"
    )


def _is_variance(nodes: list[Node]) -> bool:
    """mean(x**2) - mean(x)**2, and with sums."""

    def of_squares(node: Node) -> bool:
        return node.is_of(*_MEANS) and any(_is_square(inner) or of_squares(inner) for inner in node.nodes())

    def squared_mean(node: Node) -> bool:
        if node.is_of("divide"):
            return any(squared_mean(inner) for inner in node.nodes())
        return _is_square(node) and any(inner.is_of(*_MEANS) for inner in node.nodes())

    first, second = nodes
    return (of_squares(first) and squared_mean(second)) or (of_squares(second) and squared_mean(first))


def is_centring(node: Node) -> bool:
    """x - mean(x): what is lost of single elements is harmless, as the differences' sum is what is wanted of them."""
    operands = list(node.nodes_or_none())
    if not node.is_of("subtract") or len(operands) != 2:
        return False
    data, mean = operands[0].seen_through(), operands[1].seen_through()
    if mean.is_of("divide"):
        mean = next(mean.nodes(), mean)
    return mean.is_of(*_MEANS) and any(inner is data for inner in mean.nodes())


def _is_square(node: Node) -> bool:
    if node.is_of("multiply"):
        operands = node.operands
        return len(operands) == 2 and operands[0] is operands[1]
    return node.is_of("square") or (node.is_of("power") and node.has_number(2))


def _logarithm(node: Node) -> Remedy:
    inner = next(node.nodes(), None)
    if inner is not None and inner.is_of("add", "subtract") and inner.has_number(1):
        if inner.among(*_EXPONENTIALS):
            return Remedy("log(1 + exp(x))", "np.logaddexp(0, x)")
        return Remedy("log(1 + x)", "np.log1p(x)")
    return Remedy("log near 1", "np.log1p of the distance from 1, if that is known")


def _range(node: Node) -> Remedy:
    """A result that fits is lost because something on the way did not."""
    names = _ancestors(node)
    exponential = any(name in names for name in _EXPONENTIALS)
    if node.is_of(*LOGARITHMS):
        if "prod" in names or "multiply.reduce" in names:
            return Remedy("log of a product", "np.log(x).sum()")
        inner = next(node.nodes(), None)
        if not exponential and inner is not None and inner.is_of("add", "subtract") and inner.has_number(1):
            return _logarithm(node)
        if exponential and any(name in names for name in ("add.reduce", "sum", "mean")):
            return Remedy("log-sum-exp without the shift", "m = x.max(); m + np.log(np.exp(x - m).sum())")
        if exponential:
            return Remedy("log(1 + exp(x))", "np.logaddexp(0, x)")
    if node.is_of("divide") and exponential:
        if any(name in names for name in ("add.reduce", "sum")):
            return Remedy("softmax without the shift", "e = np.exp(x - x.max()); e / e.sum()")
        return Remedy(
            "logistic function", "scipy.special.expit(x), or 1 / (1 + np.exp(-x)) where x is positive"
        )
    if node.is_of("sqrt", "power") and any(name in names for name in _SQUARES):
        if any(name in names for name in ("add.reduce", "sum", "dot", "mean")):
            return Remedy("norm", "s = np.abs(x).max(); s * np.sqrt(((x / s)**2).sum())")
        return Remedy("sqrt(x**2 + y**2)", "np.hypot(x, y)")
    if any(name in names for name in ("prod", "multiply.reduce", "cumprod", "multiply.accumulate")):
        return Remedy("product", "add the logarithms: np.log(x).sum()")
    return Remedy(
        "overflow on the way", "the result fits, a step before it does not: reorder, or scale first"
    )


def _ancestors(node: Node, depth: int = 4) -> set[str]:
    names: set[str] = set()
    level = [node]
    for _ in range(depth):
        level = [inner for outer in level for inner in outer.nodes()]
        names.update(inner.short_name() for inner in level)
    return names
