"""The traits of NumPy's operations."""

from __future__ import annotations

from numscope.operations._table import table
from numscope.operations.traits import Trait

# The same function stands in NumPy and, for arrays, as a method.
_COPYING = (
    "copy __copy__ __deepcopy__ array asarray asanyarray ascontiguousarray asfortranarray require astype flatten ravel "
    "reshape __getitem__ take tolist repeat tile concatenate stack vstack hstack dstack column_stack "
    "append insert delete pad roll compress choose copyto broadcast_arrays resize block rot90 flip"
)
# Ufuncs that work element by element; NumPy's others (matmul and its like) have a signature.
_UFUNCS = (
    "absolute add arccos arccosh arcsin arcsinh arctan arctan2 arctanh bitwise_and bitwise_count "
    "bitwise_or bitwise_xor cbrt ceil conjugate conj copysign cos cosh deg2rad degrees divide divmod "
    "equal exp exp2 expm1 fabs float_power floor floor_divide fmax fmin fmod frexp gcd greater "
    "greater_equal heaviside hypot invert isfinite isinf isnan isnat lcm ldexp left_shift less "
    "less_equal log log10 log1p log2 logaddexp logaddexp2 logical_and logical_not logical_or "
    "logical_xor maximum minimum mod modf multiply negative nextafter not_equal positive power rad2deg "
    "radians reciprocal remainder right_shift rint sign signbit sin sinh spacing sqrt square subtract "
    "tan tanh true_divide trunc abs acos acosh asin asinh atan atanh atan2 pow bitwise_not "
    "bitwise_invert bitwise_left_shift bitwise_right_shift"
)

_FUNCTIONS = table(
    (
        (Trait.UNINITIALISED, "empty empty_like matlib.empty ma.empty ma.empty_like"),
        # Given a buffer they show that.
        (Trait.UNINITIALISED | Trait.VIEW, "ndarray ndarray.__new__ recarray char.chararray"),
        (
            Trait.VIEW,
            "ndarray.__getitem__ ndarray.T ndarray.mT ndarray.reshape ndarray.ravel ndarray.transpose",
        ),
        (
            Trait.VIEW,
            "ndarray.view ndarray.flat ndarray.swapaxes ndarray.squeeze ndarray.diagonal ndarray.real",
        ),
        (Trait.VIEW, "ndarray.imag ndarray.getfield reshape ravel transpose matrix_transpose permute_dims"),
        (Trait.VIEW, "swapaxes moveaxis rollaxis squeeze expand_dims diagonal diag flip fliplr flipud rot90"),
        (
            Trait.VIEW,
            "broadcast_to split array_split hsplit vsplit dsplit unstack atleast_1d atleast_2d atleast_3d",
        ),
        (
            Trait.VIEW,
            "lib.stride_tricks.as_strided lib.stride_tricks.sliding_window_view real imag real_if_close",
        ),
        (Trait.VIEW, "frombuffer from_dlpack asmatrix mat trim_zeros ix_"),
        (
            Trait.WRITES,
            "ndarray.__setitem__ ndarray.sort ndarray.fill ndarray.partition ndarray.put ndarray.resize",
        ),
        (Trait.WRITES, "ndarray.itemset ndarray.setfield ndarray.real.__set__ ndarray.imag.__set__"),
        (
            Trait.WRITES,
            "ndarray.flat.__set__ ndarray.shape.__set__ ndarray.strides.__set__ ndarray.dtype.__set__",
        ),
        (Trait.WRITES, "ndarray.data.__set__ copyto put place putmask fill_diagonal put_along_axis"),
        (Trait.WRITES, "random.Generator.shuffle random.RandomState.shuffle random.shuffle"),
        (Trait.ASSIGNS, "ndarray.__setitem__ ndarray.put ndarray.fill copyto put place putmask"),
        (Trait.OVERWRITES, "ndarray.fill"),
        (Trait.DRAWS, "random.*"),
        (
            Trait.SEEDS,
            "random.default_rng random.seed random.RandomState random.RandomState.seed "
            "random.SeedSequence.generate_state",
        ),
        (
            Trait.SEEDS,
            "random.SeedSequence random.PCG64 random.PCG64DXSM random.MT19937 random.Philox random.SFC64",
        ),
        (Trait.COPIES, _COPYING),
        (Trait.COPIES, " ".join(f"*.{name}" for name in _COPYING.split())),
        (Trait.NONFINITE_ON_PURPOSE, "nan* isnan isfinite isinf"),
        (Trait.ELEMENTWISE, _UFUNCS),
        (Trait.CONTRACTS, "matmul dot ndarray.dot vdot inner einsum tensordot vecdot matvec vecmat"),
        (Trait.BLAS, "matmul dot ndarray.dot vdot inner einsum tensordot linalg.*"),
        (Trait.DIVIDES, "divide true_divide floor_divide remainder mod fmod divmod"),
        (Trait.EXPORTS, "ndarray.__buffer__"),
        (Trait.READS_PART, "take *.__getitem__ *.take *.item *.__iter__"),
        (Trait.WRITES_PART, "*.__setitem__ *.itemset"),
        (Trait.INDEXES, "*.__getitem__ *.__setitem__ *.__iter__ *.item *.itemset *.flat"),
        (Trait.TAKES_NUMBERS, "where clip ndarray.clip ndarray.fill full full_like"),
    ),
    "numpy.",
)
# Ufuncs of other libraries are NumPy's objects, and have these methods.
_UFUNC_METHODS = table(
    (
        (Trait.COMBINES, "*.reduce *.accumulate *.reduceat *.outer *.at"),
        (Trait.WRITES, "*.at"),
    )
)
TRAITS = _FUNCTIONS | _UFUNC_METHODS
