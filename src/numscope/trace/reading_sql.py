"""Which SQL only reads: decided by DuckDB's own parser, on the tree that it makes of a query."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import duckdb

from numscope.errors import UsageError

# All others write. The type of a statement does not tell: a SELECT of DuckDB 2 can hold COPY or DELETE behind WITH.
_READING = ("SELECT_NODE", "SET_OPERATION_NODE", "RECURSIVE_CTE_NODE", "CTE_NODE")
# In the text of the tree: to walk through it in Python took as long as half of the queries themselves. Quotes inside of
# the query's own texts have a backslash before them.
_NODE = re.compile(r'"type"\s*:\s*"(\w+_NODE)"')
_REFUSED = "a trace is only read: give a SELECT statement, DESCRIBE, SHOW, SUMMARIZE, or EXPLAIN of one."


def require_reading(connection: Any, text: str) -> None:
    """Raise UsageError unless `text` is one SELECT, DESCRIBE, SHOW or SUMMARIZE, or EXPLAIN (ANALYZE) of one."""
    try:
        statements = connection.extract_statements(text)
    except duckdb.Error as error:
        raise UsageError(f"this is no SQL that DuckDB understands: {_first_line(error)}") from None
    if len(statements) != 1:
        raise UsageError(f"give one SQL statement, not {len(statements)}.")
    query = statements[0].query
    kind = statements[0].type
    explained = _explained(query) if kind == duckdb.StatementType.EXPLAIN else [query]
    if kind not in (duckdb.StatementType.SELECT, duckdb.StatementType.EXPLAIN):
        raise UsageError(_REFUSED)
    if not any(_only_reads(connection, part) for part in explained):
        raise UsageError(_REFUSED)


def _explained(query: str) -> Iterator[str]:
    """Yield what `query`, an EXPLAIN, may explain: what is behind it, behind ANALYZE, and behind its options."""
    words = [(place, kind) for place, kind in duckdb.tokenize(query) if kind != duckdb.token_type.comment]
    yield query[words[1][0] :]
    second = query[words[1][0] :]
    if second.lower().startswith("analyze"):
        yield query[words[2][0] :]
    elif second.startswith("("):
        closing = next((place for place, _ in words if query[place] == ")"), len(query))
        yield query[closing + 1 :]


def _only_reads(connection: Any, query: str) -> bool:
    """Return whether all query nodes in the tree of `query`, which DuckDB gives as JSON, are of a reading type."""
    tree = str(connection.execute("select json_serialize_sql(?)", [query]).fetchone()[0])
    kinds = set(_NODE.findall(tree))
    return tree.startswith('{"error":false') and bool(kinds) and kinds.issubset(_READING)


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0].strip().rstrip(".") + "."
