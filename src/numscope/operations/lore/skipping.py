"""Operations that leave missing values out, and those by which a program deals with them."""

from __future__ import annotations

# Reductions of pandas and xarray, whose default is `skipna=True`, and those of NumPy that pass over NaN.
SKIPS = (
    r"^(pandas|xarray)\..*\.(mean|sum|std|var|sem|median|min|max|prod|quantile|skew|kurt|agg|aggregate|describe"
    r"|idxmin|idxmax|nlargest|nsmallest|pivot_table)$"
    r"|^(numpy|torch|jax\.numpy)\.nan(mean|sum|std|var|min|max|median|percentile|quantile|prod|argmin|argmax)$"
)
SKIPS_BY = "skipna"
# What these are given is expected to hold missing values: they are tested for, filled, dropped or counted.
HANDLES = (
    r"\.(isna|isnull|notna|notnull|isnan|isfinite|isinf|nan_to_num|dropna|fillna|ffill|bfill|interpolate|replace"
    r"|where|mask|combine_first|count|value_counts)$"
)
SILENCES = frozenset(("errstate", "catch_warnings"))
