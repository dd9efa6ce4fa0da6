"""Calls that hand a table on: to a file, a data base, a text."""

from __future__ import annotations

# By name: what they get is what the program leaves behind, whether or not it prints anything.
WRITES_TABLES = (
    r"\.to_(csv|excel|parquet|json|pickle|sql|feather|hdf|html|latex|markdown|stata|xml|orc|netcdf|zarr|dict|records)$"
    r"|^polars\..*\.(write_\w+|iter_rows|rows|to_dicts?|to_list)$"
)
