"""What a sealed trace shows at a glance: read from its tables in a few milliseconds, without a database."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq

from numscope.errors import TraceError
from numscope.trace.operation import floating_point_names
from numscope.trace.tables import TABLES_FOLDER

# Underflow to zero is what most programs mean it to be.
_UNDERFLOW = 4


@dataclass(frozen=True)
class Glance:
    """How many distinct values hold NaN and infinities, and the first line that raised a floating-point flag.

    flags: names of the flags, empty if none was raised. name, file, line: of the operation that raised them.
    """

    nans: int
    infinities: int
    flags: tuple[str, ...] = ()
    name: str = ""
    file: str = ""
    line: int = 0


def glance(trace: Path) -> Glance:
    """Look at the sealed trace at `trace`. Raises TraceError if its tables can't be read."""
    folder = trace / TABLES_FOLDER
    try:
        contents = _read(folder / "contents.parquet", "nans", "positive_infinities", "negative_infinities")
        calls = _read(
            folder / "calls.parquet", "floating_point", "name", "user_file", "user_line", "user_visible"
        )
    except (OSError, pa.ArrowException) as error:
        raise TraceError(f"{folder} can't be read: {error}.") from None
    infinite = _above_zero(contents["positive_infinities"]) | _above_zero(contents["negative_infinities"])
    counts = int(_above_zero(contents["nans"]).sum()), int(infinite.sum())
    return Glance(*counts, *_first_flagged(calls))


def _read(path: Path, *columns: str) -> pa.Table:
    # `pq.read_table` loads Arrow's datasets first, which takes longer than reading.
    with pq.ParquetFile(path) as file:
        return file.read(columns=list(columns))


def _above_zero(column: pa.ChunkedArray) -> npt.NDArray[np.bool_]:
    # Arrow's own functions take longer to load than all of this takes.
    return np.asarray(column.to_numpy() > 0)


def _first_flagged(calls: pa.Table) -> tuple[tuple[str, ...], str, str, int] | tuple[()]:
    flags = calls["floating_point"].to_numpy().astype(np.int64) & ~_UNDERFLOW
    raised = np.flatnonzero((flags > 0) & calls["user_visible"].to_numpy().astype(bool))
    if not raised.size:
        return ()
    row = calls.slice(int(raised[0]), 1).to_pylist()[0]
    names = floating_point_names(int(flags[raised[0]]))
    return (names, row["name"], row["user_file"], row["user_line"]) if row["user_file"] else ()
