"""pyarrow as numscope sees it."""
