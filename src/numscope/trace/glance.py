"""What a sealed trace shows at a glance: read from its tables in a few milliseconds, without a database."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
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
        contents = pq.read_table(
            folder / "contents.parquet", columns=["nans", "positive_infinities", "negative_infinities"]
        )
        calls = pq.read_table(
            folder / "calls.parquet",
            columns=["floating_point", "name", "user_file", "user_line", "user_visible"],
        )
    except (OSError, pa.ArrowException) as error:
        raise TraceError(f"{folder} can't be read: {error}.") from None
    infinite = [pc.greater(contents[name], 0) for name in ("positive_infinities", "negative_infinities")]
    counts = _count(pc.greater(contents["nans"], 0)), _count(pc.or_kleene(*infinite))
    return Glance(*counts, *_first_flagged(calls))


def _count(mask: pa.ChunkedArray) -> int:
    return int(pc.sum(mask).as_py() or 0)


def _first_flagged(calls: pa.Table) -> tuple[tuple[str, ...], str, str, int] | tuple[()]:
    raised = pc.greater(pc.bit_wise_and(calls["floating_point"].cast(pa.int64()), 0xFF ^ _UNDERFLOW), 0)
    found = calls.filter(pc.and_kleene(raised, calls["user_visible"])).slice(0, 1).to_pylist()
    if not found or found[0]["user_file"] is None:
        return ()
    row = found[0]
    names = floating_point_names(row["floating_point"] & ~_UNDERFLOW)
    return names, row["name"], row["user_file"], row["user_line"]
