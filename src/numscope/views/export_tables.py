"""Tables as Parquet or CSV files that other programs read."""

from __future__ import annotations

from pathlib import Path

import pyarrow.csv as csv
import pyarrow.parquet as pq

from numscope.errors import UsageError
from numscope.trace import Trace

# CSV has no lists and no bytes: shapes are written as text, small values are left out.
_AS_TEXT = ("shape", "strides", "argv")
_NOT_IN_CSV = ("inline",)


def export_tables(trace: Trace, folder: Path, kind: str) -> list[Path]:
    """Write every table of `trace` into `folder` as `kind`, `parquet` or `csv`, and return the files.

    Raises UsageError if one of the files is there already, OSError if they can't be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for name in trace.table_names():
        path = folder / f"{name}.{kind}"
        if path.exists():
            raise UsageError(f"{path} exists already; nothing is overwritten.")
        batches = trace.batches(f"select {_columns(trace, name, kind)} from {name}")
        if kind == "csv":
            with csv.CSVWriter(path, batches.schema) as writer:
                for batch in batches:
                    writer.write(batch)
        else:
            with pq.ParquetWriter(path, batches.schema) as writer:
                for batch in batches:
                    writer.write(batch)
        paths.append(path)
    return paths


def _columns(trace: Trace, name: str, kind: str) -> str:
    if kind != "csv":
        return "*"
    columns = trace.ask(f"select * from {name} limit 0").column_names
    return ", ".join(
        f'"{column}"::varchar as "{column}"' if column in _AS_TEXT else f'"{column}"'
        for column in columns
        if column not in _NOT_IN_CSV
    )
