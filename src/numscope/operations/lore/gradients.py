"""Libraries' functions that differentiate a function of the program, and functions whose slope can be infinite."""

from __future__ import annotations

# The second part of the name of an operation: jax.grad.__main__.loss.
DIFFERENTIATES = frozenset(
    {"grad", "value_and_grad", "vjp", "jacrev", "jacfwd", "jacobian", "hessian", "linearize"}
)
# The same of functions that compile: inside they may call one that differentiates.
COMPILES = frozenset({"jit"})
LIBRARIES = frozenset({"jax"})
POWERS = frozenset({"power", "pow", "float_power", "__pow__"})
# Functions whose results are never negative.
NEVER_NEGATIVE = frozenset({"abs", "absolute", "fabs", "square", "exp", "exp2", "cosh"})

# At the border of their domain (sqrt at 0, acos at 1, norm of a zero vector) these have no slope, or an infinite one.
STEEP = frozenset(
    {
        "sqrt",
        "rsqrt",
        "cbrt",
        "log",
        "log2",
        "log10",
        "log1p",
        "arccos",
        "arcsin",
        "acos",
        "asin",
        "arccosh",
        "arctanh",
    }
    | {
        "norm",
        "power",
        "pow",
        "float_power",
        "__pow__",
        "divide",
        "true_divide",
        "__truediv__",
        "__rtruediv__",
    }
    | {"reciprocal", "arctan2", "hypot", "abs", "std"}
)
# These are -inf where all that they add up is -inf, and have no slope there.
ADDS_EXPONENTIALS = frozenset({"logsumexp", "logaddexp", "logaddexp2"})
# Of several lines with such a function those with one of these come first: a division mostly has a safe divisor.
STEEPEST = STEEP - {
    "divide",
    "true_divide",
    "__truediv__",
    "__rtruediv__",
    "power",
    "pow",
    "__pow__",
    "abs",
    "arctan2",
    "hypot",
}

# A GradScaler looks at whether gradients were finite when it updates its scale, once a step, stepped or left out.
SCALE_UPDATE = "aten::_amp_update_scale_"
# By this it finds out: a step with such gradients is left out.
GRADIENT_CHECK = "aten::_amp_foreach_non_finite_check_and_unscale_"
# The node that leaves a parameter's gradient, and the operation inside that adds it to what lies there already.
LEAVES_GRADIENT = "autograd::AccumulateGrad"
ADDS_GRADIENT = "aten::add_"
# What sums gradients over ranks in the backward pass.
SUMS_OVER_RANKS = "c10d::allreduce_"

# How the names of operations begin that stand for a step of an optimiser, and hold its gradients and learning rates.
STEP = "optim::"
# Activations of which a unit that is never positive gets no gradient either.
RECTIFIERS = ("aten::relu", "aten::relu_")
# What gradients are multiplied by where their norm is clipped, and how its largest value, 1, is kept.
SCALES_GRADIENTS = ("aten::mul_", "aten::_foreach_mul_")
KEEPS_BELOW = "aten::clamp"
# What turns gradients off, each with the same values.
WITHOUT_GRADIENTS = r"\b(\w+\.)*(no_grad|inference_mode)\b(\(\))?"
# Methods of losses and optimisers: what adds to gradients, what goes by them, and what sets them to zero.
BACKWARD = frozenset(("backward",))
STEPS = frozenset(("step",))
ZEROES = frozenset(("zero_grad", "zero_"))
