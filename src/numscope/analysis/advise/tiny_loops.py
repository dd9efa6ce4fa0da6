"""Python loops whose operations have a handful of elements each: calling costs more than calculating."""

from __future__ import annotations

from collections.abc import Iterator

from numscope.analysis.advise.dependence import depends_on_itself
from numscope.analysis.advise.evidence import Evidence
from numscope.analysis.advise.finding import Finding
from numscope.operations.lore.numpy import NOT_TO_BE_JOINED
from numscope.operations.traits import Trait, has_sql

_LEAST_CALLS = 1000
# Less than a microsecond's work for any of NumPy's loops.
_TINY_BYTES = 1024
# A product of matrices of 32 x 32 in float64 takes 3 microseconds, of which a call of NumPy's is a third.
_TINY_PRODUCT_BYTES = 3 * 32 * 32 * 8
_TINY = (
    f"case when {has_sql('any_traits', Trait.CONTRACTS)} then {_TINY_PRODUCT_BYTES} else {_TINY_BYTES} end"
)


_STACK = (
    "stack the small arrays and work on all at once, along a new axis; for single numbers use `math` or plain "
    "Python arithmetic"
)
_BATCH = "batch them: stack the matrices along a new first axis and multiply once: (n, i, j) @ (n, j, k)"


def tiny_loops(evidence: Evidence) -> Iterator[Finding]:
    """Lines that called operations on tiny arrays a thousand times or more, no call needing the one before."""
    left_out = " and ".join(f"name not like '%.{name}'" for name in NOT_TO_BE_JOINED)
    rows = evidence.trace.ask(
        f"""
        with counted as (
            select name, user_file, user_line, any_value(user_function) user_function, count(*) calls,
                sum(duration_ns)::bigint cost_ns, sum(bytes_in + bytes_out)::bigint cost_bytes,
                max(bytes_in + bytes_out) largest, min(id) as first, any_value(traits) any_traits
            from visible_operations where {left_out}
            group by name, user_file, user_line
            having count(*) >= {_LEAST_CALLS}
        )
        select * from counted where cost_bytes <= calls * {_TINY} and largest <= 16 * {_TINY}
        order by user_file, user_line, calls desc, name
        """
    ).to_pylist()
    by_line: dict[tuple[str, int], list[dict[str, object]]] = {}
    for row in rows:
        by_line.setdefault((row["user_file"], row["user_line"]), []).append(row)
    for (file, line), parts in by_line.items():
        if not depends_on_itself(evidence.trace, file, line, str(parts[0]["name"])):
            yield _finding(file, line, parts)


def _finding(file: str, line: int, parts: list[dict[str, object]]) -> Finding:
    def total(name: str) -> int:
        return sum(int(str(part[name])) for part in parts)

    calls, size = total("calls"), total("cost_bytes")
    function = parts[0]["user_function"]
    products = any(int(str(part["any_traits"])) & Trait.CONTRACTS for part in parts)
    return Finding(
        kind="tiny-loop",
        operations=tuple(str(part["name"]) for part in parts),
        file=file,
        line=line,
        function=str(function) if function is not None else None,
        calls=calls,
        cost_ns=total("cost_ns"),
        cost_bytes=size,
        cost="time of these calls, bytes they read and wrote; Python's own time comes on top",
        problem=f"{calls:,} calls on {size / calls:.0f} bytes each: nearly all of the time goes into calling",
        fix=_BATCH if products else _STACK,
        examples=tuple(int(str(part["first"])) for part in parts[:3]),
    )
