"""How pandas takes the spread of groups, and what hands the key of a group on as it is."""

from __future__ import annotations

GROUPS = "groupby"
# Of one value these give NaN.
DEVIATES = r"^pandas\.(Series|DataFrame)GroupBy\.(transform|agg|aggregate|apply|std|var|sem|skew)$"
# These hand a key on, in another type or under another name.
HANDS_ON = frozenset(
    ("assign", "astype", "copy", "rename", "reset_index", "set_index", "sort_values", "head")
)
# What makes a table of data.
MAKES_TABLES = frozenset(("DataFrame", "Series", "read_csv", "read_parquet", "read_excel", "read_sql"))
PARTS_OF_COLUMNS = frozenset(("dt", "str", "cat"))
