"""The traits of JAX's operations. Nothing of JAX writes into an array or hands out unwritten memory."""

from __future__ import annotations

from numscope.operations._table import table
from numscope.operations.traits import Trait

_FRAMES = "jax.grad jax.value_and_grad jax.vmap jax.jvp jax.vjp jax.linearize"
_GROUPS = (
    (
        Trait.NONFINITE_ON_PURPOSE,
        """
        isnan isinf isfinite isposinf isneginf nan_to_num nanmax nanmin nanmean nanmedian nanpercentile nanprod
        nanquantile nanstd nansum nanvar nanargmax nanargmin nancumsum nancumprod full full_like where
        """,
    ),
    (Trait.DIVIDES, "divide true_divide floor_divide mod remainder fmod divmod reciprocal"),
    (Trait.CONTRACTS, "dot vdot inner matmul tensordot einsum vecdot matvec vecmat"),
    (Trait.COPIES, "array asarray copy"),
    (
        Trait.ELEMENTWISE,
        """
        abs absolute add arccos arccosh arcsin arcsinh arctan arctan2 arctanh cbrt ceil clip cos cosh divide equal
        exp exp2 expm1 floor floor_divide fmod greater greater_equal hypot less less_equal log log10 log1p log2
        logaddexp logaddexp2 maximum minimum mod multiply negative not_equal positive power pow reciprocal remainder
        rint sign sin sinh sqrt square subtract tan tanh true_divide where
        """,
    ),
)
_DRAWING = """
    ball bernoulli beta binomial bits categorical cauchy chisquare choice dirichlet double_sided_maxwell exponential f
    gamma generalized_normal geometric gumbel laplace loggamma logistic lognormal maxwell multivariate_normal normal
    orthogonal pareto permutation poisson rademacher randint rayleigh t triangular truncated_normal uniform wald
    weibull_min
    """
_METHODS = (
    (Trait.DIVIDES, "__truediv__ __floordiv__ __mod__"),
    (Trait.CONTRACTS, "__matmul__ __rmatmul__ dot"),
    (Trait.READS_PART, "__getitem__"),
    (Trait.COPIES, "copy __array__ tolist item __float__ __int__ astype to_device"),
)

TRAITS = {
    **table(_GROUPS, "jax.numpy."),
    **table(_METHODS, "jax.Array."),
    **table(((Trait.COPIES, "device_get device_put"),), "jax."),
    **table(((Trait.DIVIDES, "div rem"),), "jax.shadow."),
    **table(((Trait.DIVIDES, "div rem"),), "jax.lax."),
    "jax.shadow*": int(Trait.SHADOW),
    "jax.*": int(Trait.TAKES_NUMBERS | Trait.DESCRIBED | Trait.NO_FLAGS),
}
