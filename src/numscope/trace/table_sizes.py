"""Tables of a stranger's trace that stand for far more than their files hold: refused before they are read."""

from __future__ import annotations

from typing import Any

from numscope.errors import TraceError

# Over 3,000 recordings of tests and benchmarks: at most 5 rows, and 40 bytes, for a byte of all tables together.
_MOST_ROWS_A_BYTE = 16
_MOST_EXPANSION = 200
# Up to here nothing is asked.
_HARMLESS_ROWS = 1_000_000
_HARMLESS_BYTES = 64 << 20


def require_likely_size(path: str, metadata: Any, size: int) -> None:
    """Raise TraceError if the table at `path` expands to what no recording comes to.

    metadata: pyarrow's, of the file's footer; size: of the files of all tables, in bytes. A footer that understates its
    pages meets the limit to DuckDB's memory.
    """
    rows = metadata.num_rows
    whole = sum(metadata.row_group(number).total_byte_size for number in range(metadata.num_row_groups))
    if rows > max(_HARMLESS_ROWS, size * _MOST_ROWS_A_BYTE):
        raise TraceError(
            f"{path} is refused: {size:,} bytes of tables stand for {rows:,} rows: too many for a trace from elsewhere."
        )
    if whole > max(_HARMLESS_BYTES, size * _MOST_EXPANSION):
        raise TraceError(
            f"{path} is refused: {size:,} bytes of tables expand to {whole:,}: too many for a trace from elsewhere."
        )
