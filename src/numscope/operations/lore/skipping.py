"""Operations that leave missing values out, and those by which a program deals with them."""

from __future__ import annotations

# Reductions of pandas and xarray, whose default is `skipna=True`, and those of NumPy that pass over NaN.
SKIPS = (
    r"^(pandas|xarray)\..*\.(mean|sum|std|var|sem|median|min|max|prod|quantile|skew|kurt|agg|aggregate|describe"
    r"|idxmin|idxmax|nlargest|nsmallest|pivot_table)$"
    r"|^(numpy|torch|jax\.numpy)\.nan(mean|sum|std|var|min|max|median|percentile|quantile|prod|argmin|argmax)$"
)
SKIPS_BY = "skipna"
# Functions of masked arrays leave out what is masked, whatever lies beneath the mask.
LEAVES_MASKED = "numpy.ma."
# What these are given is expected to hold missing values: they are tested for, filled, dropped or counted.
HANDLES = (
    r"\.(isna|isnull|notna|notnull|isnan|isfinite|isinf|nan_to_num|dropna|fillna|ffill|bfill|interpolate|replace"
    r"|where|mask|combine_first|count|value_counts)$"
)
# Those that only say where values are missing, or not finite.
TESTS = frozenset(("isna", "isnull", "notna", "notnull", "isnan", "isfinite", "isinf"))
# Of a number and NaN these give the number, by definition.
PREFERS_NUMBERS = r"\.(fmax|fmin)$"
# Compared with itself, only NaN is unequal.
COMPARES_WITH_ITSELF = r"(^|[.:])(not_equal|equal|ne|eq|__ne__|__eq__)$"
# What asks for a type or a shape and reads no number.
LOOKS_AT_TYPES = r"^numpy\.(result_type|can_cast|promote_types|common_type|ndim|shape|size)$"
# What gives the same elements in another order: NaN come last, and comparing them raises a flag.
REORDERS = r"\.(sort|partition)$"
# What makes Python's numbers of an array's elements, or an array of a table's column, and computes nothing.
HANDS_OUT = r"\.(tolist|to_list|to_numpy)$"
# Libraries with a null of their own for what is missing: a NaN in their results is arithmetic's, and spreads.
NULLS_APART = r"^polars\."
# What deals with nulls there, and leaves NaN as they are.
FOR_NULLS = r"^polars\..*\.(drop_nulls|fill_null)$"
# What computes columns by expressions, which are no operations of their own; of these the text tells.
TAKES_EXPRESSIONS = r"^polars\.(DataFrame|LazyFrame)\.(with_columns|select)$"
NAN_TOO = {"drop_nulls": "drop_nans", "fill_null": "fill_nan"}
ERRSTATE = frozenset(("errstate",))
SILENCES = ERRSTATE | {"catch_warnings"}
