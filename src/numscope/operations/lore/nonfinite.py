"""What people do about NaN and infinities that arithmetic made, in the words of the program's library."""

from __future__ import annotations

from numscope.operations.lore.formulas import in_words_of

_ADVICE = {
    "negative logarithm": "Check where these come from: a logarithm of them is not defined.",
    "logarithm of zero": "Leave these out, bound them from below (np.clip), or use log1p for counts.",
    "root": "If rounding made them negative, bound them: np.sqrt(np.clip(x, 0, None)).",
    "power": "Use np.sign(x) * np.abs(x) ** p if that is meant.",
    "arc": "If rounding took it past 1, bound it: np.clip(x, -1, 1).",
    "exponential": "Subtract the largest exponent first, or stay on the logarithmic scale (logaddexp, logsumexp).",
    "not positive definite": "Add a small number to its diagonal: matrix + 1e-6 * np.eye(len(matrix)).",
    "degrees": "Convert them to radians first: np.radians(x).",
    "range": "Count the steps: start + step * np.arange(n); or np.linspace(start, stop, n, endpoint=False).",
    "single value": "Divide by n (ddof=0), or leave out what has a single value.",
    "nothing": "Find out why nothing was left to choose from, or treat the empty case first.",
    "masked": "Give such rows one entry that is not masked, or set their result to 0 afterwards.",
}
_DIVISION = (
    "Leave these out first, or say what the result shall be: "
    "np.where({divisor} != 0, {dividend} / {divisor}, 0)."
)
# Functions of an angle in radians, and functions that make radians of degrees.
OF_ANGLES = {"sin": "sine", "cos": "cosine", "tan": "tangent"}
TO_RADIANS = frozenset(
    ("numpy.radians", "numpy.deg2rad", "aten::deg2rad", "jax.numpy.radians", "jax.numpy.deg2rad")
)
# Ranges: where they begin, where they end, and their step.
RANGES = frozenset(("numpy.arange", "jax.numpy.arange"))
# Ranges whose last number is the end that they were given, by the last part of their names.
RANGES_TO_THEIR_END = frozenset(("linspace", "logspace", "geomspace"))
# All of these by the last part of their names.
RANGES_BY_NAME = RANGES_TO_THEIR_END | {"arange"}


def advice(kind: str, operation: str) -> str:
    """Return the advice of this kind for the operation of this name."""
    return in_words_of(operation, kind, _ADVICE[kind])


def advice_on_division(operation: str, dividend: str, divisor: str) -> str:
    """Return the advice for a division by zero of the operation of this name, with what the program calls its parts."""
    return in_words_of(operation, "division", _DIVISION).format(dividend=dividend, divisor=divisor)


# Activations that make 0 of every negative number.
CUTS_OFF = {"aten::relu": "relu", "aten::relu_": "relu", "jax.nn.relu": "relu", "tensorflow.nn.relu": "relu"}
# How libraries call sums, differences, ratios, products, logarithms and exponentials: ufuncs, operators, methods.
SUBTRACTS = frozenset(("subtract", "sub", "__sub__", "__rsub__", "__isub__"))
DIVIDES = frozenset(("divide", "true_divide", "div", "__truediv__", "__rtruediv__"))
LOGARITHMS = frozenset(("log", "log2", "log10"))
ROOTS = frozenset(("sqrt",))
EQUALS = frozenset(("equal", "eq", "__eq__"))
ORDERS = frozenset(("greater", "greater_equal", "less", "less_equal", "gt", "ge", "lt", "le"))
# Measures of spread and of fit, which have no result of a single row.
NEED_TWO = frozenset(("std", "var", "sem", "cov", "corrcoef", "std_mean", "var_mean", "r2_score"))
ADDS = frozenset(("add", "__add__", "__radd__", "__iadd__"))
# Bounds from below, which take the bound as an argument.
FLOORS = frozenset(("maximum", "fmax", "clip", "clamp", "clamp_min", "clip_by_value"))
# What needs a matrix that is positive definite.
FACTORISES = frozenset(("cholesky", "cho_factor", "linalg_cholesky_ex"))
# Functions, by their last names, whose results are 0 where one number that they are given is.
MADE_OF_ONE_NUMBER = frozenset(
    (
        "full",
        "full_like",
        "diag",
        "diagflat",
        "square",
        "float",
        "float32",
        "float64",
        "array",
        "asarray",
        "tensor",
    )
)
EXPONENTIALS = frozenset(("exp", "exp2", "expm1", "cosh", "sinh"))
MULTIPLIES = frozenset(
    ("square", "power", "pow", "multiply", "mul", "__pow__", "__mul__", "__rmul__", "__imul__")
)
# A comparison that takes its border in -> the one that leaves it out.
AT_BORDERS = {"greater_equal": ">", "less_equal": "<", "ge": ">", "le": "<", "__ge__": ">", "__le__": "<"}
