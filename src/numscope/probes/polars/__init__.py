"""polars as numscope sees it."""
