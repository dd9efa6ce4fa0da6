"""The named relations of a trace as one SQL script, for DuckDB and what reads through it, without numscope."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from numscope.trace.computed_relations import COMPUTED
from numscope.trace.module_relations import WITHOUT_HIDDEN_ROWS
from numscope.trace.read_model import TABLES_IN_SQL, VIEWS
from numscope.trace.tables import TABLES


def views_script(tables: Path) -> str:
    """Return the statements that name the relations of the sealed trace whose Parquet files are in the folder `tables`.

    All but those that numscope computes, and those that need them.
    """
    return "".join(f"{statement.strip()};\n" for statement in _statements(tables.resolve()))


def _statements(tables: Path) -> Iterator[str]:
    yield "create schema raw"
    yield "create schema stored"
    for name in TABLES:
        path = str(tables / f"{name}.parquet").replace("'", "''")
        yield f"create view raw.\"{name}\" as select * from read_parquet('{path}')"
    for name in TABLES:
        yield f'create view stored."{name}" as select * from raw."{name}" {WITHOUT_HIDDEN_ROWS.get(name, "")}'
    left_out = set(COMPUTED)
    for relation in (*TABLES_IN_SQL.values(), *VIEWS.values()):
        if relation.name in left_out or left_out & set(re.findall(r"\w+", relation.query)):
            left_out.add(relation.name)
        else:
            yield relation.statement()
