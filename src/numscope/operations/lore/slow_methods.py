"""What advice knows of pandas' methods by their names in the program's source."""

from __future__ import annotations

_WHOLE_COLUMNS = (
    "work on whole columns, `df['a'] * df['b']`, with `np.where` or `Series.map` of a dict for conditions"
)
# Methods that call Python, and make a Series, for each row or group -> what does without.
ROW_BY_ROW = {
    "iterrows": f"{_WHOLE_COLUMNS}; where a loop is needed, `df.itertuples()` makes no Series for each row",
    "apply": f"{_WHOLE_COLUMNS}; of groups, the built-in `agg` and `transform` by name",
    "applymap": _WHOLE_COLUMNS,
}
