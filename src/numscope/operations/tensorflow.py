"""The traits of TensorFlow's operations, by the names under which they are in `tf.raw_ops`, and of public functions."""

from __future__ import annotations

from numscope.operations._table import table
from numscope.operations.traits import Trait

_OPERATIONS = (
    (Trait.NONFINITE_ON_PURPOSE, "IsNan IsInf IsFinite Fill Select SelectV2"),
    (Trait.DIVIDES, "Div RealDiv TruncateDiv FloorDiv Mod FloorMod Reciprocal DivNoNan Xdivy"),
    (Trait.CONTRACTS, "MatMul BatchMatMulV2 BatchMatMulV3 Einsum"),
    (Trait.COPIES, "Identity ReadVariableOp Cast"),
    (
        Trait.ELEMENTWISE,
        """
        Abs Add AddV2 Sub Mul Div RealDiv FloorDiv Exp Expm1 Log Log1p Sqrt Rsqrt Square Pow Sin Cos Tan Tanh Sigmoid
        Relu Elu Selu Softplus Maximum Minimum Neg Reciprocal Sign Floor Ceil Round SquaredDifference SelectV2
        """,
    ),
    (Trait.READS_PART, "StridedSlice Slice GatherV2 ResourceGather"),
    (
        Trait.DRAWS,
        """
        RandomUniform RandomStandardNormal TruncatedNormal StatelessRandomUniformV2 StatelessRandomNormalV2
        StatelessTruncatedNormalV2 RandomShuffle Multinomial
        """,
    ),
)
_FUNCTIONS = (
    (Trait.NONFINITE_ON_PURPOSE, "math.is_nan math.is_inf math.is_finite fill where"),
    (
        Trait.DIVIDES,
        "divide truediv realdiv math.divide math.reciprocal Tensor.__truediv__ Tensor.__floordiv__",
    ),
    (Trait.CONTRACTS, "matmul einsum tensordot linalg.matmul Tensor.__matmul__"),
    (Trait.READS_PART, "Tensor.__getitem__ gather slice"),
)

TRAITS = {
    **table(_OPERATIONS, "tensorflow.raw_ops."),
    **table(_OPERATIONS, "tensorflow.inside."),
    "tensorflow.inside.*": int(Trait.SHADOW),
    **table(_FUNCTIONS, "tensorflow."),
    "tensorflow.*": int(Trait.TAKES_NUMBERS | Trait.DESCRIBED | Trait.NO_FLAGS),
}
