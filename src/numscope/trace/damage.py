"""Which tables of a damaged trace can still be read."""

from __future__ import annotations

from pathlib import Path

import duckdb

from numscope.trace.tables import TABLES

MEMORY_LIMIT = "1GB"


def whole_tables(folder: Path) -> tuple[list[str], list[str]]:
    """The tables in `folder` that can be read to their end, and those that can't."""
    whole: list[str] = []
    damaged: list[str] = []
    with duckdb.connect(":memory:") as connection:
        connection.execute(f"set memory_limit = '{MEMORY_LIMIT}'")
        connection.execute("set temp_directory = ''")
        for name in TABLES:
            try:
                query = "select bit_xor(hash(columns(*))) from read_parquet(?)"
                connection.execute(query, [str(folder / f"{name}.parquet")]).fetchall()
            except duckdb.Error:
                damaged.append(name)
            else:
                whole.append(name)
    return whole, damaged


def describe_damage(folder: Path) -> str:
    """Return a sentence about which files in `folder` are damaged and which can be read."""
    whole, damaged = whole_tables(folder)
    files = ", ".join(f"{name}.parquet" for name in damaged)
    which = f" Damaged: {files}." if damaged else ""
    if not whole:
        return which
    return f"{which} Still whole, for DuckDB or any reader of Parquet: {', '.join(whole)}."
