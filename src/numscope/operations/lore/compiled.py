"""What compiled code is called, and options by which it may assume that no number is NaN or infinite."""

from __future__ import annotations

# Names of operations that run a compiled function of the program begin so, numba.__main__.mean_of_rows, and those of
# the library's exceptions.
PREFIX = "numba."
# The same of all compilers whose functions are recorded as one operation.
COMPILED = ("numba.", "jax.jit.")
# Functions without a result for some finite numbers, and those whose slope is infinite at some.
UNDEFINED_SOMEWHERE = frozenset(
    (
        *("sqrt", "log", "log2", "log10", "log1p", "arcsin", "arccos", "asin", "acos", "arctanh", "atanh"),
        *("arccosh", "acosh", "power", "pow", "float_power", "divide", "true_divide", "reciprocal", "xlogy"),
    )
)
STEEP_SOMEWHERE = frozenset(("norm", "cbrt", "abs", "hypot"))
DIFFERENTIATES = frozenset(("grad", "value_and_grad", "jacfwd", "jacrev", "jacobian", "hessian", "vjp"))
# Names of modules in a divisor: `x % (2 * np.pi)` divides by a number.
MODULES = frozenset(("np", "numpy", "jnp", "math", "torch"))
# What says why a function was not compiled.
COMMAND = ("numba", "explain")
OPTION = "fastmath"
# Flags of LLVM that give up NaN and infinities, where the option is a set.
FLAGS = frozenset({"fast", "nnan", "ninf"})
TESTS = frozenset({"isnan", "isfinite", "isinf", "nan_to_num"})
# Functions of NumPy's and of the standard library's mathematics that only compute, by last name.
ELEMENTARY = frozenset(
    (
        *(
            "sqrt",
            "exp",
            "expm1",
            "log",
            "log2",
            "log10",
            "log1p",
            "sin",
            "cos",
            "tan",
            "arcsin",
            "arccos",
            "arctan",
        ),
        *(
            "arctan2",
            "sinh",
            "cosh",
            "tanh",
            "hypot",
            "power",
            "fabs",
            "abs",
            "absolute",
            "floor",
            "ceil",
            "rint",
        ),
        *("maximum", "minimum", "sign", "isnan", "isfinite", "isinf", "radians", "degrees", "cbrt", "square"),
        *(
            "sum",
            "mean",
            "min",
            "max",
            "std",
            "var",
            "prod",
            "dot",
            "diff",
            "cumsum",
            "argmax",
            "argmin",
            "median",
        ),
        *(
            "zeros",
            "ones",
            "empty",
            "full",
            "zeros_like",
            "ones_like",
            "empty_like",
            "full_like",
            "arange",
            "linspace",
        ),
    )
)
OF_MATH = frozenset(
    ("asin", "acos", "atan", "atan2", "erf", "erfc", "gamma", "lgamma", "pow", "asinh", "acosh", "atanh")
)
