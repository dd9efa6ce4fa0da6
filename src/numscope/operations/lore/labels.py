"""How pandas and xarray look labels up, and what gives rows new labels or makes text of numbers."""

from __future__ import annotations

LOOKUPS = frozenset(("map", "merge", "join", "reindex", "loc", "replace"))
MAPS = frozenset(("pandas.Series.map", "pandas.Index.map"))
TO_TEXT = frozenset(
    ("pandas.Series.astype", "pandas.DataFrame.astype", "pandas.Index.astype", "numpy.ndarray.astype")
)
TEXTS = frozenset(("str", "string", "object", "numpy.str_"))
CONSTRUCTORS = frozenset(("pandas.Series", "pandas.DataFrame"))
# Classes whose constructors are given data, and no settings by which they compute.
HOLDS_DATA = r"^(pandas|polars|xarray)\.(DataFrame|LazyFrame|Series|\w*Index|Categorical|DataArray|Dataset)$"
RENEWS = frozenset(("pandas.Series.reset_index", "pandas.DataFrame.reset_index"))
# What has NaN for combinations or places that are not in the data: it aligns with nothing.
RESHAPES = frozenset(
    ("pivot", "pivot_table", "unstack", "crosstab", "reindex", "asfreq", "shift", "diff", "pct_change")
)
# These return a place for each label they are asked for, whether the data have it or not.
ASKS_FOR_LABELS = frozenset(("reindex", "reindex_like"))
# How the names of operations begin that look rows up by their labels.
ALIGNS_BY_LABEL = "pandas."
# What makes a range of time, steps of whole days that are written as hours, and zones whose clocks stay as they are.
TIME_RANGES = frozenset(("date_range",))
DAYS_IN_HOURS = r"(24|48|72|168) ?[hH]|1440 ?(min|T)|86400 ?[sS]"
WITHOUT_CLOCK_CHANGES = frozenset((None, "UTC", "utc", "GMT", "Etc/UTC"))
INDEX, VALUES = "index", "values"
# Operators that keep what both sides have labels of.
ALIGNS = r"^xarray\..*\.__r?(add|sub|mul|truediv|floordiv|pow|mod)__$"
# Functions of NumPy that read the data of masked arrays and leave the masks behind.
FORGETS_MASKS = frozenset(
    f"numpy.{name}"
    for name in [
        *("concatenate", "stack", "vstack", "hstack", "dstack", "column_stack", "append", "block"),
        *("array", "asarray"),
    ]
)
MASKED = "numpy.ma.MaskedArray"
KEEPS_MASKS = "Use `np.ma.{}`, which keeps the masks."
# Objects of pandas that answer for windows of rows, and what makes them.
WINDOWS = frozenset(("pandas.Rolling", "pandas.Expanding", "pandas.Window", "pandas.RollingGroupby"))
MAKES_WINDOWS = frozenset(
    f"pandas.{kind}.{method}"
    for kind in ("Series", "DataFrame", "SeriesGroupBy", "DataFrameGroupBy")
    for method in ("rolling", "expanding")
)
# What needs rows before the first one, which has none: the results begin with a gap.
BEGINS_WITH_GAP = r"^pandas\.(\w+\.(shift|diff|pct_change)|(Rolling|Expanding|Window|RollingGroupby)\.\w+)$"
# Libraries whose tables look rows up by their labels.
HAS_LABELS = r"^(pandas|polars|xarray)\."
# Libraries whose functions align two objects by label, NumPy's ufuncs of these objects among them.
ALIGNS_ROWS = r"^(pandas|polars|xarray|numpy)\."
# What gives times another zone, or none: without a conversion the clock stays, and the moment is another.
CONVERTS_ZONES = "tz_convert"
CHANGES_ZONES = frozenset(("tz_localize", CONVERTS_ZONES))
TIMES = "datetime64"
# Operators of pandas that take a value for each label of both sides.
ALIGNS_BOTH = (
    r"^pandas\.(Series|DataFrame)\.(__(r|i)?(add|sub|mul|truediv|floordiv|pow|mod)__"
    r"|r?(add|sub|mul|div|truediv|floordiv|pow|mod)|subtract|multiply|divide)$"
)
# What makes a column the labels of the rows, or of their groups.
LABELS_ROWS = frozenset(("set_index", "groupby"))
