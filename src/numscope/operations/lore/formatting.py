"""Where libraries make text of their arrays and tables."""

from __future__ import annotations

# Files: what is computed in them, such as absolute values to choose a number of digits, goes into the text only.
FORMATTERS = r"/(pandas/io/formats/|numpy/_core/arrayprint|xarray/core/formatting|torch/_tensor_str)"
