"""The traits of Keras' operations. A layer sums over its inputs: a NaN in one reaches many of its results."""

from __future__ import annotations

from numscope.operations._table import table
from numscope.operations.traits import Trait

_OPERATIONS = (
    (Trait.NONFINITE_ON_PURPOSE, "isnan isinf isfinite isposinf isneginf nan_to_num full full_like where"),
    (Trait.DIVIDES, "divide true_divide floor_divide mod reciprocal"),
    (
        Trait.CONTRACTS,
        "dot vdot inner matmul tensordot einsum conv conv_transpose depthwise_conv separable_conv",
    ),
    (Trait.COPIES, "copy cast convert_to_tensor convert_to_numpy stop_gradient"),
    (Trait.READS_PART, "take take_along_axis slice get_item"),
    (
        Trait.ELEMENTWISE,
        """
        abs absolute add arccos arccosh arcsin arcsinh arctan arctan2 arctanh ceil clip cos cosh divide elu erf exp
        expm1 floor gelu hard_sigmoid log log10 log1p log2 log_sigmoid logaddexp maximum minimum mod multiply negative
        power reciprocal relu relu6 rsqrt selu sigmoid sign silu sin sinh softplus softsign sqrt square subtract tan
        tanh true_divide where
        """,
    ),
)

TRAITS = {
    **table(_OPERATIONS, "keras.ops."),
    **table(
        ((Trait.ELEMENTWISE, "elu exponential gelu relu selu sigmoid silu softplus tanh"),),
        "keras.activations.",
    ),
    "keras.*.__call__": int(Trait.CONTRACTS),
    "keras.*.update_state": int(Trait.CONTRACTS),
    "keras.*.apply": int(Trait.CONTRACTS),
}
