"""Which tables of a damaged trace can still be read."""

from __future__ import annotations

import duckdb

from numscope.trace.table_files import Tables
from numscope.trace.tables import TABLES

MEMORY_LIMIT = "1GB"


def whole_tables(files: Tables) -> tuple[list[str], list[str]]:
    """The tables among `files` that can be read to their end, and those that can't."""
    whole: list[str] = []
    damaged: list[str] = []
    with duckdb.connect(":memory:") as connection:
        connection.execute(f"set memory_limit = '{MEMORY_LIMIT}'")
        connection.execute("set temp_directory = ''")
        files.let_read(connection)
        for name in TABLES:
            try:
                query = "select bit_xor(hash(columns(*))) from read_parquet(?)"
                connection.execute(query, [files.path(name)]).fetchall()
            except duckdb.Error:
                damaged.append(name)
            else:
                whole.append(name)
        files.let_go(connection)
    return whole, damaged


def describe_damage(files: Tables) -> str:
    """Return a sentence about which of `files` are damaged and which can be read."""
    whole, damaged = whole_tables(files)
    names = ", ".join(f"{name}.parquet" for name in damaged)
    which = f" Damaged: {names}." if damaged else ""
    if not whole:
        return which
    return f"{which} Still whole, for DuckDB or any reader of Parquet: {', '.join(whole)}."
